import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { LessonState, ScheduleCategory } from '#contract/enumerations.ts'
import type { ScheduleChange } from '#contract/schedule.ts'
import type { Database } from '#server/db/client.ts'
import { groupMemberships, programs, studyGroups, subjects, territories } from '#server/db/schema/programs.ts'
import { conversations, exams, lessons } from '#server/db/schema/schedule.ts'
import { spelledList, spellInstant, spellObject, spellRow } from '#server/db/spelled.ts'
import type { Source } from '#server/modules/schedule/schedule-item.ts'
import { placeIn, subjectTitle, whileMember } from '#server/modules/schedule/schedule-items.ts'
import { isNewIn, newSince, now } from './last-looks.ts'

/** The list goes no further back than this, and holds no more than a person would read. */
const reach = sql`${now} - interval '30 days'`
const longest = 200

export type Asking = { userId: string; now: string; timeZone: string }

/** What was moved or cancelled for these students, the latest change first, in one round trip. */
export function scheduleChangesOf(database: Database, name: string, students: SQL) {
  const found = changed(database, students, reach).as('found')
  const query = database
    .select(spellRow('found'))
    .from(found)
    .orderBy(desc(found.changedAt), found.startsAt, found.studentUuid)
    .prepare(`changes_${name}`)
  return async (asking: Asking) => spelledList<ScheduleChange>(await query.execute(asking))
}

/** How many of them the person has not seen: what the list marks as new. */
export function newChanges(database: Database, students: SQL): SQL {
  const unseen = changed(database, students, sql`greatest(${reach}, ${newSince('schedule')})`)
  return sql`(select count(*)::int from ${unseen.as('unseen')} where "isNew")`
}

function changed(database: Database, students: SQL, since: SQL) {
  return unionAll(
    lessonsOf(database, students, since),
    appointmentsOf(database, students, since, exams, 'examSubjects'),
    appointmentsOf(database, students, since, conversations, 'conversations'),
  )
    .orderBy(sql`"changedAt" desc, "startsAt", "studentUuid"`)
    .limit(longest)
}

function lessonsOf(database: Database, students: SQL, since: SQL) {
  return database
    .select({
      ...times(lessons),
      category: sql<ScheduleCategory>`'lessons'::text`.as('category'),
      studentUuid: sql<string>`${groupMemberships.studentId}`.as('studentUuid'),
      title: sql<string>`${lessons.topic}`.as('title'),
      subject: sql<string | null>`${subjects.title}`.as('subject'),
      place: sql<string | null>`${placeIn(lessons.place)}`.as('place'),
      was: wasOf(lessons, placeIn(lessons.wasPlace)),
    })
    .from(groupMemberships)
    .innerJoin(
      lessons,
      and(
        eq(lessons.groupId, groupMemberships.groupId),
        isSince(lessons.changedAt, since),
        whileMember(lessons.startsAt),
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
      subject: sql<string | null>`${'subjectCode' in table ? subjectTitle(table.subjectCode) : null}::text`.as(
        'subject',
      ),
      place: sql<string | null>`${table.place}`.as('place'),
      was: wasOf(table, table.wasPlace),
    })
    .from(table)
    .where(and(isSince(table.changedAt, since), sql`${table.studentId} in ${students}`))
}

function times(table: typeof lessons | typeof exams | typeof conversations) {
  return {
    itemUuid: sql<string>`${table.id}`.as('itemUuid'),
    state: sql<LessonState>`${table.state}`.as('state'),
    startsAt: spellInstant(table.startsAt).as('startsAt'),
    endsAt: spellInstant(table.endsAt).as('endsAt'),
    changedAt: spellInstant(table.changedAt).as('changedAt'),
    isNew: isNewIn('schedule', table.id, table.changedAt).as('isNew'),
  }
}

/** When and where it was to be before it was moved; null for what was cancelled. */
function wasOf(table: typeof lessons | typeof exams | typeof conversations, place: Source) {
  const was = spellObject({ startsAt: table.wasStartsAt, endsAt: table.wasEndsAt, place })
  return sql<ScheduleChange['was']>`case when ${table.wasStartsAt} is not null then ${was} end`.as('was')
}

/** Nobody is told of what a clock that runs ahead has written. */
function isSince(changedAt: AnyPgColumn, since: SQL) {
  return sql`${changedAt} >= ${since} and ${changedAt} <= ${now}`
}
