import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { LessonState, ScheduleCategory } from '#contract/enumerations.ts'
import type { ScheduleChange } from '#contract/learning/schedule.ts'
import type { Database } from '#server/db/client.ts'
import { buildJsonObject, selectIsoInstant, selectRowJson, toRawJsonList } from '#server/db/json-select.ts'
import { groupMemberships, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { conversations, exams, lessons } from '#server/db/schema/schedule.ts'
import {
  isDuringMembership,
  type SqlSource,
  selectPlace,
  selectSubjectTitle,
} from '#server/schedule-items/schedule-items.ts'
import { isNewInSection, newSince, now } from './seen-items.ts'

/** Age and length limits of the list. */
const reach = sql`${now} - interval '30 days'`
const maxRows = 200

export type FamilyParameters = { userId: string; now: string; timeZone: string }

/** Moved and cancelled items of the students, the latest change first, in one query. */
export function prepareScheduleChanges(database: Database, name: string, students: SQL) {
  const found = changed(database, students, reach).as('found')
  const query = database
    .select(selectRowJson('found'))
    .from(found)
    .orderBy(desc(found.changedAt), found.startsAt, found.studentUuid)
    .prepare(`changes_${name}`)
  return async (parameters: FamilyParameters) => toRawJsonList<ScheduleChange>(await query.execute(parameters))
}

/** Number of items that the list flags as new; one that children share counts once. */
export function countNewChanges(database: Database, students: SQL): SQL {
  const unseen = changed(database, students, sql`greatest(${reach}, ${newSince('schedule')})`)
  return sql`(select count(distinct "itemUuid")::int from ${unseen.as('unseen')} where "isNew")`
}

function changed(database: Database, students: SQL, since: SQL) {
  return unionAll(
    lessonsOf(database, students, since),
    appointmentsOf(database, students, since, exams, 'examSubjects'),
    appointmentsOf(database, students, since, conversations, 'conversations'),
  )
    .orderBy(sql`"changedAt" desc, "startsAt", "studentUuid"`)
    .limit(maxRows)
}

function lessonsOf(database: Database, students: SQL, since: SQL) {
  return database
    .select({
      ...times(lessons),
      category: sql<ScheduleCategory>`'lessons'::text`.as('category'),
      studentUuid: sql<string>`${groupMemberships.studentId}`.as('studentUuid'),
      title: sql<string>`${lessons.topic}`.as('title'),
      subject: sql<string | null>`${subjects.title}`.as('subject'),
      place: sql<string | null>`${selectPlace(lessons.place)}`.as('place'),
      was: wasOf(lessons, selectPlace(lessons.previousPlace)),
    })
    .from(groupMemberships)
    .innerJoin(
      lessons,
      and(
        eq(lessons.groupId, groupMemberships.groupId),
        isSince(lessons.changedAt, since),
        isDuringMembership(lessons.startsAt),
      ),
    )
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .leftJoin(territories, eq(territories.id, studyGroups.territoryId))
    .where(sql`${groupMemberships.studentId} in ${students}`)
}

function appointmentsOf(
  database: Database,
  students: SQL,
  since: SQL,
  table: typeof exams | typeof conversations,
  category: ScheduleCategory,
) {
  return database
    .select({
      ...times(table),
      category: sql<ScheduleCategory>`${category}::text`.as('category'),
      studentUuid: sql<string>`${table.studentId}`.as('studentUuid'),
      title: sql<string>`${table.title}`.as('title'),
      subject: sql<string | null>`${'subjectCode' in table ? selectSubjectTitle(table.subjectCode) : null}::text`.as(
        'subject',
      ),
      place: sql<string | null>`${table.place}`.as('place'),
      was: wasOf(table, table.previousPlace),
    })
    .from(table)
    .where(and(isSince(table.changedAt, since), sql`${table.studentId} in ${students}`))
}

function times(table: typeof lessons | typeof exams | typeof conversations) {
  return {
    itemUuid: sql<string>`${table.id}`.as('itemUuid'),
    state: sql<LessonState>`${table.state}`.as('state'),
    startsAt: selectIsoInstant(table.startsAt).as('startsAt'),
    endsAt: selectIsoInstant(table.endsAt).as('endsAt'),
    changedAt: selectIsoInstant(table.changedAt).as('changedAt'),
    // What is over needs no attention.
    isNew: sql<boolean>`(${isNewInSection('schedule', table.id, table.changedAt)} and ${table.endsAt} > ${now})`.as(
      'isNew',
    ),
  }
}

/** The original time and place of a moved item; null for a cancelled one. */
function wasOf(table: typeof lessons | typeof exams | typeof conversations, place: SqlSource) {
  const was = buildJsonObject({ startsAt: table.previousStartsAt, endsAt: table.previousEndsAt, place })
  return sql<ScheduleChange['was']>`case when ${table.previousStartsAt} is not null then ${was} end`.as('was')
}

/** Excludes changes with a time stamp in the future, written by a clock that runs ahead. */
function isSince(changedAt: AnyPgColumn, since: SQL) {
  return sql`${changedAt} >= ${since} and ${changedAt} <= ${now}`
}
