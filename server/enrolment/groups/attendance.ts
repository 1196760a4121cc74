import { and, eq, gte, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { enrolments, groupMemberships, programs, slots, studyGroups, territories } from '#server/db/schema/programs.ts'
import { conversations, exams, lessons, vacations } from '#server/db/schema/schedule.ts'
import { type CurrentTime, type Day, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import type { Attendance } from './conflict-rules.ts'

/** A student in a group. */
export type GroupPlace = { studentUuid: string; groupUuid: string }

/**
 * What the students (a subquery for `in`) attend from today on: lessons of their groups, exams and talks, without
 * cancelled ones, at their new time if they were moved. Places that are not paid yet count and are marked. The lessons
 * of a place that is left do not count, nor do its exams: those in its subject, if no other group of the student has it.
 */
export async function findAttendance(
  database: Database,
  currentTime: CurrentTime,
  students: SQL,
  leaves: GroupPlace | null,
): Promise<Attendance[]> {
  const groups = attendedGroups(database, currentTime, students)
  const meetings = meetingsOf(database, currentTime, (groupId) => eq(groupId, groups.groupId)).as('meetings')
  const isDuring = and(
    sql`${meetings.day} >= ${groups.joinedOn}::text`,
    or(isNull(groups.leftOn), sql`${meetings.day} < ${groups.leftOn}::text`),
    leaves ? or(ne(groups.studentId, leaves.studentUuid), ne(groups.groupId, leaves.groupUuid)) : undefined,
  )
  const attended = database
    .select({ studentUuid: groups.studentId, isUnpaid: groups.isUnpaid, ...columnsOf(meetings) })
    .from(groups)
    .crossJoinLateral(meetings)
    .where(isDuring)
  const { exams: ofExams, conversations: ofTalks } = appointments(database, currentTime, students, leaves)
  return (await unionAll(attended, ofExams, ofTalks)).map(toAttendance)
}

/** The lessons of groups from today on, by group. */
export async function findGroupLessons(
  database: Database,
  currentTime: CurrentTime,
  groupIds: readonly string[],
): Promise<Map<string | null, Omit<Attendance, 'studentUuid' | 'isUnpaid'>[]>> {
  const found = await meetingsOf(database, currentTime, (groupId) => inArray(groupId, [...groupIds])).orderBy(
    sql`day, starts_at`,
  )
  return Map.groupBy(found.map(toAttendance), ({ groupUuid }) => groupUuid)
}

/** Lessons of groups. A group whose lessons are not in the schedule yet meets at its weekly slots, except in vacations. */
function meetingsOf(database: Database, currentTime: CurrentTime, isWanted: (groupId: PgColumn) => SQL) {
  const { timeZone } = currentTime
  const isAhead = gte(lessons.startsAt, startOfToday(currentTime))
  const held = database
    .select({
      uuid: sql<string | null>`${lessons.id}`.as('uuid'),
      groupUuid: sql<string | null>`${studyGroups.id}`.as('group_uuid'),
      title: sql<string>`${studyGroups.title}`.as('title'),
      place: sql<
        string | null
      >`case when ${lessons.place} is null then null else coalesce(${territories.title}, ${lessons.place}) end`.as(
        'place',
      ),
      ...timesOf(
        sql`(${lessons.startsAt} at time zone ${timeZone})`,
        sql`(${lessons.endsAt} at time zone ${timeZone})`,
      ),
    })
    .from(lessons)
    .innerJoin(studyGroups, eq(studyGroups.id, lessons.groupId))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .where(and(isWanted(lessons.groupId), isAhead, ne(lessons.state, 'cancelled')))
  const hasLessons = sql`exists (select 1 from ${lessons} where ${and(eq(lessons.groupId, slots.groupId), isAhead)})`
  const today = dayInZone(currentTime.now, timeZone)
  const day = sql.identifier('planned_day')
  const isVacation = sql`exists (select 1 from ${vacations} where ${vacations.campaignId} = ${studyGroups.campaignId} and ${day}::date between ${vacations.startsOn} and ${vacations.endsOn})`
  const planned = database
    .select({
      uuid: sql<string | null>`null::uuid`.as('uuid'),
      groupUuid: sql<string | null>`${studyGroups.id}`.as('group_uuid'),
      title: sql<string>`${studyGroups.title}`.as('title'),
      place: sql<string | null>`${territories.title}`.as('place'),
      ...timesOf(sql`(${day}::date + ${slots.startsAt})`, sql`(${day}::date + ${slots.endsAt})`),
    })
    .from(slots)
    .innerJoin(studyGroups, eq(studyGroups.id, slots.groupId))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .innerJoin(
      sql`generate_series(greatest(${studyGroups.startsOn}, ${today}::date), ${studyGroups.endsOn}, interval '1 day') as ${day}`,
      sql`extract(isodow from ${day}) = ${slots.weekday}`,
    )
    .where(and(isWanted(slots.groupId), not(hasLessons), not(isVacation)))
  return unionAll(held, planned)
}

/** Day, weekday, hours and minutes of two local times. */
function timesOf(startsAt: SQL, endsAt: SQL) {
  return {
    day: sql<Day>`to_char(${startsAt}, 'YYYY-MM-DD')`.as('day'),
    weekday: sql<number>`extract(isodow from ${startsAt})::int`.as('weekday'),
    startsAt: sql<string>`to_char(${startsAt}, 'HH24:MI')`.as('starts_at'),
    endsAt: sql<string>`to_char(${endsAt}, 'HH24:MI')`.as('ends_at'),
    minutes: sql<number>`(extract(epoch from ${endsAt} - ${startsAt}) / 60)::int`.as('minutes'),
  }
}

type Meetings = ReturnType<ReturnType<typeof meetingsOf>['as']>

function columnsOf({ uuid, groupUuid, title, place, day, weekday, startsAt, endsAt, minutes }: Meetings) {
  return { uuid, groupUuid, title, place, day, weekday, startsAt, endsAt, minutes }
}

/** Memberships, and places taken but not paid: by an open contract or an enrolment in the 2035 programme. */
function attendedGroups(database: Database, { now, timeZone }: CurrentTime, students: SQL) {
  const notYet = {
    joinedOn: sql<Day>`${dayInZone(now, timeZone)}::date`.as('joined_on'),
    leftOn: sql<Day | null>`null::date`.as('left_on'),
    isUnpaid: sql<boolean>`true`.as('is_unpaid'),
  }
  const isMember = (place: { studentId: PgColumn; groupId: PgColumn }) => {
    const condition = and(eq(groupMemberships.studentId, place.studentId), eq(groupMemberships.groupId, place.groupId))
    return sql`exists (select 1 from ${groupMemberships} where ${condition})`
  }
  const { studentId, groupId, joinedOn, leftOn } = groupMemberships
  const members = database
    .select({ studentId, groupId, joinedOn, leftOn, isUnpaid: sql<boolean>`false`.as('is_unpaid') })
    .from(groupMemberships)
    .where(sql`${studentId} in ${students}`)
  const buyers = database
    .select({ studentId: contracts.studentId, groupId: sql<string>`${contracts.groupId}`.as('group_id'), ...notYet })
    .from(contracts)
    .where(
      and(
        sql`${contracts.studentId} in ${students}`,
        eq(contracts.status, 'Open'),
        isNotNull(contracts.groupId),
        not(isMember(contracts)),
      ),
    )
  const hasContract = sql`exists (select 1 from ${contracts} where ${eq(contracts.enrolmentId, enrolments.id)})`
  const enrolled = database
    .select({ studentId: enrolments.studentId, groupId: enrolments.groupId, ...notYet })
    .from(enrolments)
    .where(and(sql`${enrolments.studentId} in ${students}`, not(hasContract), not(isMember(enrolments))))
  return unionAll(members, buyers, enrolled).as('attended')
}

function appointments(database: Database, currentTime: CurrentTime, students: SQL, leaves: GroupPlace | null) {
  const { timeZone } = currentTime
  const of = (table: typeof exams | typeof conversations, condition?: SQL) =>
    database
      .select({
        studentUuid: table.studentId,
        isUnpaid: sql<boolean>`false`.as('is_unpaid'),
        uuid: sql<string | null>`${table.id}`.as('uuid'),
        groupUuid: sql<string | null>`null::uuid`.as('group_uuid'),
        title: table.title,
        place: table.place,
        ...timesOf(sql`(${table.startsAt} at time zone ${timeZone})`, sql`(${table.endsAt} at time zone ${timeZone})`),
      })
      .from(table)
      .where(
        and(
          sql`${table.studentId} in ${students}`,
          gte(table.startsAt, startOfToday(currentTime)),
          ne(table.state, 'cancelled'),
          condition,
        ),
      )
  return { exams: of(exams, leaves ? not(isExamOf(database, leaves)) : undefined), conversations: of(conversations) }
}

/** An exam names a student and a subject, but no group. */
function isExamOf(database: Database, { studentUuid, groupUuid }: GroupPlace): SQL {
  const subjectsOf = (condition: SQL | undefined) =>
    database
      .select({ code: programs.subjectCode })
      .from(studyGroups)
      .innerJoin(programs, eq(programs.id, studyGroups.programId))
      .where(condition)
  const otherGroups = database
    .select({ id: groupMemberships.groupId })
    .from(groupMemberships)
    .where(
      and(
        eq(groupMemberships.studentId, studentUuid),
        ne(groupMemberships.groupId, groupUuid),
        or(isNull(groupMemberships.leftOn), sql`(${exams.startsAt})::date < ${groupMemberships.leftOn}`),
      ),
    )
  return sql`(${exams.studentId} = ${studentUuid}::uuid
    and ${exams.subjectCode} in ${subjectsOf(eq(studyGroups.id, groupUuid))}
    and ${exams.subjectCode} not in ${subjectsOf(inArray(studyGroups.id, otherGroups))})`
}

function startOfToday({ now, timeZone }: CurrentTime): Date {
  return zonedInstant(dayInZone(now, timeZone), '00:00', timeZone)
}

type Row = Omit<Attendance, 'studentUuid' | 'isUnpaid' | 'slot' | 'from' | 'to'> & {
  startsAt: string
  endsAt: string
  minutes: number
}

function toAttendance<Found extends Row>({ startsAt, endsAt, minutes, ...row }: Found) {
  const [hour = 0, minute = 0] = startsAt.split(':').map(Number)
  const from = hour * 60 + minute
  return { ...row, slot: { from: startsAt, to: endsAt }, from, to: from + minutes }
}
