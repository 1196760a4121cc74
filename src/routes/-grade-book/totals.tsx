import { Trans, useLingui } from '@lingui/react/macro'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { Card } from '#src/ui/card.tsx'
import { NoValue } from '#src/ui/no-value.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { averageWords, percentWords } from './numbers.ts'
import type { Course, OpenedTerm } from './opened.ts'
import { useSettings } from './use-journal.ts'
import { isPassed, type Settings } from './verdict.ts'

/** What each term came to in each course, and the year; of an academy in per cent of what could be scored. */
export function Totals(opened: OpenedTerm) {
  const { t, i18n } = useLingui()
  const { owner, book } = opened
  const { open } = useAddress('grade-book')
  const settings = useSettings(opened)
  const isOfHundred = book.variant === 'academy'
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
                view: isOfHundred ? undefined : 'totals',
              })
            }
          >
            {title}
          </button>
          {teacher && <span className="block text-sm font-normal text-ink-muted">{teacher}</span>}
        </>
      ),
    },
    {
      key: 'average',
      title: isOfHundred ? t`Процент за год` : t`Средний за год`,
      align: 'end',
      cell: ({ average }) =>
        average !== null && (isOfHundred ? percentWords(average, i18n) : averageWords(average, i18n)),
    },
    ...book.terms.map(
      ({ uuid, title }): Column<Course> => ({
        key: uuid,
        title,
        align: 'end',
        cell: ({ termMarks }) => (
          <Result value={termMarks.find(({ termUuid }) => termUuid === uuid)?.value} settings={settings} />
        ),
      }),
    ),
    {
      key: 'final',
      title: t`Год`,
      align: 'end',
      cell: ({ finalMark }) => <Result value={finalMark} settings={settings} />,
    },
  ]
  return (
    <Card padding="flush">
      <Table
        caption={t`Итоги: ${book.schoolYear}`}
        captionHidden
        columns={columns}
        rows={book.courses}
        rowKey={({ uuid }) => uuid}
      />
    </Card>
  )
}

/** A mark of a term or of the year; one that does not pass says so. */
function Result({ value, settings }: { value: string | null | undefined; settings: Settings | undefined }) {
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
