import { commonRights, guardianRights } from '#contract/people/guardian-rights.ts'
import { findCommonPairs, lockRights, storeRights } from '#server/access/family-rights.ts'
import { noteRights, type RightsChange } from '#server/account-control/note-rights.ts'
import type { Database } from '#server/db/client.ts'
import type { PairBeforeJoin } from '#server/db/schema/account-joins.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'

type Time = CurrentTime & { reason: string | null }

/**
 * Where both accounts were a guardian of one child, or a child of one guardian, the kept pair keeps only the rights that the
 * school had given to both. Returns the pairs that have changed, for the undoing.
 */
export async function uniteRights(
  transaction: Database,
  ids: { keptId: string; joinedId: string },
  time: Time,
): Promise<PairBeforeJoin[]> {
  const changes: PairBeforeJoin[] = []
  for (const { kept, joined } of await findCommonPairs(transaction, ids)) {
    const [before, other] = [await lockRights(transaction, kept), await lockRights(transaction, joined)]
    if (!before || !other) continue
    const after = commonRights(before, other)
    if (guardianRights.every((right) => before[right] === after[right])) continue
    await storeRights(transaction, kept, after)
    changes.push({ ...kept, before, after })
  }
  await note(transaction, changes, time)
  return changes
}

/** Gives back what the join has taken, unless the rights were changed since. */
export async function separateRights(
  transaction: Database,
  pairs: readonly PairBeforeJoin[],
  time: Time,
): Promise<void> {
  const returned: RightsChange[] = []
  for (const { guardianId, childId, before, after } of pairs) {
    const pair = { guardianId, childId }
    const present = await lockRights(transaction, pair)
    if (!present || guardianRights.some((right) => present[right] !== after[right])) continue
    // A child who is of age now has them limited anew.
    await storeRights(transaction, pair, before, { ageAppliedAt: null })
    returned.push({ ...pair, before: after, after: before })
  }
  await note(transaction, returned, time)
}

function note(transaction: Database, changes: readonly RightsChange[], { reason, ...time }: Time): Promise<void> {
  return noteRights(transaction, changes, { ...time, ...(reason !== null && { reason }) })
}
