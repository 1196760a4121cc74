import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TaughtGroup, TaughtLesson } from '#contract/learning/teaching.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { teacherDayQuery } from '#src/api/teaching.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { absenceReasonLabels, lessonFormatLabels } from '#src/i18n/lesson-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { ConsentNotice } from '#src/routes/-flow/home/consent-notice.tsx'
import { EmptyBlock, HomeBlock } from '#src/routes/-flow/home/home-block.tsx'
import { HomeList } from '#src/routes/-flow/home/home-list.tsx'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { EventsBlock } from '#src/routes/-parent-home-page/events-block.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { QueryBoundary } from '#src/routes/-query/query-boundary.tsx'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { OpenTickets, TeacherNeeds } from './teacher-needs.tsx'

const maxGroups = 5

/**
 * The day of a teacher or curator: what waits, lessons of today and of the coming days, and the groups. Who only curates
 * groups teaches no lessons, and has the groups in their place.
 */
export function TeacherDay() {
  return (
    <div className="flex flex-col gap-lg">
      <TeacherNeeds />
      <ConsentNotice />
      <QueryBoundary query={optionalQuery(teacherDayQuery())} skeleton={<SkeletonCards count={2} />}>
        {({ lessons, groups }) => {
          const isOnlyCurator = lessons.length === 0 && groups.length > 0 && groups.every(({ isCurated }) => isCurated)
          return (
            <div className="grid items-start gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              {isOnlyCurator ? <Groups groups={groups} /> : <Lessons lessons={lessons} />}
              <div className="flex min-w-0 flex-col gap-lg">
                <OpenTickets />
                {!isOnlyCurator && <Groups groups={groups} />}
                <EventsBlock />
              </div>
            </div>
          )
        }}
      </QueryBoundary>
    </div>
  )
}

