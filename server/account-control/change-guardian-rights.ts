import { eq } from 'drizzle-orm'
import { completeRights, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import { accountControlObstacle } from '#server/access/account-control-rules.ts'
import { lockRights, storeRights } from '#server/access/family-rights.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import type { Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { noteRights } from './note-rights.ts'

type Change = CurrentTime & {
  session: Session
  childId: string
  guardianId: string
  rights: GuardianRights
  reason: string
}

/**
 * Sets what a guardian may do for a child. It acts at once: open pages read again, checkouts that the guardian may not pay
 * any more are given up. The guardian is notified. Refused for all guardians of an administrator's own child, and of the
 * administrator.
 */
export async function changeGuardianRights(
  transaction: Database,
  { session, childId, guardianId, rights: wanted, reason, now, timeZone }: Change,
): Promise<void> {
  const pair = { guardianId, childId }
  const before = await lockRights(transaction, pair)
  if (!before) throwProblem('not-found', 'Not a guardian of this child')
  const [guardian] = await transaction
    .select({ roles: selectRoles(users.id) })
    .from(users)
    .where(eq(users.id, guardianId))
  if (!guardian) throwProblem('not-found', 'No such user')
  const obstacle = accountControlObstacle(session, { userId: guardianId, roles: guardian.roles })
  if (obstacle) throwProblem('target-not-weaker', `The rights cannot be changed: ${obstacle}`)
  const isOwnFamily = await lockRights(transaction, { guardianId: session.userId, childId })
  if (isOwnFamily || session.userId === childId)
    throwProblem('target-not-weaker', 'The rights cannot be changed: oneself')
  const rights = completeRights(wanted)
  if (guardianRights.every((right) => rights[right] === before[right]))
    throwProblem('state-conflict', 'The guardian has these rights already')
  await storeRights(transaction, pair, rights)
  await noteRights(transaction, [{ ...pair, before, after: rights }], { now, timeZone, reason })
}
