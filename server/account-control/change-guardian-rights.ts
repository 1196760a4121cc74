import { eq } from 'drizzle-orm'
import { completeRights, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import { accountControlObstacle } from '#server/access/account-control-rules.ts'
import { lockRights, storeRights } from '#server/access/family-rights.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import { ageOf } from '#server/access/visible-students.ts'
import type { Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { noteRights } from './note-rights.ts'

/** What an administrator does to the pair of a guardian and a child. */
export type PairControl = CurrentTime & { session: Session; childId: string; guardianId: string; reason: string }
type Change = PairControl & { rights: GuardianRights }

/**
 * Sets what a guardian may do for a child. It acts at once: open pages read again, checkouts that the guardian may not pay
 * any more are given up. The guardian is notified.
 */
export async function changeGuardianRights(
  transaction: Database,
  { session, childId, guardianId, rights: wanted, reason, now, timeZone }: Change,
): Promise<void> {
  const pair = { guardianId, childId }
  const before = await lockRights(transaction, pair)
  if (!before) throwProblem('not-found', 'Not a guardian of this child')
  await refuseOwnFamily(transaction, { session, ...pair })
  const rights = completeRights(wanted)
  if (guardianRights.every((right) => rights[right] === before[right]))
    throwProblem('state-conflict', 'The guardian has these rights already')
  const { age } = await ageOf(transaction, childId, dayInZone(now, timeZone))
  await storeRights(transaction, pair, rights, {
    isSetBySchool: true,
    ...(age === 'adult' && { ageAppliedAt: now }),
  })
  await noteRights(transaction, [{ ...pair, before, after: rights }], { now, timeZone, reason })
}

/** Refused for all guardians of an administrator's own child, for the administrator, and for guardians with more rights. */
export async function refuseOwnFamily(
  transaction: Database,
  { session, childId, guardianId }: Pick<PairControl, 'session' | 'childId' | 'guardianId'>,
): Promise<void> {
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
}
