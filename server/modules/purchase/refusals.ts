import { and, eq, sql } from 'drizzle-orm'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { type Asker, studentsOf } from '#server/modules/moves/contracts.ts'
import { refuse } from '#server/refusal.ts'

/** For a place one can wait, so that a full group is told apart from what can never be (D-40). */
export function refuseObstacle(obstacle: PurchaseObstacle | null | undefined): void {
  if (obstacle === 'full') refuse('no-place-left', 'The group is full')
  if (obstacle) refuse('purchase-refused', `The group cannot be bought for this student: ${obstacle}`)
}

/** 404 for a student who is neither one's child nor oneself (D-8). */
export async function refuseStranger(database: Database, asker: Asker, studentId: string): Promise<void> {
  const isOwn = and(eq(users.id, studentId), sql`${users.id} in ${studentsOf(asker)}`)
  if ((await database.$count(users, isOwn)) === 0) refuse('not-found', 'No such student, or not yours')
}
