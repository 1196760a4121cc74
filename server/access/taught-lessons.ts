import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'

/** Lessons that a teacher may see: those of the own groups without a substitute, and those as a substitute. */
export function isTaughtBy(userId: string | Placeholder): SQL {
  return sql`coalesce(${lessons.substituteId}, ${studyGroups.teacherId}) = ${userId}`
}

/** Of a study group: the user teaches it or is its curator, and so sees its students. */
export function isTaughtOrCuratedBy(userId: string): SQL<boolean> {
  return sql<boolean>`(${studyGroups.teacherId} = ${userId} or ${studyGroups.curatorId} = ${userId})`
}

/** Of a lesson and its group, and a user: the user teaches the lesson, or is the curator of the group. */
export const isNotifiedOfAbsence: SQL<boolean> = sql<boolean>`(
  ${users.id} = coalesce(${lessons.substituteId}, ${studyGroups.teacherId}) or ${users.id} = ${studyGroups.curatorId}
)`
