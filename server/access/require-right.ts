import { sql } from 'drizzle-orm'
import type { NeededRight } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CallViewer, visibleStudents } from './visible-students.ts'

/** 404 for a student who is not the viewer's; 403 for a child for whom the viewer does not have the right. */
export async function requireRight(
  database: Database,
  viewer: CallViewer,
  studentId: string,
  needed: NeededRight,
): Promise<void> {
  const { rows } = await database.execute<{ isOwn: boolean; isAllowed: boolean }>(sql`
    select ${studentId}::uuid in ${visibleStudents(viewer, 'relation')} as "isOwn",
      ${studentId}::uuid in ${visibleStudents(viewer, needed)} as "isAllowed"
  `)
  const [found] = rows
  if (!found?.isOwn) throwProblem('not-found', 'No such student, or not yours')
  if (!found.isAllowed) throwProblem('role-missing', 'The school has not given this guardian the right for the child')
}
