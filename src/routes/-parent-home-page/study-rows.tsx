import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import { entryTitleOf } from '#src/domain/schedule-entries.ts'
import { unbrokenReferences } from '#src/domain/unbroken-references.ts'
import { separator } from '#src/i18n/labels.ts'
import { schoolTitle } from '#src/i18n/school-titles.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { HomeRow } from '#src/routes/-flow/home/home-row.tsx'
import { RelativeStart } from '#src/routes/-query/labels/lesson-times.tsx'
import { RetakeText } from '#src/routes/-query/labels/retake-text.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
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
      who={names(students)}
      due={<LessonStart startsAt={startsAt} endsAt={endsAt} />}
      note={[teacher]}
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

/**
 * Tasks that are due on a day, or late ones that are still accepted: of which subjects, or how many of each child. A single
 * one is named by its title.
 */
export function HomeworkRow({ tasks, isOverdue, due }: NeedOf<'homework'>) {
  const dates = useDates()
  const names = useChildNames()
  const ownId = useCurrentUserId()
  const byStudent = Map.groupBy(tasks, ({ studentUuid }) => studentUuid)
  const [student, ...others] = byStudent.keys()
  const [only, ...more] = tasks
  const isOfSeveral = others.length > 0
  const child = student === ownId || isOfSeveral ? undefined : student
  return (
    <HomeRow
      start="schedule-self-study"
      to={{
        to: '/homework',
        search: { ...(child && { child }), ...(!isOverdue && { date: dates.dayOf(new Date(due)) }) },
      }}
      title={
        only && more.length === 0 ? (
          <Trans>
            Сдать: <SchoolText>{only.title.replace(': ', ', ')}</SchoolText>
          </Trans>
        ) : isOverdue ? (
          <Plural
            value={tasks.length}
            one="# просроченное задание"
            few="# просроченных задания"
            many="# просроченных заданий"
            other="# просроченного задания"
          />
        ) : (
          <Plural
            value={tasks.length}
            one="# домашнее задание"
            few="# домашних задания"
            many="# домашних заданий"
            other="# домашнего задания"
          />
        )
      }
      who={isOfSeveral ? '' : names([...byStudent.keys()])}
      due={
        <>
          {isOfSeveral && `${countsText(byStudent, names)}${separator}`}
          {isOverdue ? <LateUntil tasks={tasks} /> : <HomeworkDue due={due} />}
        </>
      }
      note={[isOfSeveral ? null : [...new Set(tasks.map(({ subject }) => subject))].join(', ')]}
      action={<Trans>Открыть</Trans>}
    />
  )
}

type ByStudent = ReadonlyMap<string, readonly HomeworkTask[]>
type NamesOf = ReturnType<typeof useChildNames>

/** Such as «Мария: 2, Даниил: 1»: who has most comes first. */
function countsText(byStudent: ByStudent, names: NamesOf): string {
  return [...byStudent]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([uuid, own]) => `${names([uuid])}:\u00a0${own.length}`)
    .join(', ')
}

/** Homework is due today or tomorrow. */
function HomeworkDue({ due }: { due: number }) {
  const dates = useDates()
  const { today } = useSchoolNow()
  const instant = new Date(due).toISOString()
  const time = dates.time(instant)
  return dates.dayOf(instant) === today ? <Trans>сдать сегодня до {time}</Trans> : <Trans>сдать завтра до {time}</Trans>
}

/** That homework is late, and until when it is accepted, if that is known: of several dates the first. */
function LateUntil({ tasks }: { tasks: readonly HomeworkTask[] }) {
  const dates = useDates()
  const days = tasks.map(({ acceptedUntil }) => acceptedUntil && dates.dayOf(acceptedUntil))
  const [until] = days.filter((day) => day !== null).sort()
  return (
    <span className="text-ink-error">
      {until === undefined ? (
        <Trans>срок был {dates.day(dates.dayOf(tasks[0]?.dueAt ?? new Date()))}</Trans>
      ) : days.every((other) => other === until) ? (
        <Trans>ещё можно сдать до {dates.day(until)}</Trans>
      ) : (
        <Trans>ближайшее можно сдать до {dates.day(until)}</Trans>
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
      who={names([student])}
      due={<Trans>последний {dates.day(date)}</Trans>}
      note={[subject]}
      action={<Trans>Объяснить</Trans>}
    />
  )
}

/**
 * Exams and credits of a record book that were failed: the row leads to the book, which counts those of all years. A book
 * of another year has the same subjects, so the row names its year.
 */
export function RetakesRow({ retakes }: NeedOf<'retakes'>) {
  const { i18n } = useLingui()
  const { today } = useSchoolNow()
  const [first] = retakes
  if (!first) return null
  const { book, term } = first
  const year = book.terms.every(({ endsOn }) => endsOn < today) ? book.schoolYear : null
  const subjects = (
    <Plural
      value={retakes.length}
      one="Пересдать # предмет"
      few="Пересдать # предмета"
      many="Пересдать # предметов"
      other="Пересдать # предмета"
    />
  )
  return (
    <HomeRow
      start="grade-book"
      to={{ to: '/grade-book', search: { book: book.uuid, term: term.uuid } }}
      title={
        retakes.length === 1 ? (
          <Trans>Пересдать: {unbrokenReferences(first.course.title)}</Trans>
        ) : year === null ? (
          subjects
        ) : (
          <Trans>
            {subjects} за&nbsp;{year}
          </Trans>
        )
      }
      due={retakes.length === 1 ? <RetakeText {...first} /> : <NearestRetake retakes={retakes} />}
      note={[
        retakes.length === 1 ? year : null,
        retakes.length === 1
          ? unbrokenReferences(schoolTitle(term.title, i18n))
          : retakes.map(({ course }) => course.title).join(', '),
      ]}
      action={<Trans>Открыть</Trans>}
    />
  )
}

/** The first known day of several retakes; the record book has the others. */
function NearestRetake({ retakes }: Pick<NeedOf<'retakes'>, 'retakes'>) {
  const dates = useDates()
  const [nearest] = retakes.flatMap(({ retakeOn }) => retakeOn ?? []).sort()
  return nearest === undefined ? (
    <Trans>дни пересдач спросите у экзаменаторов</Trans>
  ) : (
    <Trans>ближайшая пересдача {dates.day(nearest)}</Trans>
  )
}
