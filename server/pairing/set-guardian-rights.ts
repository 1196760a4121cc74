import { completeRights, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import { displayName } from '#contract/people/names.ts'
import { lockRights, storeRights } from '#server/access/family-rights.ts'
import { findChangeableRights } from '#server/access/holder-rights.ts'
import { noteRights } from '#server/account-control/note-rights.ts'
import type { Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

type Change = CurrentTime & {
  session: Session
  childId: string
  guardianId: string
  rights: GuardianRights
  isAllowed: boolean
}

/**
 * The holder of a contract of a child gives or takes rights of another guardian. 404 for guardians whom the holder does not see;
 * 403 for rights that the holder may not change.
 */
export async function setGuardianRights(
  transaction: Database,
  { session, childId, guardianId, rights: wanted, isAllowed, now, timeZone }: Change,
): Promise<void> {
  const pair = { guardianId, childId }
  const pairs = [pair, { guardianId: session.userId, childId }].sort((one, other) =>
    one.guardianId < other.guardianId ? -1 : 1,
  )
  // In one order: two holders may change each other.
  for (const one of pairs) await lockRights(transaction, one)
  const today = dayInZone(now, timeZone)
  const found = await findChangeableRights(transaction, { holderId: session.userId, childId, today, isAllowed })
  const changeable = found.get(childId)?.get(guardianId)
  const before = await lockRights(transaction, pair)
  if (!changeable || !before) throwProblem('not-found', 'No such guardian, or no contract of the child')
  const rights = completeRights(wanted)
  const changed = guardianRights.filter((right) => rights[right] !== before[right])
  if (changed.length === 0) throwProblem('state-conflict', 'The guardian has these rights already')
  if (changed.some((right) => !changeable.includes(right)))
    throwProblem('role-missing', 'The holder of the contract may not change these rights')
  await storeRights(transaction, pair, rights)
  await noteRights(transaction, [{ ...pair, before, after: rights }], { now, timeZone, by: displayName(session.user) })
}
