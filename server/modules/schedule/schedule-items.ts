import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { ScheduleItem } from '#contract/schedule.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { conversations, exams, lessons, selfStudyItems, vacations } from '#server/db/schema/schedule.ts'
import { spelledList, spellRow } from '#server/db/spelled.ts'
import { item, type Source } from './schedule-item.ts'

const timeZone = sql.placeholder('timeZone')
const from = sql`${sql.placeholder('from')}::timestamptz`
const until = sql`${sql.placeholder('until')}::timestamptz`

/** From `from` up to and without `until`, both ISO 8601; `students` where the values of `in` ask for some alone. */
type Sheet = { userId: string; timeZone: string; from: string; until: string; students?: readonly string[] }

/** Everything on a sheet in one round trip, whatever table it lives in. */
export function scheduleOf(database: Database, name: string, students: SQL) {
  const items = unionAll(
    lessonsOf(database, students),
    selfStudyOf(database, students),
    vacationsOf(database, students),
    appointmentsOf(database, students, exams, 'examSubjects'),
    appointmentsOf(database, students, conversations, 'conversations'),
  ).as('items')
  const query = database
    .select(spellRow('items'))
    .from(items)
    .orderBy(items.startsAt, items.title, items.studentUuid)
    .prepare(name)
  return async (sheet: Sheet) => spelledList<ScheduleItem>(await query.execute(sheet))
}

/** What a group does on a sheet, as it would stand in the schedule of a student who joined it. */
export function groupScheduleOf(database: Database, name: string) {
  const student = sql`${sql.placeholder('studentId')}::uuid`
  const isOf = (groupId: AnyPgColumn) => eq(groupId, sql`${sql.placeholder('groupId')}::uuid`)
  const query = unionAll(
    lessonItems(database, student).where(and(isOf(lessons.groupId), onSheetByIndex(lessons))),
    selfStudyItemsOf(database, student).where(and(isOf(selfStudyItems.groupId), onSheetByIndex(selfStudyItems))),
  ).prepare(name)
  return (
    sheet: Omit<Sheet, 'userId' | 'timeZone'> & { studentId: string; groupId: string },
  ): Promise<ScheduleItem[]> => query.execute(sheet)
}

function lessonsOf(database: Database, students: SQL) {
  return lessonItems(database, groupMemberships.studentId)
    .innerJoin(groupMemberships, and(eq(groupMemberships.groupId, lessons.groupId), whileMember(lessons.startsAt)))
    .where(and(onSheetByIndex(lessons), sql`${groupMemberships.studentId} in ${students}`))
}

function lessonItems(database: Database, studentUuid: Source) {
  return database
    .select(
      item({
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
        teacher: fullNameOf(users),
        place: placeIn(lessons.place),
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
      and(eq(groupMemberships.groupId, selfStudyItems.groupId), whileMember(selfStudyItems.startsAt)),
    )
    .where(and(onSheetByIndex(selfStudyItems), sql`${groupMemberships.studentId} in ${students}`))
}

function selfStudyItemsOf(database: Database, studentUuid: Source) {
  return database
    .select(
      item({
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

/** Once for a student, however many groups of the campaign the student is in. */
function vacationsOf(database: Database, students: SQL) {
  const startsAt = sql`(${vacations.startsOn}::timestamp at time zone ${timeZone})`
  const endsAt = sql`((${vacations.endsOn} + 1)::timestamp at time zone ${timeZone})`
  return database
    .selectDistinct(
      item({
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
    .innerJoin(vacations, and(eq(vacations.campaignId, studyGroups.campaignId), onSheet({ startsAt, endsAt })))
    .where(and(isNull(groupMemberships.leftOn), sql`${groupMemberships.studentId} in ${students}`))
}

function appointmentsOf(
  database: Database,
  students: SQL,
  table: typeof exams | typeof conversations,
  category: 'examSubjects' | 'conversations',
) {
  return database
    .select(
      item({
        category,
        uuid: table.id,
        format: table.format,
        title: table.title,
        subject: 'subjectCode' in table ? subjectTitle(table.subjectCode) : null,
        startsAt: table.startsAt,
        endsAt: table.endsAt,
        studentUuid: table.studentId,
        teacher: fullNameOf(users),
        place: table.place,
        joinUrl: table.joinUrl,
        state: table.state,
      }),
    )
    .from(table)
    .leftJoin(users, eq(users.id, table.teacherId))
    .where(and(onSheetByIndex(table), sql`${table.studentId} in ${students}`))
}

function onSheet({ startsAt, endsAt }: { startsAt: Source; endsAt: Source }) {
  return sql`${startsAt} < ${until} and ${endsAt} > ${from}`
}

/** Nothing timed lasts longer than a day: the index need not be read from its beginning. */
function onSheetByIndex(table: { startsAt: AnyPgColumn; endsAt: AnyPgColumn }) {
  return sql`${table.startsAt} >= ${from} - interval '1 day' and ${onSheet(table)}`
}

/** Whoever left a group or joined it late does not see what it did without them. */
export function whileMember(startsAt: AnyPgColumn) {
  const day = sql`(${startsAt} at time zone ${timeZone})::date`
  return and(
    sql`${day} >= ${groupMemberships.joinedOn}`,
    or(isNull(groupMemberships.leftOn), sql`${day} < ${groupMemberships.leftOn}`),
  )
}

/** A room with the house that it is in, of the territory that the query joins. */
export function placeIn(room: AnyPgColumn) {
  return sql`case when ${room} is null then null else concat_ws(', ', ${territories.title}, ${room}) end`
}

export function fullNameOf(person: typeof users) {
  return sql`nullif(concat_ws(' ', ${person.lastName}, ${person.firstName}, ${person.patronym}), '')`
}

export function subjectTitle(code: AnyPgColumn) {
  return sql`(select ${subjects.title} from ${subjects} where ${subjects.code} = ${code})`
}
