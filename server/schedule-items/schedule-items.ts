import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias, unionAll } from 'drizzle-orm/pg-core'
import type { LessonFormat, LessonState, ScheduleCategory } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { selectIsoInstant, selectRowJson, toRawJsonList } from '#server/db/json-select.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { conversations, exams, lessons, selfStudyItems, vacations } from '#server/db/schema/schedule.ts'
import { addDays, type Day, mondayOf } from '#server/time/calendar-days.ts'

const timeZone = sql.placeholder('timeZone')
const from = sql`${sql.placeholder('from')}::timestamptz`
const until = sql`${sql.placeholder('until')}::timestamptz`

/** From `from` (inclusive) to `until` (exclusive), both ISO 8601; `students` is for queries that filter by them. */
type SchedulePeriod = { userId: string; timeZone: string; from: string; until: string; students?: readonly string[] }

/** All schedule items of a period in one query. */
export function prepareSchedule(database: Database, name: string, students: SQL) {
  const items = unionAll(
    lessonsOf(database, students),
    selfStudyOf(database, students),
    vacationsOf(database, students),
    appointmentsOf(database, students, exams, 'examSubjects'),
    appointmentsOf(database, students, conversations, 'conversations'),
  ).as('items')
  const query = database
    .select(selectRowJson('items'))
    .from(items)
    .orderBy(items.startsAt, items.title, items.studentUuid)
    .prepare(name)
  return async (period: SchedulePeriod) => toRawJsonList<ScheduleItem>(await query.execute(period))
}

/** The items of a group in a period, as a student who joins it would see them. */
export function prepareGroupSchedule(database: Database, name: string) {
  const student = sql`${sql.placeholder('studentId')}::uuid`
  const isOf = (groupId: AnyPgColumn) => eq(groupId, sql`${sql.placeholder('groupId')}::uuid`)
  const query = unionAll(
    lessonItems(database, student).where(and(isOf(lessons.groupId), isInPeriodByIndex(lessons))),
    selfStudyItemsOf(database, student).where(and(isOf(selfStudyItems.groupId), isInPeriodByIndex(selfStudyItems))),
  ).prepare(name)
  return (
    period: Omit<SchedulePeriod, 'userId' | 'timeZone'> & { studentId: string; groupId: string },
  ): Promise<ScheduleItem[]> => query.execute(period)
}

function lessonsOf(database: Database, students: SQL) {
  return lessonItems(database, groupMemberships.studentId)
    .innerJoin(
      groupMemberships,
      and(eq(groupMemberships.groupId, lessons.groupId), isDuringMembership(lessons.startsAt)),
    )
    .where(and(isInPeriodByIndex(lessons), sql`${groupMemberships.studentId} in ${students}`))
}

