import { type SQL, sql } from 'drizzle-orm'
import type { AbsenceReason } from '#contract/enumerations.ts'
import { selectIsoInstant } from '#server/db/json-select.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { absences, lessons } from '#server/db/schema/schedule.ts'

/** The day of a lesson at school. */
export function lessonDay(timeZone: string): SQL<string> {
  return sql<string>`(${lessons.startsAt} at time zone ${timeZone})::date`
}

/** Whether the student of a joined membership belongs to the group of the lesson on its day. */
export function isMemberOnDay(timeZone: string): SQL {
  const day = lessonDay(timeZone)
  return sql`(
    ${groupMemberships.groupId} = ${lessons.groupId} and ${day} >= ${groupMemberships.joinedOn}
    and (${groupMemberships.leftOn} is null or ${day} < ${groupMemberships.leftOn})
  )`
}

/** Whether an absence that is not withdrawn covers the lesson: the lesson itself, or its day. */
function isCovered(timeZone: string): SQL {
  return sql`(${absences.withdrawnAt} is null and (
    ${absences.lessonId} = ${lessons.id} or ${lessonDay(timeZone)} between ${absences.startsOn} and ${absences.endsOn}
  ))`
}

/** Students of the selected lesson who are reported absent, by name, for those who teach it. */
export function absentStudents(timeZone: string): SQL<{ name: string; reason: AbsenceReason }[]> {
  return sql`coalesce((
    select json_agg(json_build_object('name', name, 'reason', reason) order by name) from (
      select distinct on (${users.id}) concat_ws(' ', ${users.lastName}, ${users.firstName}) as name, ${absences.reason} as reason
      from ${absences} join ${users} on ${users.id} = ${absences.studentId}
        join ${groupMemberships} on ${groupMemberships.studentId} = ${absences.studentId}
      where ${isCovered(timeZone)} and ${isMemberOnDay(timeZone)}
      order by ${users.id}, ${absences.createdAt}
    ) as absent
  ), '[]')`
}

/** Students of the selected group who are reported absent from a coming lesson of a period, by name, with the first of those lessons. */
export function absentStudentsOfGroup({
  from,
  until,
  timeZone,
}: {
  from: Date
  until: Date
  timeZone: string
}): SQL<{ name: string; reason: AbsenceReason; lessonAt: string }[]> {
  return sql`coalesce((
    select json_agg(json_build_object('name', name, 'reason', reason, 'lessonAt', lesson_at) order by name, lesson_at) from (
      select distinct on (${users.id}) concat_ws(' ', ${users.lastName}, ${users.firstName}) as name, ${absences.reason} as reason,
        ${selectIsoInstant(lessons.startsAt)} as lesson_at
      from ${lessons} join ${groupMemberships} on ${isMemberOnDay(timeZone)}
        join ${absences} on ${absences.studentId} = ${groupMemberships.studentId} and ${isCovered(timeZone)}
        join ${users} on ${users.id} = ${absences.studentId}
      where ${lessons.groupId} = ${studyGroups.id} and ${lessons.state} <> 'cancelled'
        and ${lessons.endsAt} > ${from.toISOString()}::timestamptz and ${lessons.startsAt} < ${until.toISOString()}::timestamptz
      order by ${users.id}, ${lessons.startsAt}, ${absences.createdAt}
    ) as absent
  ), '[]')`
}
