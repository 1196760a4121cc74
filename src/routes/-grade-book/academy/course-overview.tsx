import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { unbrokenHyphens } from '#src/domain/unbroken-references.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { type Course, type JournalEntry, markToNumber, type SelectedTerm } from '#src/routes/-grade-book/journal.ts'
import { formatPercentage, formatPercentageInColumn, noveltyMessages } from '#src/routes/-grade-book/journal-texts.ts'
import { NoveltySign } from '#src/routes/-grade-book/novelty.tsx'
import { useJournal, useReasonsWithoutJournal, useSettings } from '#src/routes/-grade-book/use-journal.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { NoValue } from '#src/ui/data/badge.tsx'
import { type Column, Table } from '#src/ui/data/table.tsx'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ScoreOutOf } from './score-out-of.tsx'

type Points = { score: number; max: number }

type OverviewRow = {
  course: Course
  /** Why it has no journal. */
  reason: string | undefined
  /** Of scored work of the term; null without any, undefined while loading. */
  points: Points | null | undefined
  /** The newest first. */
  latest: readonly JournalEntry[]
  /** Of the year, as text; null if it equals that of the term. */
  year: string | null
}

const maxLatest = 2

/** All courses of an academy with their newest scores, points and percentages; each row leads to its score journal. */
export function CourseOverview(opened: SelectedTerm) {
  const { t, i18n } = useLingui()
  const { book, term } = opened
  const journal = useJournal(opened)
  const reasons = useReasonsWithoutJournal(opened)
  const passing = useSettings(opened)?.scale.passing
  const threshold = passing !== undefined && formatPercentage(passing, i18n)
  const rows = book.courses.map((course): OverviewRow => {
    const scored = journal.data?.filter(({ courseUuid, state }) => courseUuid === course.uuid && state === 'marked')
    const points = scored && pointsOf(scored)
    const [ofTerm, ofYear] = [points ? shareOf(points) : null, course.average].map((share) =>
      share === null ? null : formatPercentageInColumn(share, i18n),
    )
    return {
      course,
      reason: reasons.get(course.uuid),
      points,
      latest: scored?.slice(-maxLatest).reverse() ?? [],
      year: ofYear === ofTerm || ofYear === undefined ? null : ofYear,
    }
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
      cell: ({ course }) => (
        <>
          <CourseLink opened={opened} course={course} />
          {course.teacher && <span className="block text-sm font-normal text-ink-muted">{course.teacher}</span>}
        </>
      ),
    },
    {
      key: 'latest',
      title: t`Последние работы`,
      cell: ({ latest, reason }) =>
        latest.length === 0 ? (
          <span className="text-sm text-ink-muted">{reason && <SchoolText>{reason}</SchoolText>}</span>
        ) : (
          latest.map((entry) => <Work key={entry.uuid} entry={entry} />)
        ),
    },
    {
      key: 'points',
      title: t`Баллы`,
      align: 'end',
      cell: ({ points }) => points && <ScoreOutOf {...points} />,
    },
    {
      key: 'term',
      title: t`Процент: ${unbrokenHyphens(term.title)}`,
      align: 'end',
      cell: ({ points }) => <Percentage value={points && shareOf(points)} passing={passing} />,
    },
    ...(rows.some(({ year }) => year !== null)
      ? [
          {
            key: 'year',
            title: t`Год`,
            align: 'end',
            cell: ({ course: { average } }) => <Percentage value={average} passing={undefined} />,
          } satisfies Column<OverviewRow>,
        ]
      : []),
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
    <>
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
            <Table
              caption={t`Курсы: ${term.title}`}
              columns={columns}
              rows={rows}
              rowKey={({ course }) => course.uuid}
            />
          }
        />
      </Card>
      <p className="-mt-sm text-sm text-ink-muted">
        <Trans>Процент — доля набранных баллов от максимума за проверенные работы.</Trans>
        {threshold && (
          <>
            {' '}
            <Trans>Нужно не меньше {threshold}.</Trans>
          </>
        )}
      </p>
    </>
  )
}

/** The sums of scored work; null without it. */
function pointsOf(scored: readonly JournalEntry[]): Points | null {
  const scores = scored.flatMap(({ mark, max }) => {
    const score = mark && markToNumber(mark.value)
    return score === null ? [] : [{ score, max }]
  })
  const max = scores.reduce((sum, one) => sum + one.max, 0)
  return max === 0 ? null : { score: scores.reduce((sum, { score }) => sum + score, 0), max }
}

/** Between 0 and 100. */
const shareOf = ({ score, max }: Points) => (100 * score) / max

type CourseRowProps = { opened: SelectedTerm; row: OverviewRow; passing: number | undefined }

function CourseRow({ opened, row: { course, reason, points, latest, year }, passing }: CourseRowProps) {
  return (
    <li className="relative flex min-h-[64px] items-center justify-between gap-sm px-base py-xs">
      <div className="min-w-0">
        <CourseLink opened={opened} course={course} isStretched />
        {latest[0] ? (
          <Work entry={latest[0]} />
        ) : (
          reason && (
            <span className="block text-sm text-ink-muted">
              <SchoolText>{reason}</SchoolText>
            </span>
          )
        )}
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <Percentage value={points && shareOf(points)} passing={passing} />
        {points && (
          <p className="text-sm text-ink-muted">
            <ScoreOutOf {...points} />
          </p>
        )}
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

/** A score of a work in one line. */
function Work({ entry }: { entry: JournalEntry }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const { novelty } = entry
  const [score, max] = [entry.mark?.value, i18n.number(entry.max)]
  return (
    <span className="line-clamp-1 text-sm font-normal text-ink-muted">
      {novelty && (
        <>
          <span aria-hidden="true" className="mr-xxs inline-flex align-middle">
            <NoveltySign novelty={novelty} />
          </span>
          <VisuallyHidden>{i18n._(noveltyMessages[novelty])}: </VisuallyHidden>
        </>
      )}
      <Trans>
        {score} из {max}, {dates.day(entry.date)}:
      </Trans>{' '}
      <SchoolText>{entry.topic}</SchoolText>
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
      {formatPercentageInColumn(value, i18n)}
      {isFailing && (
        <span className="block text-sm font-normal">
          <Trans>ниже порога</Trans>
        </span>
      )}
    </span>
  )
}
