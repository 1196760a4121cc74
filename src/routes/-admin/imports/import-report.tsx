import { Trans, useLingui } from '@lingui/react/macro'
import type { ImportDetails } from '#contract/integration/imports.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { importLabel } from '#src/routes/-admin/import-label.ts'
import { LabelBadge } from '#src/routes/-query/labels/badges.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { ImportDecision } from './import-decision.tsx'

/** One import: what it does or has done, file by file, its findings, and what the administrator decides. */
export function ImportRunReport({ run }: { run: ImportDetails }) {
  const dates = useDates()
  const { show } = useScreenSearch('admin')
  const { fileName, startedBy, createdAt, files, findings } = run
  return (
    <Card
      title={<span className="wrap-anywhere">{fileName}</span>}
      aside={
        <Button ref={passFocusUp} size="small" onClick={() => show({ item: undefined })}>
          <Trans>Загрузить другой файл</Trans>
        </Button>
      }
    >
      <div className="flex flex-col gap-base">
        <p className="flex flex-wrap items-center gap-x-sm gap-y-xxs text-sm text-ink-muted">
          <LabelBadge label={importLabel(run)} />
          {dates.dateTime(createdAt)}
          {startedBy && <span>{startedBy.name}</span>}
        </p>
        <ImportDecision run={run} />
        {files.length > 0 && <FileTable run={run} />}
        {findings.length > 0 && <Findings run={run} />}
      </div>
    </Card>
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
        key,
        title,
        align: 'end',
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
