import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { NewMark } from '#contract/learning/unseen.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { newMarksQuery, scheduleChangesQuery } from '#src/api/unseen.ts'
import type { MergedScheduleChange } from '#src/domain/schedule-changes.ts'
import { relevantChanges } from '#src/domain/schedule-changes.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { EmptyBlock, HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { ChangedTime } from '#src/routes/-query/labels/lesson-times.tsx'
import { MarkValue } from '#src/routes/-query/labels/mark-value.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useChildNames } from '#src/routes/-query/use-child-names.ts'
import { useNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Card } from '#src/ui/layout/card.tsx'

const maxMarks = 3

/** The newest marks; the link names how many more are new. */
export function MarksBlock() {
  const result = useQuery(optionalQuery(newMarksQuery()))
  const more = (result.data ?? []).slice(maxMarks).filter(({ isNew }) => isNew).length
  return (
    <HomeBlock
      title={<Trans>Новые оценки</Trans>}
      link={
        <ScreenLink to="/grade-book">
          {more > 0 ? (
            <Plural
              value={more}
              one="Ещё # новая оценка"
              few="Ещё # новые оценки"
              many="Ещё # новых оценок"
              other="Ещё # новой оценки"
            />
          ) : (
            <Trans>Журнал оценок</Trans>
          )}
        </ScreenLink>
      }
    >
      <QueryState
        result={result}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={(marks) => marks.length === 0}
        empty={
          <EmptyBlock icon="grade-book">
            <Trans>Оценок пока нет. Они появятся здесь, как только их поставят.</Trans>
          </EmptyBlock>
        }
      >
        {(marks) => (
          <Card padding="flush">
            <ul className="divide-y divide-line-soft">
              {marks.slice(0, maxMarks).map((mark) => (
                <li key={mark.uuid}>
                  <MarkRow mark={mark} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </QueryState>
    </HomeBlock>
  )
}

function MarkRow({ mark }: { mark: NewMark }) {
  const dates = useDates()
  const names = useChildNames()
  const { uuid, studentUuid, bookUuid, courseUuid, termUuid, course, topic, date, value, max, isNew } = mark
  return (
    <HomeRow
      start={{
        content: (
          <span
            className={classNames(
              'inline-flex h-control w-[48px] shrink-0 items-center justify-center rounded-lg bg-surface-sunken font-strong tabular-nums',
              // A word, such as «зачёт».
              value.length > 4 ? 'text-xs' : 'text-lg',
            )}
          >
            <MarkValue value={value} max={max} isTile />
          </span>
        ),
      }}
      to={{
        to: '/grade-book',
        search: { child: studentUuid, book: bookUuid, term: termUuid, course: courseUuid, mark: uuid },
      }}
      title={course}
      isNew={isNew}
      note={[names([studentUuid]), dates.day(date), topic]}
    />
  )
}

type ChangesBlockProps = {
  /** Keys of the entries whose state the page shows above. */
  elsewhere: ReadonlySet<string>
}

/**
 * Moved and cancelled lessons that are ahead, the new ones first; the link names how many more are new. Absent if the page
 * shows all of them above.
 */
export function ChangesBlock({ elsewhere }: ChangesBlockProps) {
  const now = useNow()
  const result = useQuery(optionalQuery(scheduleChangesQuery()))
  const { data = [] } = result
  const { shown, moreNew } = relevantChanges(data, now, elsewhere)
  if (shown.length === 0 && relevantChanges(data, now).shown.length > 0) return null
  return (
    <HomeBlock
      title={<Trans>Что изменилось</Trans>}
      link={
        <ScreenLink to="/schedule">
          {moreNew > 0 ? (
            <Plural
              value={moreNew}
              one="Ещё # новое изменение"
              few="Ещё # новых изменения"
              many="Ещё # новых изменений"
              other="Ещё # нового изменения"
            />
          ) : (
            <Trans>В расписание</Trans>
          )}
        </ScreenLink>
      }
    >
      <QueryState
        result={result}
        skeleton={<SkeletonCards count={1} />}
        isEmpty={() => shown.length === 0}
        empty={
          <EmptyBlock icon="calendar">
            <Trans>Всё по плану. Переносы и отмены занятий появятся здесь.</Trans>
          </EmptyBlock>
        }
      >
        {() => (
          <Card padding="flush">
            <ul className="divide-y divide-line-soft">
              {shown.map((change) => (
                <li key={change.itemUuid}>
                  <ChangeRow change={change} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </QueryState>
    </HomeBlock>
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
    <HomeRow
      start="calendar"
      to={{ to: '/schedule', search: { date: dates.dayOf(startsAt), item: itemUuid } }}
      title={[names(students), isLesson ? (subject ?? title) : title].filter(Boolean).join(separator)}
      isNew={isNew}
      badge={
        <Badge tone={isCancelled ? 'neutral' : 'info'}>
          {isCancelled ? <Trans>Отменено</Trans> : <Trans>Перенесено</Trans>}
        </Badge>
      }
      due={<ChangedTime change={change} />}
      note={[isLesson && subject !== null ? title : null, isCancelled ? null : place]}
    />
  )
}
