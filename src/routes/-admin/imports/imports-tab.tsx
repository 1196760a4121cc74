import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ImportRow } from '#contract/integration/imports.ts'
import { screens } from '#contract/screens.ts'
import { importQuery, importsQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { importLabel } from '#src/routes/-admin/import-label.ts'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { LabelBadge } from '#src/routes/-query/labels/badges.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Notice, type NoticeProps } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { BankLines } from './bank-lines.tsx'
import { isRunning } from './import-decision.tsx'
import { ImportRunReport } from './import-report.tsx'
import { UploadCard } from './upload-card.tsx'

/** Milliseconds between two looks at an import that runs. */
const pollInterval = 1500

/**
 * Data of the school from files: upload, check, import and history. The server owns the flow: the page shows the state of
 * the import in the address, or of the one that is under way, also after a reload and in another tab.
 */
export function ImportsTab() {
  const { search, show } = useScreenSearch('admin')
  const router = useRouter()
  // The address changes before the page does: another tab may already be loading.
  const openUploaded = (item: string) => {
    if (screens.admin.search(router.latestLocation.search).tab === 'imports') show({ item })
  }
  return (
    <div className="flex flex-col gap-lg">
      {search.item === undefined ? (
        <>
          <LastImport />
          <Upload onUploaded={openUploaded} />
        </>
      ) : (
        <OpenedImport key={search.item} id={search.item} />
      )}
      <BankLines />
      <History />
    </div>
  )
}

/** Whether an import is checked, and none has been applied since, after which the check may no longer be true. */
function waitsForDecision({ state, finishedAt }: ImportRow, runs: readonly ImportRow[]): boolean {
  const isNewer = (other: ImportRow) => other.state === 'applied' && (other.finishedAt ?? '') > (finishedAt ?? '')
  return state === 'checked' && !runs.some(isNewer)
}

/** An import that is under way, waits for a decision, has failed, or has not loaded everything comes before everything else. */
function LastImport() {
  const { data } = useInfiniteQuery({
    ...optionalQuery(importsQuery()),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isRunning) ? pollInterval : false),
  })
  const runs = data?.pages[0]?.items ?? []
  const run = runs.find(isRunning) ?? runs.find((one) => waitsForDecision(one, runs)) ?? runs[0]
  if (run === undefined) return null
  const fileName = <span className="wrap-anywhere">{run.fileName}</span>
  switch (run.state) {
    case 'checking':
    case 'applying':
      return (
        <ImportNotice
          run={run}
          title={<Trans>Сейчас идёт загрузка: {fileName}</Trans>}
          open={<Trans>Посмотреть</Trans>}
        >
          <Trans>Следующую можно начать, когда эта закончится.</Trans>
        </ImportNotice>
      )
    case 'checked':
      return (
        <ImportNotice
          run={run}
          tone="warning"
          title={<Trans>Проверено и ждёт решения: {fileName}</Trans>}
          open={<Trans>Посмотреть и решить</Trans>}
        >
          <Trans>В данных школы ещё ничего не изменилось.</Trans>
        </ImportNotice>
      )
    case 'failed':
      return (
        <ImportNotice
          run={run}
          tone="error"
          title={<Trans>Загрузка не удалась: {fileName}</Trans>}
          open={<Trans>Посмотреть причину</Trans>}
        >
          <Trans>Исправьте причину и отправьте файл ещё раз.</Trans>
        </ImportNotice>
      )
    case 'applied':
      if (run.total.faulty === 0) return null
      return (
        <ImportNotice
          run={run}
          tone="warning"
          title={
            <>
              <Plural
                value={run.total.faulty}
                one="# строка с ошибкой"
                few="# строки с ошибками"
                many="# строк с ошибками"
                other="# строки с ошибками"
              />
              : {fileName}
            </>
          }
          open={<Trans>Посмотреть ошибки</Trans>}
        >
          <Trans>Исправьте файл и отправьте его ещё раз: то, что уже загружено, не повторится.</Trans>
        </ImportNotice>
      )
    case 'discarded':
      return null
  }
}

