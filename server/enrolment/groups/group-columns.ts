import { and, eq, gt, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { AvailableGroup } from '#contract/learning/schedule.ts'
import { firstCollegeGrade } from '#contract/limits.ts'
import { campaigns, groupMemberships, programs, slots, studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import { type CurrentTime, dayInZone, startOfNextWeek, startOfTomorrow } from '#server/time/calendar-days.ts'

/** `study_groups`, or an alias of it. */
type GroupTable = Record<'id' | 'placesTotal' | 'placesTaken', AnyPgColumn>

type Slot = AvailableGroup['slots'][number]

/** Territory title of groups that meet online. */
export const onlineTerritoryTitle: Record<Locale, string> = { ru: 'Онлайн', en: 'Online' }

export const everyGrade = Array.from({ length: 11 }, (_, index) => index + 1)
const collegeGrades = everyGrade.filter((grade) => grade >= firstCollegeGrade)

export function gradesIn(grades: readonly number[]): SQL {
  return sql.raw(`array[${grades.join(', ')}]::smallint[]`)
}

/** A course without grades is for every grade; one of the college, for those who finish grade 9 or have finished it. */
export const gradesOfCourse = sql`case when cardinality(${programs.grades}) > 0 then ${programs.grades} when ${programs.branch} = 'college' then ${gradesIn(collegeGrades)} else ${gradesIn(everyGrade)} end`

/** Whether a course is for a student of the grade; one without a grade has finished school, and may take no course that names grades. */
export function isForGrade(grade: AnyPgColumn | SQL): SQL<boolean> {
  return sql`coalesce(${grade} = any(${gradesOfCourse}), cardinality(${programs.grades}) = 0)`
}

/** For a group joined with its campaign: whether it can be bought at all. */
export function isOnSale(today: string): SQL | undefined {
  return and(eq(campaigns.kind, 'year'), gte(campaigns.enrolUntil, today), gte(studyGroups.endsOn, today))
}

/** Whether a membership, one with a known end included, has a day after `day`. */
export function lastsBeyond(day: string): SQL | undefined {
  const { joinedOn, leftOn } = groupMemberships
  return or(isNull(leftOn), sql`${leftOn} > greatest(${joinedOn}, ${day}::date)`)
}

/** The first lesson of the group after this week, because a transfer takes effect on a Monday; null if there is none. */
export function selectFirstLesson(groupId: AnyPgColumn, currentTime: CurrentTime): SQL {
  return selectFirstLessonSince(groupId, startOfNextWeek(currentTime))
}

function selectFirstLessonSince(groupId: AnyPgColumn, since: Date): SQL {
  return sql`(select min(${lessons.startsAt}) from ${lessons} where ${lessons.groupId} = ${groupId} and ${lessons.startsAt} >= ${since.toISOString()} and ${lessons.state} <> 'cancelled')`
}

/**
 * The day on which a student who is enrolled today begins: that of the first lesson from tomorrow on, or the first day
 * of a group whose lessons are not in the schedule yet. Null for a group that has begun and has none.
 */
export function selectFirstDayOfBuyer(
  group: Record<'id' | 'startsOn', AnyPgColumn>,
  { now, timeZone }: CurrentTime,
): SQL<string | null> {
  const first = selectFirstLessonSince(group.id, startOfTomorrow({ now, timeZone }))
  const day = sql`to_char(${first} at time zone ${timeZone}, 'YYYY-MM-DD')`
  const begins = sql`case when ${group.startsOn} > ${dayInZone(now, timeZone)}::date then ${group.startsOn}::text end`
  return sql`coalesce(${day}, ${begins})`
}

/** Zero while the group has a waiting list: a free place goes to the next in it, also a newly added one. */
export function selectFreePlaces(group: GroupTable): SQL<number> {
  const isWaiting = and(eq(waitingListEntries.groupId, group.id), eq(waitingListEntries.state, 'waiting'))
  const hasWaitingList = sql`exists (select 1 from ${waitingListEntries} where ${isWaiting})`
  return sql`case when ${hasWaitingList} then 0 else ${group.placesTotal} - ${group.placesTaken} end`
}

/** Places held for the student: one or none. The student may take a held place although the group is full. */
export function selectHeldPlaces(groupId: AnyPgColumn, studentId: AnyPgColumn, now: Date): SQL<number> {
  const isHeld = and(
    eq(waitingListEntries.groupId, groupId),
    eq(waitingListEntries.studentId, studentId),
    eq(waitingListEntries.state, 'held'),
    gt(waitingListEntries.heldUntil, now),
  )
  return sql`(select count(*)::int from ${waitingListEntries} where ${isHeld})`
}

/** The weekly slots of a group as JSON, in order. */
export function selectGroupSlots(groupId: AnyPgColumn): SQL<Slot[]> {
  const slot = sql`json_build_object('weekday', ${slots.weekday}, 'from', to_char(${slots.startsAt}, 'HH24:MI'), 'to', to_char(${slots.endsAt}, 'HH24:MI'))`
  return sql`(select coalesce(json_agg(${slot} order by ${slots.weekday}, ${slots.startsAt}), '[]') from ${slots} where ${slots.groupId} = ${groupId})`
}
