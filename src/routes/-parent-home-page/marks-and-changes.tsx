import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { NewMark } from '#contract/learning/unseen.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { newMarksQuery, scheduleChangesQuery } from '#src/api/unseen.ts'
import type { MergedScheduleChange } from '#src/domain/schedule-changes.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { ChangedTime } from '#src/routes/-query/labels/lesson-times.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow } from '#src/routes/-query/use-now.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { EmptyBlock, HomeBlock, NewDot, useChildNames } from './home-block.tsx'
import { relevantChanges } from './home-page-items.ts'

const maxMarks = 3

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

function MarkRow({ mark }: { mark: NewMark }) {
  const dates = useDates()
  const names = useChildNames()
  const { uuid, studentUuid, bookUuid, courseUuid, termUuid, course, topic, date, value, isNew } = mark
  return (
    <Link
      to="/grade-book"
      search={{ child: studentUuid, book: bookUuid, term: termUuid, course: courseUuid, mark: uuid }}
      className="flex items-center gap-base px-base py-sm hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
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

/** Moved and cancelled lessons, the latest first. */
export function ChangesBlock() {
  const now = useNow()
  return (
    <HomeBlock
      title={<Trans>Что изменилось</Trans>}
      link={
        <ScreenLink to="/schedule">
          <Trans>В расписание</Trans>
        </ScreenLink>
      }
    >
      <QueryBoundary
        query={optionalQuery(scheduleChangesQuery())}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(changes) => relevantChanges(changes, now).shown.length === 0}
        empty={
          <EmptyBlock icon="calendar">
            <Trans>Всё по плану. Переносы и отмены занятий появятся здесь.</Trans>
          </EmptyBlock>
        }
      >
        {(changes) => <Changes {...relevantChanges(changes, now)} />}
      </QueryBoundary>
    </HomeBlock>
  )
}

function Changes({ shown, moreNew }: ReturnType<typeof relevantChanges>) {
  return (
    <Card padding="flush">
      <ul className="divide-y divide-line-soft">
        {shown.map((change) => (
          <li key={change.itemUuid}>
            <ChangeRow change={change} />
          </li>
        ))}
        {moreNew > 0 && (
          <li className="px-base py-sm text-sm md:px-lg">
            <ScreenLink to="/schedule">
              <Plural
                value={moreNew}
                one="Ещё # новое изменение"
                few="Ещё # новых изменения"
                many="Ещё # новых изменений"
                other="Ещё # нового изменения"
              />
            </ScreenLink>
          </li>
        )}
      </ul>
    </Card>
  )
}

/** A changed lesson with its previous time; links to the schedule. */
function ChangeRow({ change }: { change: MergedScheduleChange }) {
  const dates = useDates()
  const names = useChildNames()
  const { itemUuid, category, subject, title, state, startsAt, place, isNew, students } = change
  const isLesson = category === 'lessons'
  const isCancelled = state === 'cancelled'
  return (
    <Link
      to="/schedule"
      search={{ date: dates.dayOf(startsAt), item: itemUuid }}
      className="block px-base py-sm hover:bg-grey-2 focus-visible:-outline-offset-2 md:px-lg"
    >
      <span className="flex flex-wrap items-center gap-x-sm gap-y-xxs">
        <span className="flex min-w-0 items-baseline gap-xs">
          {isNew && <NewDot />}
          <span className="min-w-0 font-medium">{isLesson ? (subject ?? title) : title}</span>
        </span>
        <Badge tone={isCancelled ? 'error' : 'warning'}>
          {isCancelled ? <Trans>Отменено</Trans> : <Trans>Перенесено</Trans>}
        </Badge>
      </span>
      <span className="block">
        <ChangedTime change={change} />
      </span>
      <span className="block text-sm text-ink-muted">
        {[names(students), isLesson && subject !== null ? title : null, isCancelled ? null : place]
          .filter(Boolean)
          .join(separator)}
      </span>
    </Link>
  )
}
