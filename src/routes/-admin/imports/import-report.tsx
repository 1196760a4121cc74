import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ImportDetails } from '#contract/integration/imports.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { LabelBadge } from '#src/routes/-shell/labels/badges.tsx'
import { CallError } from '#src/routes/-shell/query/error-message.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { importStateLabels } from './import-labels.ts'

/** One import: what it does or has done, file by file, its findings, and what the administrator decides. */
export function ImportReport({ run }: { run: ImportDetails }) {
  const dates = useDates()
  const { show } = useScreenSearch('admin')
  const { fileName, state, startedBy, createdAt, files, findings } = run
  return (
    <Card
      title={<span className="wrap-anywhere">{fileName}</span>}
      aside={
        <Button size="small" onClick={() => show({ item: undefined })}>
          <Trans>Загрузить другой файл</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-base">
        <p className="flex flex-wrap items-center gap-x-sm gap-y-xxs text-sm text-ink-muted">
          <LabelBadge label={importStateLabels[state]} />
          {dates.dateTime(createdAt)}
          {startedBy && <span>{startedBy.name}</span>}
        </p>
        <RunState run={run} />
        {files.length > 0 && <FileTable run={run} />}
        {findings.length > 0 && <Findings run={run} />}
      </div>
    </Card>
  )
}

function RunState({ run }: { run: ImportDetails }) {
  switch (run.state) {
    case 'checking':
    case 'applying':
      return <Progress run={run} />
    case 'checked':
      return <Decision run={run} />
    case 'applied':
      return <Applied run={run} />
    case 'failed':
      return (
        <Notice tone="error" title={<Trans>Сервер не смог закончить</Trans>}>
          <Trans>Причина в его журнале. Загрузите файл ещё раз: то, что уже записано, только сравнится.</Trans>
        </Notice>
      )
    case 'discarded':
      return (
        <Notice title={<Trans>Файл не загружен</Trans>}>
          <Trans>Его проверили и удалили, данные школы не менялись.</Trans>
        </Notice>
      )
  }
}

function Progress({ run: { state, progress, progressFile } }: { run: ImportDetails }) {
  const { t, i18n } = useLingui()
  const label = state === 'checking' ? t`Проверяем файлы` : t`Загружаем данные`
  const percent = i18n.number(progress, { style: 'percent' })
  return (
    <div className="flex flex-col gap-xs">
      <ProgressBar
        label={label}
        value={progress}
        max={1}
        valueText={[progressFile, percent].filter((part) => part !== null).join(', ')}
      />
      <p role="status" className="text-sm text-ink-muted">
        <Trans>Страницу можно закрыть: работа идёт на сервере, итог будет в истории.</Trans>
      </p>
    </div>
  )
}

/** What happens after the check: import, check with other options, or discard. */
function Decision({ run }: { run: ImportDetails }) {
  const { id, total, faults, skipFaulty, allowDeletes, asksForDeletes, isOutdated } = run
  const [skips, setSkips] = useState(skipFaulty)
  const [deletes, setDeletes] = useState(allowDeletes)
  const check = useMutation(callMutation('POST /v1/admin/import/{id}/check', { handlesError: true }))
  const apply = useMutation(callMutation('POST /v1/admin/import/{id}/apply', { handlesError: true }))
  const discard = useMutation(callMutation('DELETE /v1/admin/import/{id}', { handlesError: true }))
  const isBusy = check.isPending || apply.isPending || discard.isPending
  const isChanged = skips !== skipFaulty || deletes !== allowDeletes
  const written = total.created + total.changed + total.deleted
  const mustCheck = isChanged || isOutdated
  const params = { id }
  return (
    <div className="flex flex-col gap-base">
      <Verdict faults={faults} written={written} />
      {isOutdated && (
        <Notice tone="warning" title={<Trans>Проверка устарела</Trans>}>
          <Trans>После неё загружены другие данные. Проверьте файл ещё раз.</Trans>
        </Notice>
      )}
      {(faults > 0 || skipFaulty) && (
        <Checkbox checked={skips} disabled={isBusy} onChange={() => setSkips(!skips)}>
          <Trans>Загрузить остальные строки файлов с ошибками</Trans>
        </Checkbox>
      )}
      {(asksForDeletes || allowDeletes) && (
        <Checkbox checked={deletes} disabled={isBusy} onChange={() => setDeletes(!deletes)}>
          <Trans>Разрешить удалить больше десятой части записей</Trans>
        </Checkbox>
      )}
      <div className="flex flex-wrap gap-xs">
        {mustCheck ? (
          <Button
            variant="primary"
            busy={check.isPending}
            disabled={isBusy && !check.isPending}
            onClick={() => check.mutate({ params, body: { skipFaulty: skips, allowDeletes: deletes } })}
          >
            <Trans>Проверить ещё раз</Trans>
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={apply.isPending}
            disabled={written === 0 || (isBusy && !apply.isPending)}
            onClick={() => apply.mutate({ params })}
          >
            <Trans>Загрузить</Trans>
          </Button>
        )}
        <Button
          busy={discard.isPending}
          disabled={isBusy && !discard.isPending}
          onClick={() => discard.mutate({ params })}
        >
          <Trans>Не загружать</Trans>
        </Button>
        <CallError error={check.error ?? apply.error ?? discard.error} />
      </div>
    </div>
  )
}

function Verdict({ faults, written }: { faults: number; written: number }) {
  const title: ReactNode =
    faults === 0 ? (
      <Trans>Ошибок нет</Trans>
    ) : (
      <Plural
        value={faults}
        one="Найдена # ошибка"
        few="Найдено # ошибки"
        many="Найдено # ошибок"
        other="Найдено # ошибки"
      />
    )
  return (
    <Notice tone={faults === 0 ? 'success' : 'warning'} title={title}>
      {written === 0 ? (
        <Trans>Загружать нечего: данные школы не изменились бы.</Trans>
      ) : (
        <Plural
          value={written}
          one="Изменится # запись. Пока ничего не записано."
          few="Изменятся # записи. Пока ничего не записано."
          many="Изменится # записей. Пока ничего не записано."
          other="Изменятся # записи. Пока ничего не записано."
        />
      )}
      {faults > 0 && (
        <p>
          <Trans>
            Файлы с ошибками и те, что на них ссылаются, не загрузятся. Исправьте их и отправьте архив снова.
          </Trans>
        </p>
      )}
    </Notice>
  )
}

function Applied({ run: { total, faults } }: { run: ImportDetails }) {
  const { created, changed, deleted } = total
  return (
    <Notice
      tone={faults === 0 ? 'success' : 'warning'}
      title={faults === 0 ? <Trans>Данные загружены</Trans> : <Trans>Загружено не всё: в файлах есть ошибки</Trans>}
    >
      <Trans>
        Создано {created}, изменено {changed}, удалено {deleted}.
      </Trans>
    </Notice>
  )
}

type FileCounts = ImportDetails['files'][number]

function FileTable({ run: { files } }: { run: ImportDetails }) {
  const { t } = useLingui()
  const numbers = [
    ['read', t`Прочитано`],
    ['created', t`Создано`],
    ['changed', t`Изменено`],
    ['unchanged', t`Без изменений`],
    ['deleted', t`Удалено`],
    ['faulty', t`С ошибками`],
  ] as const
  const columns: Column<FileCounts>[] = [
    { key: 'file', title: t`Файл`, rowHeader: true, cell: ({ file }) => <code className="text-sm">{file}</code> },
    ...numbers.map(
      ([key, title]): Column<FileCounts> => ({
        ...{ key, title, align: 'end' },
        cell: (counts) => (
          <span className={key === 'faulty' && counts.faulty > 0 ? 'font-medium text-ink-error' : undefined}>
            {counts[key]}
          </span>
        ),
      }),
    ),
  ]
  return (
    <div className="-mx-base overflow-x-auto md:-mx-lg">
      <Table caption={t`Файлы загрузки`} columns={columns} rows={files} rowKey={({ file }) => file} />
    </div>
  )
}

type Finding = ImportDetails['findings'][number]

function Findings({ run: { findings, faults } }: { run: ImportDetails }) {
  const [found, notes] = [findings.filter(({ isFault }) => isFault), findings.filter(({ isFault }) => !isFault)]
  return (
    <>
      {found.length > 0 && (
        <section className="flex flex-col gap-xs">
          <h3 className="text-lg">
            <Trans>Ошибки</Trans>
          </h3>
          <FindingList findings={found} />
          {faults > found.length && (
            <p className="text-sm text-ink-muted">
              <Trans>
                Показаны первые {found.length} из {faults}.
              </Trans>
            </p>
          )}
        </section>
      )}
      {notes.length > 0 && (
        <section className="flex flex-col gap-xs">
          <h3 className="text-lg">
            <Trans>Замечания</Trans>
          </h3>
          <FindingList findings={notes} />
        </section>
      )}
    </>
  )
}

const shownAtFirst = 20

/** A long list is folded: the first faults are often those of all rows. */
function FindingList({ findings }: { findings: readonly Finding[] }) {
  const rest = findings.length - shownAtFirst
  return (
    <>
      <FindingItems findings={findings.slice(0, shownAtFirst)} />
      {rest > 0 && (
        <Disclosure summary={<Trans>Ещё {rest}</Trans>}>
          <FindingItems findings={findings.slice(shownAtFirst)} />
        </Disclosure>
      )}
    </>
  )
}

function FindingItems({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="flex flex-col gap-xxs">
      {findings.map(({ file, line, column, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of one report never changes, and findings may be equal
        <li key={index} className="wrap-anywhere">
          <code className="text-sm text-ink-muted">
            {line > 0 ? `${file}:${line}` : file}
            {column && ` ${column}`}
          </code>{' '}
          {text}
        </li>
      ))}
    </ul>
  )
}
