import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { HomeworkTaskState } from '#contract/enumerations.ts'
import type { Homework, HomeworkTask } from '#contract/learning/homework.ts'
import type { Database } from '#server/db/client.ts'
import { selectIsoInstant } from '#server/db/json-select.ts'
import { lessonResults } from '#server/db/schema/learning.ts'
import { groupMemberships, programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { lessons, selfStudyItems } from '#server/db/schema/schedule.ts'
import { goesOnAt, isDuringMembership } from '#server/schedule-items/schedule-items.ts'

const instant = (name: string) => sql`${sql.placeholder(name)}::timestamptz`
const [now, from, until] = [instant('now'), instant('from'), instant('until')]
const timeZone = sql.placeholder('timeZone')

/** Homework without a date is forgotten after this time, unless the school says how long it is accepted. */
const forgottenAfter = sql`interval '21 days'`
/** A deadline without a date of its own is that of the next lesson, or comes this long after the last one. */
const lastDeadline = sql`interval '7 days'`
/** Lessons longer before the period set nothing for it. */
const maxTaskDuration = sql`interval '120 days'`

/** Weeks from `from` (inclusive) to `until` (exclusive), and the current instant; all ISO 8601. */
export type HomeworkPeriod = { userId: string; timeZone: string; now: string; from: string; until: string }

/** The homework of the students that is due in a period, and what was due before and can still be done. */
export function prepareHomework(database: Database, name: string, students: SQL) {
  const tasks = unionAll(lessonTasks(database, students), selfStudyTasks(database, students)).as('tasks')
  const query = database
    .select({
      uuid: tasks.uuid,
      studentUuid: tasks.studentUuid,
      subject: tasks.subject,
      title: tasks.title,
      task: tasks.task,
      scheduledOn: sql<string>`(${tasks.startsAt} at time zone ${timeZone})::date::text`,
      dueAt: selectIsoInstant(tasks.dueAt),
      acceptedUntil: sql<string | null>`${selectIsoInstant(tasks.acceptedUntil)}`,
      state: tasks.state,
      canBeDone: tasks.canBeDone,
      score: tasks.score,
      max: tasks.max,
      url: tasks.url,
      isEarlier: sql<boolean>`${tasks.dueAt} < ${from}`,
    })
    .from(tasks)
    .where(sql`${tasks.dueAt} < ${until} and (${tasks.dueAt} >= ${from} or ${tasks.canBeDone})`)
    .orderBy(tasks.dueAt, tasks.subject, tasks.title, tasks.studentUuid)
    .prepare(`homework_${name}`)
  return async (period: HomeworkPeriod): Promise<Homework> => {
    const rows = await query.execute(period)
    const taskOf = ({ isEarlier: _, ...task }: (typeof rows)[number]): HomeworkTask => task
    return {
      tasks: rows.filter(({ isEarlier }) => !isEarlier).map(taskOf),
      earlier: rows.filter(({ isEarlier }) => isEarlier).map(taskOf),
    }
  }
}

function lessonTasks(database: Database, students: SQL) {
  const { homeworkDueAt, homeworkAcceptedUntil, homeworkState } = lessonResults
  const next = database
    // As an aggregate it is read once for each row.
    .select({ startsAt: sql<Date | null>`min(next.starts_at)`.as('next_starts_at') })
    .from(sql`${lessons} as next`)
    .where(
      sql`${homeworkDueAt} is null and next.group_id = ${lessons.groupId} and next.starts_at > ${lessons.startsAt} and next.state <> 'cancelled'`,
    )
    .as('following')
  const dueAt = sql<Date>`coalesce(${homeworkDueAt}, ${next.startsAt}, ${lessons.endsAt} + ${lastDeadline})`
  // Only a date of the school makes homework overdue that is not marked so.
  const isOverdue = sql`(${homeworkState} = 'overdue' or (${homeworkState} = 'open' and ${homeworkDueAt} <= ${now}))`
  const isAccepted = sql`coalesce(${homeworkAcceptedUntil} > ${now}, false)`
  // What is handed in stays in the list.
  const isAsked = sql`(${homeworkState} in ('submitted', 'checked') or ${goesOnAt(dueAt)})`
  return database
    .select({
      uuid: lessons.id,
      studentUuid: groupMemberships.studentId,
      subject: sql<string>`${subjects.title}`.as('subject'),
      title: sql<string>`${lessons.topic}`.as('title'),
      task: lessonResults.homeworkTask,
      startsAt: lessons.startsAt,
      dueAt: dueAt.as('due_at'),
      acceptedUntil: homeworkAcceptedUntil,
      state: sql<HomeworkTaskState>`case when ${isOverdue} then 'overdue' else ${homeworkState} end`.as('state'),
      canBeDone: sql<boolean>`case
        when not ${goesOnAt(now)} then false
        when ${isOverdue} then ${isAccepted}
        when ${homeworkState} = 'open' then ${isAccepted} or ${dueAt} > ${now} - ${forgottenAfter}
        else false
      end`.as('can_be_done'),
      score: lessonResults.homeworkScore,
      max: lessonResults.homeworkMax,
      url: sql<string | null>`null::text`.as('url'),
    })
    .from(groupMemberships)
    .innerJoin(
      lessons,
      and(
        eq(lessons.groupId, groupMemberships.groupId),
        ne(lessons.state, 'cancelled'),
        sql`${lessons.startsAt} >= ${from} - ${maxTaskDuration}`,
        sql`${lessons.startsAt} < ${until}`,
        isDuringMembership(lessons.startsAt),
      ),
    )
    .innerJoin(
      lessonResults,
      and(
        eq(lessonResults.studentId, groupMemberships.studentId),
        eq(lessonResults.lessonId, lessons.id),
        ne(homeworkState, 'none'),
      ),
    )
    .crossJoinLateral(next)
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .where(sql`${groupMemberships.studentId} in ${students} and ${isAsked}`)
}

function selfStudyTasks(database: Database, students: SQL) {
  const isAhead = gt(selfStudyItems.endsAt, now)
  return database
    .select({
      uuid: selfStudyItems.id,
      studentUuid: groupMemberships.studentId,
      subject: sql<string>`${subjects.title}`.as('subject'),
      title: sql<string>`${selfStudyItems.title}`.as('title'),
      task: sql<string | null>`null::text`.as('task'),
      startsAt: selfStudyItems.startsAt,
      dueAt: sql<Date>`${selfStudyItems.endsAt}`.as('due_at'),
      acceptedUntil: sql<Date | null>`null::timestamptz`.as('accepted_until'),
      state: sql<HomeworkTaskState>`case when ${isAhead} then 'open' else 'ended' end`.as('state'),
      canBeDone: sql<boolean>`${isAhead}`.as('can_be_done'),
      score: sql<number | null>`null::float8`.as('score'),
      max: sql<number | null>`null::float8`.as('max'),
      url: selfStudyItems.url,
    })
    .from(groupMemberships)
    .innerJoin(
      selfStudyItems,
      and(
        eq(selfStudyItems.groupId, groupMemberships.groupId),
        // No item is longer than a day, so the index on the start is used.
        sql`${selfStudyItems.startsAt} >= ${from} - interval '1 day'`,
        sql`${selfStudyItems.startsAt} < ${until}`,
        isDuringMembership(selfStudyItems.startsAt),
      ),
    )
    .innerJoin(studyGroups, eq(studyGroups.id, groupMemberships.groupId))
    .innerJoin(programs, eq(programs.id, studyGroups.programId))
    .innerJoin(subjects, eq(subjects.code, programs.subjectCode))
    .where(sql`${groupMemberships.studentId} in ${students}`)
}
