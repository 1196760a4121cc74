import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TaughtGroup, TaughtLesson } from '#contract/learning/teaching.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { teacherDayQuery } from '#src/api/teaching.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { absenceReasonLabels, lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { EmptyBlock, HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { EventsBlock } from '#src/routes/-parent-home-page/events-block.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { LinkButton } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** A teacher's day: lessons of today, of the coming days, and the groups. */
export function TeacherDay() {
  return (
    <div className="flex flex-col gap-lg">
      <QueryBoundary query={optionalQuery(teacherDayQuery())} skeleton={<SkeletonCards count={2} />}>
        {({ lessons, groups }) => (
          <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Lessons lessons={lessons} />
            <Groups groups={groups} />
          </div>
        )}
      </QueryBoundary>
      <div className="max-w-text">
        <EventsBlock />
      </div>
    </div>
  )
}

function Lessons({ lessons }: { lessons: readonly TaughtLesson[] }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const tomorrow = shiftDay(today, 1, 'day')
  const days = [...new Set([today, ...lessons.map(({ startsAt }) => dates.dayOf(startsAt))])]
  return (
    <HomeBlock title={<Trans>Занятия на неделю</Trans>}>
      <Card padding="flush">
        <div className="divide-y divide-line-soft">
          {days.map((day) => {
            const own = lessons.filter(({ startsAt }) => dates.dayOf(startsAt) === day)
            return (
              <section key={day} className="px-base py-sm md:px-lg">
                <h3 className="text-sm text-ink-muted first-letter:uppercase">
                  {day === today ? (
                    <Trans>Сегодня, {dates.weekday(day)}</Trans>
                  ) : day === tomorrow ? (
                    <Trans>Завтра, {dates.weekday(day)}</Trans>
                  ) : (
                    dates.weekday(day)
                  )}
                </h3>
                {own.length === 0 ? (
                  <p className="py-xs">
                    <Trans>Занятий нет</Trans>
                  </p>
                ) : (
                  <ul>
                    {own.map((lesson) => (
                      <li key={lesson.uuid}>
                        <LessonRow lesson={lesson} />
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
        </div>
      </Card>
    </HomeBlock>
  )
}

function LessonRow({ lesson }: { lesson: TaughtLesson }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const now = useNow()
  const { startsAt, endsAt, subject, topic, groupTitle, place, format, state, joinUrl, isSubstitute, absent } = lesson
  const isOver = Date.parse(endsAt) <= now
  const isCancelled = state === 'cancelled'
  return (
    <div className="flex flex-wrap items-baseline gap-x-sm gap-y-xs py-xs">
      <span className="w-[48px] shrink-0 text-sm tabular-nums">
        <span className={classNames('block font-medium', isCancelled && 'line-through')}>{dates.time(startsAt)}</span>
        <VisuallyHidden>–</VisuallyHidden>
        <span className="block text-ink-muted">{dates.time(endsAt)}</span>
      </span>
      <span className={classNames('min-w-0 flex-1 basis-[180px]', isOver && 'text-ink-muted')}>
        <span className="flex flex-wrap items-center gap-x-xs">
          <span className={classNames('font-medium', isCancelled && 'line-through')}>{groupTitle}</span>
          {isCancelled && (
            <Badge tone="error">
              <Trans>Отменено</Trans>
            </Badge>
          )}
          {state === 'moved' && (
            <Badge tone="warning">
              <Trans>Перенесено</Trans>
            </Badge>
          )}
          {isSubstitute && (
            <Badge tone="info">
              <Trans>Замена</Trans>
            </Badge>
          )}
        </span>
        <span className="block text-sm text-ink-muted">
          {[subject, topic, place ?? i18n._(labelOf(lessonFormatLabels, format))].filter(Boolean).join(separator)}
        </span>
        {absent.length > 0 && (
          <span className="flex items-start gap-xxs text-sm">
            <span className="mt-half text-ink-warning">
              <Icon name="warning" size={16} />
            </span>
            <span className="min-w-0">
              <Trans>Не придут:</Trans>{' '}
              {absent
                .map(({ name, reason }) => `${name} (${i18n._(labelOf(absenceReasonLabels, reason)).toLowerCase()})`)
                .join(', ')}
            </span>
          </span>
        )}
      </span>
      {joinUrl && !isOver && !isCancelled && (
        <LinkButton href={joinUrl} target="_blank" rel="noopener" size="small">
          <Trans>Подключиться</Trans>
        </LinkButton>
      )}
    </div>
  )
}

function Groups({ groups }: { groups: readonly TaughtGroup[] }) {
  const dates = useDates()
  return (
    <HomeBlock title={<Trans>Мои группы</Trans>}>
      {groups.length === 0 ? (
        <EmptyBlock icon="profile">
          <Trans>Групп пока нет. Они появятся, когда школа назначит вас преподавателем.</Trans>
        </EmptyBlock>
      ) : (
        <Card padding="flush">
          <ul className="divide-y divide-line-soft">
            {groups.map(({ uuid, title, subject, students, nextLessonAt }) => (
              <li key={uuid} className="px-base py-sm md:px-lg">
                <span className="block font-medium">{title}</span>
                <span className="block text-sm text-ink-muted">
                  {subject}
                  {separator}
                  <Plural value={students} one="# ученик" few="# ученика" many="# учеников" other="# ученика" />
                </span>
                {nextLessonAt && (
                  <span className="block text-sm text-ink-muted">
                    <Trans>следующее занятие {dates.dateTime(nextLessonAt)}</Trans>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </HomeBlock>
  )
}
