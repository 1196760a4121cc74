import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'

/** Lessons that a teacher may see: those of the own groups without a substitute, and those as a substitute. */
export function isTaughtBy(userId: string | Placeholder): SQL {
  return sql`coalesce(${lessons.substituteId}, ${studyGroups.teacherId}) = ${userId}`
}