function Lessons({ lessons }: { lessons: readonly TaughtLesson[] }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const tomorrow = shiftDay(today, 1, 'day')
  const clashing = clashingLessons(lessons)
  const days = [...new Set([today, ...lessons.map(({ startsAt }) => dates.dayOf(startsAt))])]
  return (
    <HomeBlock title={<Trans>Занятия на неделю</Trans>}>
      <Card padding="flush">
        <div className="divide-y divide-line-soft">
          {days.map((day) => {
            const own = lessons.filter(({ startsAt }) => dates.dayOf(startsAt) === day)
            return (
              <section key={day} className="py-xs">
                <h3 className="px-base text-sm text-ink-muted first-letter:uppercase md:px-lg">
                  {day === today ? (
                    <Trans>Сегодня, {dates.weekday(day)}</Trans>
                  ) : day === tomorrow ? (
                    <Trans>Завтра, {dates.weekday(day)}</Trans>
                  ) : (
                    dates.weekday(day)
                  )}
                </h3>
                {own.length === 0 ? (
                  <p className="px-base py-xs md:px-lg">
                    <Trans>Занятий нет</Trans>
                  </p>
                ) : (
                  <ul>
                    {own.map((lesson) => (
                      <li key={lesson.uuid}>
                        <LessonRow lesson={lesson} isClashing={clashing.has(lesson)} />
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

/** Lessons that overlap with another one of the same teacher; cancelled ones do not. */
function clashingLessons(lessons: readonly TaughtLesson[]): ReadonlySet<TaughtLesson> {
  const held = lessons.filter(({ state }) => state !== 'cancelled')
  return new Set(
    held.filter((one) =>
      held.some(
        (other) =>
          other !== one &&
          Date.parse(other.startsAt) < Date.parse(one.endsAt) &&
          Date.parse(one.startsAt) < Date.parse(other.endsAt),
      ),
    ),
  )
}

type LessonRowProps = {
  lesson: TaughtLesson
  /** It overlaps with another lesson of the teacher. */
  isClashing: boolean
}

function LessonRow({ lesson, isClashing }: LessonRowProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const dates = useDates()
  const { today } = useSchoolNow()
  const { startsAt, endsAt, subject, topic, groupTitle, place, format, state, joinUrl, replacedTeacher } = lesson
  const { students, absent } = lesson
  const isOver = Date.parse(endsAt) <= now
  const isCancelled = state === 'cancelled'
  const join = dates.dayOf(startsAt) === today && !isOver && !isCancelled ? joinUrl : null
  return (
    <>
      <HomeRow
        start={{ content: <LessonTime lesson={lesson} /> }}
        to={join ? { href: join } : undefined}
        title={
          <span
            className={classNames(
              isCancelled && 'font-normal line-through',
              (isOver || isCancelled) && 'text-ink-muted',
            )}
          >
            <SchoolText>{unbrokenReferences(groupTitle)}</SchoolText>
          </span>
        }
        // Not beside the title, whose end names the group.
        due={
          <>
            <LessonBadges lesson={lesson} isClashing={isClashing} />
            <span className="text-ink-muted">
              <SchoolText>
                {[place ? unbrokenReferences(place) : i18n._(labelOf(lessonFormatLabels, format)), topic]
                  .filter(Boolean)
                  .join(separator)}
              </SchoolText>
              {/* The group and the topic name it. */}
              <span className="max-md:hidden">
                {separator}
                <SchoolText>{subject}</SchoolText>
              </span>
            </span>
          </>
        }
        note={[]}
        action={join && <Trans>Подключиться</Trans>}
      />
      {(replacedTeacher !== null || absent.length > 0) && (
        <div className="pr-base pb-xs pl-[72px] text-sm md:pr-lg md:pl-[80px]">
          {replacedTeacher !== null && (
            <PeopleNote icon="switch">
              <Trans>Вместо: {replacedTeacher}</Trans>
            </PeopleNote>
          )}
          {absent.length > 0 && <AbsentStudents absent={absent} isOnly={students === 1} />}
        </div>
      )}
    </>
  )
}

/** A line below a lesson or a group about who comes in place of another one, or stays away. */
function PeopleNote({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-start gap-xxs">
      <span className="mt-half text-ink-muted">
        <Icon name={icon} size={16} />
      </span>
      <span className="min-w-0">{children}</span>
    </p>
  )
}

type AbsentStudentsProps = {
  /** `since`: the day of the first lesson. */
  absent: readonly (TaughtLesson['absent'][number] & { since?: string })[]
  /** The group has no other student. */
  isOnly?: boolean
}

function AbsentStudents({ absent, isOnly = false }: AbsentStudentsProps) {
  const { i18n } = useLingui()
  const title = absent.length === 1 ? <Trans>Не придёт:</Trans> : <Trans>Не придут:</Trans>
  return (
    <PeopleNote icon="profile">
      {isOnly ? <Trans>Не придёт единственный ученик:</Trans> : title}{' '}
      {absent
        .map(({ name, reason, since }) => {
          const details = [since, i18n._(labelOf(absenceReasonLabels, reason)).toLowerCase()]
          return `${name} (${details.filter(Boolean).join(', ')})`
        })
        .join(', ')}
    </PeopleNote>
  )
}

function LessonTime({ lesson: { startsAt, endsAt, state } }: { lesson: TaughtLesson }) {
  const dates = useDates()
  return (
    <span className="w-[44px] shrink-0 text-sm tabular-nums">
      <span className={classNames('block', state === 'cancelled' ? 'text-ink-muted line-through' : 'font-medium')}>
        {dates.time(startsAt)}
      </span>
      <VisuallyHidden>–</VisuallyHidden>
      <span className="block text-ink-muted">{dates.time(endsAt)}</span>
    </span>
  )
}

function LessonBadges({ lesson: { state, isSubstitute, students }, isClashing }: LessonRowProps) {
  return (
    <span className="mr-xs inline-flex flex-wrap gap-xxs empty:hidden">
      {state === 'cancelled' && (
        <Badge>
          <Trans>Отменено</Trans>
        </Badge>
      )}
      {state === 'moved' && (
        <Badge tone="info">
          <Trans>Перенесено</Trans>
        </Badge>
      )}
      {isSubstitute && (
        <Badge tone="info">
          <Trans>Замена</Trans>
        </Badge>
      )}
      {isClashing && (
        <Badge tone="warning">
          <Trans>Пересечение</Trans>
        </Badge>
      )}
      {students === 0 && state !== 'cancelled' && (
        <Badge tone="warning">
          <Trans>Нет учеников</Trans>
        </Badge>
      )}
    </span>
  )
}

function Groups({ groups }: { groups: readonly TaughtGroup[] }) {
  const isMixed = new Set(groups.map(({ isCurated }) => isCurated)).size > 1
  return (
    <HomeBlock title={<Trans>Мои группы</Trans>}>
      {groups.length === 0 ? (
        <EmptyBlock icon="profile">
          <Trans>Групп пока нет. Они появятся, когда школа назначит вас преподавателем или куратором.</Trans>
        </EmptyBlock>
      ) : (
        <HomeList items={groups} keyOf={({ uuid }) => uuid} max={maxGroups}>
          {(group) => <GroupRow group={group} isRoleShown={isMixed} />}
        </HomeList>
      )}
    </HomeBlock>
  )
}

/** Opens the list of its students; `isRoleShown`: says that the user is its curator. */
function GroupRow({ group, isRoleShown }: { group: TaughtGroup; isRoleShown: boolean }) {
  const { title, subject, students, nextLessonAt, isCurated, absent } = group
  const { t } = useLingui()
  const dates = useDates()
  const next = nextLessonAt && dates.dateTime(nextLessonAt)
  const size =
    students.length === 0
      ? t`учеников пока нет`
      : t`${plural(students.length, { one: '# ученик', few: '# ученика', many: '# учеников', other: '# ученика' })}`
  const heading = (
    <>
      <span className="font-medium">
        <SchoolText>{unbrokenReferences(title)}</SchoolText>
      </span>
      <span className="block text-sm font-normal text-ink-muted">
        {[isCurated && isRoleShown && t`вы куратор`, subject, size, next && t`следующее занятие ${next}`]
          .filter(Boolean)
          .join(separator)}
      </span>
    </>
  )
  return (
    <div className="px-base py-xs md:px-lg">
      {students.length === 0 ? (
        <p>{heading}</p>
      ) : (
        <Disclosure summary={heading}>
          <ol aria-label={t`Ученики группы ${title}`} className="list-inside list-decimal pl-[28px] text-sm">
            {students.map(({ uuid, name }) => (
              <li key={uuid}>{name}</li>
            ))}
          </ol>
        </Disclosure>
      )}
      {absent.length > 0 && (
        <div className={classNames('text-sm', students.length > 0 && 'pl-[28px]')}>
          <AbsentStudents
            absent={absent.map((student) => ({ ...student, since: dates.dayShort(dates.dayOf(student.lessonAt)) }))}
          />
        </div>
      )}
    </div>
  )
}
