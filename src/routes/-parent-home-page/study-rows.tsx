import { Plural, Trans } from '@lingui/react/macro'
import { entryTitleOf } from '#src/domain/schedule-entries.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { RelativeStart } from '#src/routes/-query/labels/lesson-times.tsx'
import { useChildNames } from '#src/routes/-query/use-child-names.ts'
import { useNow, useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import type { NeedOf } from './needs.ts'

export function LessonToJoinRow({ entry, join }: NeedOf<'lesson'>) {
  const names = useChildNames()
  const { startsAt, endsAt, teacher, students } = entry
  return (
    <HomeRow
      start="schedule-webinar"
      to={{ href: join }}
      title={entryTitleOf(entry)}
      due={<LessonStart startsAt={startsAt} endsAt={endsAt} />}
      note={[names(students), teacher]}
      action={<Trans>Подключиться</Trans>}
    />
  )
}

/** When a lesson starts, or until when it lasts. */
export function LessonStart({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  const dates = useDates()
  const isNow = Date.parse(startsAt) <= useNow()
  return isNow ? <Trans>идёт сейчас, до {dates.time(endsAt)}</Trans> : <RelativeStart startsAt={startsAt} />
}

/** Tasks of a student that are due by tomorrow, or late ones that are still accepted. */
export function HomeworkRow({ student, tasks, isOverdue, due }: NeedOf<'homework'>) {
  const dates = useDates()
  const names = useChildNames()
  const ownId = useCurrentUserId()
  const subjects = [...new Set(tasks.map(({ subject }) => subject))].join(', ')
  const firstDay = dates.dayOf(tasks[0]?.dueAt ?? new Date())
  return (
    <HomeRow
      start="schedule-self-study"
      to={{
        to: '/homework',
        search: { ...(student !== ownId && { child: student }), ...(!isOverdue && { date: firstDay }) },
      }}
      title={
        <Plural
          value={tasks.length}
          one="Домашнее задание"
          few="# домашних задания"
          many="# домашних заданий"
          other="# домашнего задания"
        />
      }
      due={
        isOverdue ? (
          <LateUntil since={firstDay} acceptedUntil={tasks[0]?.acceptedUntil ?? null} />
        ) : (
          <HomeworkDue due={due} />
        )
      }
      note={[names([student]), subjects]}
      action={<Trans>Открыть</Trans>}
    />
  )
}

/** Homework is due today or tomorrow. */
function HomeworkDue({ due }: { due: number }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const instant = new Date(due).toISOString()
  const time = dates.time(instant)
  return dates.dayOf(instant) === today ? <Trans>сдать сегодня до {time}</Trans> : <Trans>сдать завтра до {time}</Trans>
}

/** Since when homework is late, and until when it is accepted, if that is known. */
function LateUntil({ since, acceptedUntil }: { since: string; acceptedUntil: string | null }) {
  const dates = useDates()
  return (
    <span className="text-ink-error">
      {acceptedUntil === null ? (
        <Trans>просрочено, срок был {dates.day(since)}</Trans>
      ) : (
        <Trans>
          просрочено с {dates.day(since)}, примут до {dates.day(dates.dayOf(acceptedUntil))}
        </Trans>
      )}
    </span>
  )
}

/** Lessons that a child has missed one after another. */
export function AbsencesRow({ student, subject, absences: { lessonUuid, date, count } }: NeedOf<'absences'>) {
  const dates = useDates()
  const names = useChildNames()
  return (
    <HomeRow
      start="calendar"
      // The message has the lesson attached.
      to={{ to: '/schedule', search: { date, item: lessonUuid, tickets: 'new' } }}
      title={
        <Plural
          value={count ?? 0}
          one="# пропуск подряд"
          few="# пропуска подряд"
          many="# пропусков подряд"
          other="# пропуска подряд"
        />
      }
      due={<Trans>последний {dates.day(date)}</Trans>}
      note={[names([student]), subject]}
      action={<Trans>Объяснить</Trans>}
    />
  )
}
