import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { NewMark } from '#contract/learning.ts'
import { newMarksQuery } from '#src/api/news.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { ScreenLink } from '#src/routes/-shell/shell/router-link.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { EmptyBlock, HomeBlock, NewDot, optionalQuery, useChildNames } from './home-block.tsx'

const maxMarks = 5

export function MarksBlock() {
  return (
    <HomeBlock
      title={<Trans>Новые оценки</Trans>}
      link={
        <ScreenLink to="/grade-book">
          <Trans>Журнал оценок</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary
        query={optionalQuery(newMarksQuery())}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(marks) => marks.length === 0}
        empty={
          <EmptyBlock icon="grade-book">
            <Trans>Оценок пока нет. Они появятся здесь, как только их поставят.</Trans>
          </EmptyBlock>
        }
      >
        {(marks) => <NewestMarks marks={marks} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

function NewestMarks({ marks }: { marks: readonly NewMark[] }) {
  const more = marks.slice(maxMarks).filter(({ isNew }) => isNew).length
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft">
        {marks.slice(0, maxMarks).map((mark) => (
          <li key={mark.uuid}>
            <MarkRow mark={mark} />
          </li>
        ))}
        {more > 0 && (
          <li className="px-base py-sm text-sm md:px-lg">
            <ScreenLink to="/grade-book">
              <Plural
                value={more}
                one="Ещё # новая оценка"
                few="Ещё # новые оценки"
                many="Ещё # новых оценок"
                other="Ещё # новой оценки"
              />
            </ScreenLink>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** A mark with a link to the grade book. */
function MarkRow({ mark }: { mark: NewMark }) {
  const dates = useDates()
  const names = useChildNames()
  const { uuid, studentUuid, bookUuid, courseUuid, termUuid, course, topic, date, value, isNew } = mark
  return (
    <Link
      to="/grade-book"
      search={{ child: studentUuid, book: bookUuid, term: termUuid, course: courseUuid, mark: uuid }}
      className="flex items-center gap-base px-base py-sm transition-colors hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="inline-flex h-control min-w-control shrink-0 items-center justify-center rounded-lg bg-surface-sunken px-xs text-lg font-strong tabular-nums">
        {value}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-xs">
          {isNew && <NewDot />}
          <span className="min-w-0 font-medium">{course}</span>
        </span>
        <span className="block text-sm text-ink-muted">
          {[names([studentUuid]), dates.day(date), topic].filter(Boolean).join(separator)}
        </span>
      </span>
    </Link>
  )
}
