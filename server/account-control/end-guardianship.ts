import { noRights } from '#contract/people/guardian-rights.ts'
import { endPair, takeEndedPair } from '#server/access/ended-guardianships.ts'
import { addGuardian, lockRights } from '#server/access/family-rights.ts'
import { ageOf } from '#server/access/visible-students.ts'
import { publishProfileChange } from '#server/changes/publish-event.ts'
import type { Database } from '#server/db/client.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { type PairControl, refuseOwnFamily } from './change-guardian-rights.ts'
import { noteRights } from './note-rights.ts'

/**
 * Ends that a person is a guardian of a child; the pair may come from a list, a code or the school. It acts at once, the person
 * is notified, and neither a list nor a code of another guardian makes the pair again.
 */
export async function endGuardianship(
  transaction: Database,
  { session, childId, guardianId, reason, now, timeZone }: PairControl,
): Promise<void> {
  const pair = { guardianId, childId }
  const before = await lockRights(transaction, pair)
  if (!before) throwProblem('not-found', 'Not a guardian of this child')
  await refuseOwnFamily(transaction, { session, ...pair })
  await endPair(transaction, pair, { rights: before, endedAt: now, endedById: session.userId, reason })
  await noteRights(transaction, [{ ...pair, before, after: null }], { now, timeZone, reason })
  await publishProfileChange(transaction, { userId: childId, fields: ['agents'], now })
}

/** Makes the pair again with the rights that it had. The school has decided about them, also for a student who is of age. */
export async function restoreGuardianship(
  transaction: Database,
  { session, childId, guardianId, reason, now, timeZone }: PairControl,
): Promise<void> {
  const pair = { guardianId, childId }
  await refuseOwnFamily(transaction, { session, ...pair })
  const rights = await takeEndedPair(transaction, pair)
  if (!rights) throwProblem('not-found', 'The school has not ended this pair')
  const { age } = await ageOf(transaction, childId, dayInZone(now, timeZone))
  const isMade = await addGuardian(transaction, { ...pair, rights, ageAppliedAt: age === 'adult' ? now : null })
  if (!isMade) throwProblem('state-conflict', 'The person is a guardian of the child already')
  await noteRights(transaction, [{ ...pair, before: noRights, after: rights }], { now, timeZone, reason })
  await publishProfileChange(transaction, { userId: childId, fields: ['agents'], now })
}
