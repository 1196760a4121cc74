import { and, eq, sql } from 'drizzle-orm'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import { type Viewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http-error.ts'

/** A full group has its own problem type, because the student can join its waiting list (D-40). */
export function throwPurchaseObstacle(obstacle: PurchaseObstacle | null | undefined): void {
  if (obstacle === 'full') throwProblem('no-place-left', 'The group is full')
  if (obstacle) throwProblem('purchase-refused', `The group cannot be bought for this student: ${obstacle}`)
}

/** 404 for a student whom the viewer may not see (D-8). */
export async function requireVisibleStudent(database: Database, viewer: Viewer, studentId: string): Promise<void> {
  const isOwn = and(eq(users.id, studentId), sql`${users.id} in ${visibleStudents(viewer)}`)
  if ((await database.$count(users, isOwn)) === 0) throwProblem('not-found', 'No such student, or not yours')
}
