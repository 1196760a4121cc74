import type { absences } from '#server/db/schema/schedule.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import { demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, zonedInstant } from '#server/time/calendar-days.ts'
import type { Lesson } from './lessons.ts'

/**
 * Reported absences: a past illness of a child of the demo account `parent`, and a student of the demo teacher who will
 * miss the next lesson.
 */
export function absenceRows(
  { random, people, memberships, structure, today, plan: { now, timeZone } }: School,
  lessonsOfGroup: ReadonlyMap<string, Lesson[]>,
): (typeof absences.$inferInsert)[] {
  const own = random.fork('absences')
  const personOf = (login: string) => people.users.find(({ subject }) => subject === demoSubject(login))
  const parent = personOf('parent')
  const child = people.students.findLast(({ customer }) => customer === parent)
  const ill = parent &&
    child && {
      id: own.uuid(),
      studentId: child.person.id,
      reportedById: parent.id,
      reason: 'illness' as const,
      comment: 'Температура, врач советует посидеть дома три дня.',
      lessonId: null,
      startsOn: addDays(today, -11),
      endsOn: addDays(today, -9),
      createdAt: zonedInstant(addDays(today, -11), '07:50', timeZone),
      withdrawnAt: null,
    }
  const groups = structure.groups.filter(({ row }) => row.teacherId === personOf('teacher')?.id)
  const [lesson] = groups
    .flatMap(({ row }) => lessonsOfGroup.get(row.id) ?? [])
    .filter(({ state, startsAt, groupId }) => state === 'planned' && startsAt > now && absentIn(groupId))
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const absent = lesson && absentIn(lesson.groupId)
  const away = lesson &&
    absent && {
      id: own.uuid(),
      studentId: absent.person.id,
      reportedById: absent.customer.id,
      reason: 'family' as const,
      comment: 'Уезжаем к бабушке, домашнее задание пришлём.',
      lessonId: lesson.id,
      startsOn: null,
      endsOn: null,
      createdAt: new Date(now.getTime() - 20 * 3_600_000),
      withdrawnAt: null,
    }
  return [ill, away].filter((row) => row !== undefined)

  /** A student of the group whose family has no demo account, so that the demo accounts may report their own. */
  function absentIn(groupId: string) {
    const present = memberships.filter((one) => one.groupId === groupId && !one.leftOn)
    return people.students.find(
      ({ person, isShown }) => !isShown && present.some(({ studentId }) => studentId === person.id),
    )
  }
}
