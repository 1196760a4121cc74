import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ImportRow } from '#contract/integration/imports.ts'
import { screens } from '#contract/screens.ts'
import { importQuery, importsQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { DateTime } from '#src/i18n/date-time.tsx'
import { ListFileLink } from '#src/routes/-admin/list-file-link.tsx'
import { UserCard } from '#src/routes/-admin/user/opened-user-card.tsx'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { InfiniteQueryBoundary } from '#src/routes/-query/infinite-query-boundary.tsx'
import { LabelBadge } from '#src/routes/-query/labels/badges.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { SkeletonBlock, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { BankLines } from './bank-lines.tsx'
import { isRunning } from './import-decision.tsx'
import { importLabel } from './import-label.ts'
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
          <UnloadedRows />
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

/** What the last import could not load comes before everything else. */
function UnloadedRows() {
  const { show } = useScreenSearch('admin')
  const { data } = useInfiniteQuery(optionalQuery(importsQuery()))
  const last = data?.pages[0]?.items[0]
  if (last?.state !== 'applied' || last.total.faulty === 0) return null
  return (
    <Notice
      tone="warning"
      title={
        <>
          <Plural
            value={last.total.faulty}
            one="# строка с ошибкой"
            few="# строки с ошибками"
            many="# строк с ошибками"
            other="# строки с ошибками"
          />
          : <span className="wrap-anywhere">{last.fileName}</span>
        </>
      }
      action={
        <Button size="small" onClick={() => show({ item: last.id }, { resetScroll: true })}>
          <Trans>Посмотреть ошибки</Trans>
        </Button>
      }
    >
      <Trans>Исправьте файл и отправьте его ещё раз: то, что уже загружено, не повторится.</Trans>
    </Notice>
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
    { key: 'file', title: t`Файл`, cell: (run) => <OpenButton run={run} /> },
    { key: 'who', title: t`Кто`, cell: (run) => <Starter run={run} /> },
    { key: 'state', title: t`Статус`, cell: (run) => <LabelBadge label={importLabel(run)} /> },
    { key: 'counts', title: t`Записи`, cell: (run) => <Totals run={run} /> },
  ]
  return <Table caption={t`История загрузок`} columns={columns} rows={runs} rowKey={({ id }) => id} />
}

function OpenButton({ run: { id, fileName } }: { run: ImportRow }) {
  const { t } = useLingui()
  const { search, show } = useScreenSearch('admin')
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t`Показать отчёт: ${fileName}`}
      aria-current={search.item === id || undefined}
      onClick={() => show({ item: id }, { resetScroll: true })}
    >
      <span className="text-left break-all">{fileName}</span>
    </Button>
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
        Команда <code className="text-sm">import</code>
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
    <span className="flex flex-col text-sm tabular-nums">
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
