import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useDates } from '#src/i18n/use-dates.ts'
import { type Course, type JournalEntry, markToNumber, type SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { formatPercentage } from '#src/routes/-grade-book/journal-texts.ts'
import { NoveltyBadge } from '#src/routes/-grade-book/novelty.tsx'
import { useJournal, useSettings } from '#src/routes/-grade-book/use-journal.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

type OverviewRow = {
  course: Course
  /** Of the term, between 0 and 100; null without scores, undefined while loading. */
  percentage: number | null | undefined
  latest: JournalEntry | undefined
}

/** All courses of an academy with their percentages; each row leads to its score journal. */
export function CourseOverview(opened: SelectedTerm) {
  const { t } = useLingui()
  const { book, term } = opened
  const journal = useJournal(opened)
  const passing = useSettings(opened)?.scale.passing
  const rows = book.courses.map((course): OverviewRow => {
    const scored = journal.data?.filter(({ courseUuid, state }) => courseUuid === course.uuid && state === 'marked')
    return { course, percentage: scored && percentageOf(scored), latest: scored?.at(-1) }
  })
  const hasFinal = book.courses.some(({ finalMark }) => finalMark !== null)
  const withResults = book.terms.filter(({ uuid }) =>
    book.courses.some(({ termMarks }) => termMarks.some(({ termUuid }) => termUuid === uuid)),
  )
  const columns: Column<OverviewRow>[] = [
    {
      key: 'course',
      title: t`Курс`,
      rowHeader: true,
      cell: ({ course, latest }) => (
        <>
          <CourseLink opened={opened} course={course} />
          <LatestWork entry={latest} />
        </>
      ),
    },
    {
      key: 'term',
      title: t`Процент за период`,
      align: 'end',
      cell: ({ percentage }) => <Percentage value={percentage} passing={passing} />,
    },
    {
      key: 'year',
      title: t`Процент за год`,
      align: 'end',
      cell: ({ course: { average } }) => <Percentage value={average} passing={undefined} />,
    },
    ...withResults.map(
      ({ uuid, title }): Column<OverviewRow> => ({
        key: uuid,
        title: t`Итог: ${title}`,
        align: 'end',
        cell: ({ course: { termMarks } }) => termMarks.find(({ termUuid }) => termUuid === uuid)?.value,
      }),
    ),
    ...(hasFinal
      ? [
          {
            key: 'final',
            title: t`Итог года`,
            align: 'end',
            cell: ({ course: { finalMark } }) => finalMark,
          } satisfies Column<OverviewRow>,
        ]
      : []),
  ]
  return (
    <Card padding="flush">
      <QueryState result={journal} skeleton={null}>
        {() => null}
      </QueryState>
      <Responsive
        from="md"
        narrow={
          <ul aria-label={t`Курсы`} className="divide-y divide-line-soft">
            {rows.map((row) => (
              <CourseRow key={row.course.uuid} opened={opened} row={row} passing={passing} />
            ))}
          </ul>
        }
        wide={
          <Table caption={t`Курсы: ${term.title}`} columns={columns} rows={rows} rowKey={({ course }) => course.uuid} />
        }
      />
    </Card>
  )
}

/** Of the points of scored work; null without it. */
function percentageOf(scored: readonly JournalEntry[]): number | null {
  const scores = scored.flatMap(({ mark, max }) => {
    const score = mark && markToNumber(mark.value)
    return score === null ? [] : [{ score, max }]
  })
  const max = scores.reduce((sum, one) => sum + one.max, 0)
  return max === 0 ? null : (100 * scores.reduce((sum, { score }) => sum + score, 0)) / max
}

type CourseRowProps = { opened: SelectedTerm; row: OverviewRow; passing: number | undefined }

function CourseRow({ opened, row: { course, percentage, latest }, passing }: CourseRowProps) {
  const { i18n } = useLingui()
  const year = course.average === null ? null : formatPercentage(course.average, i18n)
  return (
    <li className="relative flex min-h-[64px] items-center justify-between gap-sm px-base py-xs">
      <div className="min-w-0">
        <CourseLink opened={opened} course={course} isStretched />
        <LatestWork entry={latest} />
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <Percentage value={percentage} passing={passing} />
        {year && (
          <p className="text-sm text-ink-muted">
            <Trans>год {year}</Trans>
          </p>
        )}
      </div>
    </li>
  )
}

type CourseLinkProps = { opened: SelectedTerm; course: Course; isStretched?: boolean }

function CourseLink({ opened: { owner, book, term }, course, isStretched = false }: CourseLinkProps) {
  return (
    <Link
      to="/grade-book"
      search={{ child: owner?.studentUuid, book: book.uuid, term: term.uuid, course: course.uuid }}
      className={classNames(
        'font-medium',
        isStretched
          ? stretchedLink
          : 'rounded-xs underline decoration-line underline-offset-4 hover:decoration-current',
      )}
    >
      <SchoolText>{course.title}</SchoolText>
    </Link>
  )
}

function LatestWork({ entry }: { entry: JournalEntry | undefined }) {
  const { i18n } = useLingui()
  const dates = useDates()
  if (entry?.mark == null) return null
  const [score, max] = [entry.mark.value, i18n.number(entry.max)]
  return (
    <span className="flex items-center gap-xs text-sm font-normal text-ink-muted">
      <span className="line-clamp-1">
        <Trans>
          {score} из {max}, {dates.dayShort(entry.date)}: {entry.topic}
        </Trans>
      </span>
      <NoveltyBadge novelty={entry.novelty} />
    </span>
  )
}

type PercentageProps = { value: number | null | undefined; passing: number | undefined }

/** One below the passing percentage says so. */
function Percentage({ value, passing }: PercentageProps) {
  const { i18n } = useLingui()
  if (value === undefined) return null
  if (value === null) {
    return (
      <NoValue>
        <Trans>ещё нет</Trans>
      </NoValue>
    )
  }
  const isFailing = passing !== undefined && value < passing
  return (
    <span className={classNames(passing !== undefined && 'font-strong', isFailing && 'text-ink-error')}>
      {formatPercentage(value, i18n)}
      {isFailing && (
        <span className="block text-sm font-normal">
          <Trans>ниже порога</Trans>
        </span>
      )}
    </span>
  )
}
