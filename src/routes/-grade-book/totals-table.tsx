import { Trans, useLingui } from '@lingui/react/macro'
import { separator } from '#src/i18n/labels.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import type { Course, SelectedTerm } from './journal.ts'
import { formatAverage } from './journal-texts.ts'
import { isPassed, type Settings } from './passing-marks.ts'
import { useReasonsWithoutJournal, useSettings } from './use-journal.ts'

/** Results of each course of a school by term and year. */
export function TotalsTable(opened: SelectedTerm) {
  const { t, i18n } = useLingui()
  const { owner, book } = opened
  const { open } = useScreenSearch('grade-book')
  const settings = useSettings(opened)
  const reasons = useReasonsWithoutJournal(opened)
  const columns: Column<Course>[] = [
    {
      key: 'course',
      title: t`Предмет`,
      rowHeader: true,
      cell: ({ uuid, title, teacher }) => (
        <>
          <button
            type="button"
            className="rounded-xs text-left underline decoration-line underline-offset-4 hover:decoration-current"
            onClick={() =>
              open({
                child: owner?.studentUuid,
                book: book.uuid,
                course: uuid,
                view: 'totals',
              })
            }
          >
            <SchoolText>{title}</SchoolText>
          </button>
          <span className="block text-sm font-normal text-ink-muted empty:hidden">
            <SchoolText>{[teacher, reasons.get(uuid)].filter(Boolean).join(separator)}</SchoolText>
          </span>
        </>
      ),
    },
    {
      key: 'average',
      title: t`Средний за\u00a0год`,
      align: 'end',
      cell: ({ average }) => formatAverage(average, i18n),
    },
    ...book.terms.map(
      ({ uuid, title }): Column<Course> => ({
        key: uuid,
        title,
        align: 'end',
        cell: ({ termMarks }) => (
          <TermResult value={termMarks.find(({ termUuid }) => termUuid === uuid)?.value} settings={settings} />
        ),
      }),
    ),
    {
      key: 'final',
      title: t`Год`,
      align: 'end',
      cell: ({ finalMark }) => <TermResult value={finalMark} settings={settings} />,
    },
  ]
  return (
    <Card padding="flush">
      <Table caption={t`Итоги: ${book.schoolYear}`} columns={columns} rows={book.courses} rowKey={({ uuid }) => uuid} />
    </Card>
  )
}

function TermResult({ value, settings }: { value: string | null | undefined; settings: Settings | undefined }) {
  if (value === null || value === undefined) {
    return (
      <NoValue>
        <Trans>ещё нет</Trans>
      </NoValue>
    )
  }
  if (settings && isPassed(value, settings.scale) === false) {
    return (
      <span className="font-strong text-ink-error">
        {value}
        <span className="block text-sm font-normal">
          <Trans>не сдано</Trans>
        </span>
      </span>
    )
  }
  return <span className="font-strong">{value}</span>
}
