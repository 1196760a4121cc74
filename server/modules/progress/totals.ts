import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type LessonsOfChildren, now } from './lesson-results.ts'

/** How far back the recent past goes that is compared with what was before. */
const recently = sql`interval '30 days'`

/**
 * The sums of `ProgressTotals`. What waits for its mark counts for nothing yet, and so does homework that was not handed
 * in: attention is drawn to it instead.
 */
function totalsOf(lessons: LessonsOfChildren, { when = sql`true`, over = sql`` }: { when?: SQL; over?: SQL }) {
  const { isHeld, attendance, homeworkScore, homeworkMax, testScore, testMax } = lessons
  const count = (which: SQL) => sql`count(*) filter (where ${which} and ${when}) ${over}`.mapWith(Number)
  // Exact: a sum of floating numbers would depend on their order.
  const sum = (of: AnyPgColumn, score: AnyPgColumn) =>
    sql`coalesce(sum(${of}::numeric) filter (where ${score} is not null and ${lessons.month} is not null and ${when}) ${over}, 0)`.mapWith(
      Number,
    )
  return {
    attended: count(sql`${isHeld} and ${attendance} in ('present', 'late')`),
    held: count(sql`${isHeld}`),
    homeworkScore: sum(homeworkScore, homeworkScore),
    homeworkMax: sum(homeworkMax, homeworkScore),
    testScore: sum(testScore, testScore),
    testMax: sum(testMax, testScore),
  }
}

/** `summary` and `recent` of the contract. */
export function totalsWithRecent(lessons: LessonsOfChildren, over?: SQL) {
  const window = over && { over }
  return {
    summary: totalsOf(lessons, { ...window }),
    recent: totalsOf(lessons, { ...window, when: sql`${lessons.startsAt} > ${now} - ${recently}` }),
  }
}

/** The same and the sums of its month beside every lesson, for whoever wants the lessons too. */
export function totalsBesideLessons(lessons: LessonsOfChildren) {
  return {
    ...totalsWithRecent(lessons, sql`over ()`),
    ofMonth: totalsOf(lessons, { over: sql`over (partition by ${lessons.month})` }),
  }
}