type ImportNoticeProps = Pick<NoticeProps, 'tone' | 'title' | 'children'> & { run: ImportRow; open: ReactNode }

function ImportNotice({ run: { id }, open, ...notice }: ImportNoticeProps) {
  const { show } = useScreenSearch('admin')
  return (
    <Notice
      {...notice}
      action={
        <Button size="small" onClick={() => show({ item: id }, { resetScroll: true })}>
          {open}
        </Button>
      }
    />
  )
}

function Upload({ onUploaded }: { onUploaded: (id: string) => void }) {
  const { data } = useInfiniteQuery(optionalQuery(importsQuery()))
  return (
    <div ref={passFocusUp}>
      <UploadCard runs={data?.pages[0]?.items ?? []} onUploaded={onUploaded} />
    </div>
  )
}

function OpenedImport({ id }: { id: string }) {
  const result = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data) ? pollInterval : false),
  })
  return (
    <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
      {(run) => <ImportRunReport run={run} />}
    </QueryState>
  )
}

function History() {
  return (
    <Card padding="flush" title={<Trans>История загрузок</Trans>}>
      <InfiniteQueryBoundary
        query={importsQuery()}
        skeleton={<SkeletonTable rows={4} columns={4} />}
        empty={
          <EmptyState icon="list" title={<Trans>Загрузок ещё не было</Trans>}>
            <Trans>Здесь появится, кто, когда и сколько записей загрузил.</Trans>
          </EmptyState>
        }
      >
        {({ items, total }) => (
          <>
            <HistoryTable runs={items} />
            <div className="border-t border-line-soft px-base py-xs md:px-lg">
              <ListFileLink list="import/list" total={total} />
            </div>
          </>
        )}
      </InfiniteQueryBoundary>
    </Card>
  )
}

function HistoryTable({ runs }: { runs: readonly ImportRow[] }) {
  const { t } = useLingui()
  const columns: Column<ImportRow>[] = [
    {
      key: 'at',
      title: t`Когда`,
      rowHeader: true,
      fitContent: true,
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    { key: 'file', title: t`Файл`, cell: (run) => <FileLink run={run} /> },
    { key: 'who', title: t`Кто`, cell: (run) => <Starter run={run} /> },
    { key: 'state', title: t`Статус`, cell: (run) => <LabelBadge label={importLabel(run)} /> },
    { key: 'counts', title: t`Записи`, cell: (run) => <Totals run={run} /> },
  ]
  return <Table isDense caption={t`История загрузок`} columns={columns} rows={runs} rowKey={({ id }) => id} />
}

function FileLink({ run: { id, fileName } }: { run: ImportRow }) {
  return (
    <span className="wrap-anywhere">
      <ScreenLink from="/adm-panel/" to="/adm-panel/" search={(search) => ({ ...search, item: id })} isTall>
        {fileName}
      </ScreenLink>
    </span>
  )
}

function Starter({ run: { startedBy, isCommand } }: { run: ImportRow }) {
  if (startedBy !== null)
    return (
      <UserLink id={startedBy.id} onIntent={UserCard.prefetch}>
        {startedBy.name}
      </UserLink>
    )
  if (isCommand)
    return (
      <Trans>
        Команда <code>import</code>
      </Trans>
    )
  return (
    <span className="text-ink-muted">
      <Trans>неизвестно</Trans>
    </span>
  )
}

/** What an import has written, and its faults. */
function Totals({ run: { state, total, faults } }: { run: ImportRow }) {
  const written = state === 'applied'
  return (
    <span className="flex flex-col tabular-nums">
      {written && (
        <span>
          <Trans>
            создано {total.created}, изменено {total.changed}, удалено {total.deleted}
          </Trans>
        </span>
      )}
      {!written && total.read > 0 && (
        <span className="text-ink-muted">
          <Plural
            value={total.read}
            one="прочитана # строка"
            few="прочитано # строки"
            many="прочитано # строк"
            other="прочитано # строки"
          />
        </span>
      )}
      {faults > 0 && (
        <span className="text-ink-error">
          <Plural value={faults} one="# ошибка" few="# ошибки" many="# ошибок" other="# ошибки" />
        </span>
      )}
    </span>
  )
}