function lessonItems(database: Database, studentUuid: SqlSource) {
  return database
    .select(
      scheduleItemColumns({
        category: 'lessons',
        uuid: lessons.id,
        format: lessons.format,
        title: lessons.topic,
        subject: subjects.title,
        startsAt: lessons.startsAt,
        endsAt: lessons.endsAt,
        studentUuid,
        groupUuid: studyGroups.id,
        groupTitle: studyGroups.title,
        teacher: selectFullName(users),
        replacedTeacher: selectReplacedTeacher(),
        curator: selectNameOf(studyGroups.curatorId),
        place: selectPlace(lessons.place),
        joinUrl: lessons.joinUrl,
        recordingUrl: lessons.recordingUrl,
        isFirstWeek: lessons.isFirstWeek,
        state: lessons.state,
      }),
    )
    .from(lessons)
    .innerJoin(studyGroups, eq(studyGroups.id, lessons.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .leftJoin(users, eq(users.id, sql`coalesce(${lessons.substituteId}, ${studyGroups.teacherId})`))
    .$dynamic()
}

function selfStudyOf(database: Database, students: SQL) {
  return selfStudyItemsOf(database, groupMemberships.studentId)
    .innerJoin(
      groupMemberships,
      and(eq(groupMemberships.groupId, selfStudyItems.groupId), isDuringMembership(selfStudyItems.startsAt)),
    )
    .where(and(isInPeriodByIndex(selfStudyItems), sql`${groupMemberships.studentId} in ${students}`))
}

function selfStudyItemsOf(database: Database, studentUuid: SqlSource) {
  return database
    .select(
      scheduleItemColumns({
        category: 'selfStudy',
        uuid: selfStudyItems.id,
        title: selfStudyItems.title,
        subject: subjects.title,
        startsAt: selfStudyItems.startsAt,
        endsAt: selfStudyItems.endsAt,
        studentUuid,
        groupUuid: studyGroups.id,
        groupTitle: studyGroups.title,
        joinUrl: selfStudyItems.url,
      }),
    )
    .from(selfStudyItems)
    .innerJoin(studyGroups, eq(studyGroups.id, selfStudyItems.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .$dynamic()
}

/** Once per student, however many groups of the campaign the student is in. */
function vacationsOf(database: Database, students: SQL) {
  const startsAt = sql`(${vacations.startsOn}::timestamp at time zone ${timeZone})`
  const endsAt = sql`((${vacations.endsOn} + 1)::timestamp at time zone ${timeZone})`
  return database
    .selectDistinct(
      scheduleItemColumns({
        category: 'vacations',
        uuid: vacations.id,
        title: vacations.title,
        startsAt,
        endsAt,
        allDay: true,
        studentUuid: groupMemberships.studentId,
      }),
    )
    .from(groupMemberships)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .innerJoin(vacations, and(eq(vacations.campaignId, studyGroups.campaignId), isInPeriod({ startsAt, endsAt })))
    .where(
      and(
        or(isNull(groupMemberships.leftOn), gt(groupMemberships.leftOn, vacations.startsOn)),
        sql`${groupMemberships.studentId} in ${students}`,
      ),
    )
}

function appointmentsOf(
  database: Database,
  students: SQL,
  table: typeof exams | typeof conversations,
  category: 'examSubjects' | 'conversations',
) {
  return database
    .select(
      scheduleItemColumns({
        category,
        uuid: table.id,
        format: table.format,
        title: table.title,
        subject: 'subjectCode' in table ? selectSubjectTitle(table.subjectCode) : null,
        startsAt: table.startsAt,
        endsAt: table.endsAt,
        studentUuid: table.studentId,
        teacher: selectFullName(users),
        place: table.place,
        joinUrl: table.joinUrl,
        state: table.state,
      }),
    )
    .from(table)
    .leftJoin(users, eq(users.id, table.teacherId))
    .where(and(isInPeriodByIndex(table), sql`${table.studentId} in ${students}`))
}

function isInPeriod({ startsAt, endsAt }: { startsAt: SqlSource; endsAt: SqlSource }) {
  return sql`${startsAt} < ${until} and ${endsAt} > ${from}`
}

/** No timed item lasts longer than a day, so the index can start one day earlier. */
function isInPeriodByIndex(table: { startsAt: AnyPgColumn; endsAt: AnyPgColumn }) {
  return sql`${table.startsAt} >= ${from} - interval '1 day' and ${isInPeriod(table)}`
}

/** Items before a student joined the group or after the student left are hidden. The query has the placeholder `timeZone`. */
export function isDuringMembership(startsAt: AnyPgColumn) {
  const day = sql`(${startsAt} at time zone ${timeZone})::date`
  return and(
    sql`${day} >= ${groupMemberships.joinedOn}`,
    or(isNull(groupMemberships.leftOn), sql`${day} < ${groupMemberships.leftOn}`),
  )
}

/**
 * Whether the student still studies the course at an instant, in the group of the membership or in a later one: an ended
 * contract asks for no homework. The query joins the groups of the memberships and has the placeholder `timeZone`.
 */
export function goesOnAt(instant: SQL) {
  const day = sql`(${instant} at time zone ${timeZone})::date`
  return sql`(${groupMemberships.leftOn} is null or ${day} < ${groupMemberships.leftOn} or exists (
    select 1 from ${groupMemberships} as later join ${studyGroups} as later_group on later_group.id = later.group_id
    where later.student_id = ${groupMemberships.studentId} and later.joined_on > ${groupMemberships.joinedOn}
      and later_group.program_id = ${studyGroups.programId} and (later.left_on is null or ${day} < later.left_on)
  ))`
}

/** A room with its territory, which the query must join. A place that was written with its territory keeps it once. */
export function selectPlace(room: AnyPgColumn) {
  const hasTerritory = sql`starts_with(lower(${room}), lower(${territories.title}))`
  return sql<
    string | null
  >`case when ${room} is null then null when ${hasTerritory} then ${room} else concat_ws(', ', ${territories.title}, ${room}) end`
}

const named = alias(users, 'named')

/** The name of the teacher of the selected group, if another one stands in at the selected lesson. */
export function selectReplacedTeacher() {
  return sql<
    string | null
  >`case when ${lessons.substituteId} <> ${studyGroups.teacherId} then ${selectNameOf(studyGroups.teacherId)} end`
}

/** The full name of another person than the joined one. Not joined: the planner orders a few joins only, and would read whole tables. */
function selectNameOf(userId: AnyPgColumn) {
  return sql`(select ${selectFullName(named)} from ${users} as named where ${named.id} = ${userId})`
}

export function selectSubjectTitle(code: AnyPgColumn) {
  return sql`(select ${subjects.title} from ${subjects} where ${subjects.code} = ${code})`
}

/** The source of a column. */
export type SqlSource = AnyPgColumn | SQL
type Parts = { category: ScheduleCategory; allDay?: true } & Record<
  'uuid' | 'title' | 'startsAt' | 'endsAt' | 'studentUuid',
  SqlSource
> &
  Partial<
    Record<
      | 'format'
      | 'subject'
      | 'groupUuid'
      | 'groupTitle'
      | 'teacher'
      | 'replacedTeacher'
      | 'curator'
      | 'place'
      | 'joinUrl'
      | 'recordingUrl'
      | 'isFirstWeek'
      | 'state',
      SqlSource | null
    >
  >

/** One row of the schedule from any table: missing parts are null of the right type. */
function scheduleItemColumns(parts: Parts) {
  return {
    uuid: sql<string>`${parts.uuid}`.as('uuid'),
    category: sql<ScheduleCategory>`${parts.category}::text`.as('category'),
    format: sql<LessonFormat | null>`${parts.format ?? null}::text`.as('format'),
    title: sql<string>`${parts.title}`.as('title'),
    subject: sql<string | null>`${parts.subject ?? null}::text`.as('subject'),
    startsAt: selectIsoInstant(parts.startsAt).as('startsAt'),
    endsAt: selectIsoInstant(parts.endsAt).as('endsAt'),
    allDay: sql<boolean>`${parts.allDay ?? false}::boolean`.as('allDay'),
    studentUuid: sql<string>`${parts.studentUuid}`.as('studentUuid'),
    groupUuid: sql<string | null>`${parts.groupUuid ?? null}::uuid`.as('groupUuid'),
    groupTitle: sql<string | null>`${parts.groupTitle ?? null}::text`.as('groupTitle'),
    teacher: sql<string | null>`${parts.teacher ?? null}::text`.as('teacher'),
    replacedTeacher: sql<string | null>`${parts.replacedTeacher ?? null}::text`.as('replacedTeacher'),
    curator: sql<string | null>`${parts.curator ?? null}::text`.as('curator'),
    place: sql<string | null>`${parts.place ?? null}::text`.as('place'),
    joinUrl: sql<string | null>`${parts.joinUrl ?? null}::text`.as('joinUrl'),
    recordingUrl: sql<string | null>`${parts.recordingUrl ?? null}::text`.as('recordingUrl'),
    isFirstWeek: sql<boolean>`coalesce(${parts.isFirstWeek ?? null}::boolean, false)`.as('isFirstWeek'),
    state: sql<LessonState>`coalesce(${parts.state ?? null}::text, 'planned')`.as('state'),
  }
}

/** The weeks that a month calendar shows (D-23): Monday of the first week to Sunday of the last. */
export function monthGridRange(day: Day): { from: Day; to: Day } {
  const first = `${day.slice(0, 7)}-01`
  const someDayOfNextMonth = addDays(first, 31)
  const last = addDays(`${someDayOfNextMonth.slice(0, 7)}-01`, -1)
  return { from: mondayOf(first), to: addDays(mondayOf(last), 6) }
}
