import { and, eq, sql } from 'drizzle-orm'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { contractStates, contracts } from '#server/db/schema/contracts.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'

/**
 * Makes an open contract a concluded one, as its first payment does, and its student one of the group: from today on, or
 * from the group's first day where that is ahead. The place was taken when the contract was made. False, and nothing is
 * changed, where the contract is not open any more, so that twice is as once.
 */
export async function concludeContract(
  transaction: Database,
  contractId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<boolean> {
  const today = dayAt(now, timeZone)
  const [contract] = await transaction
    .update(contracts)
    .set({ status: 'Concluded', concludedOn: today })
    .where(and(eq(contracts.id, contractId), eq(contracts.status, 'Open')))
    .returning({ studentId: contracts.studentId, groupId: contracts.groupId })
  if (!contract) return false
  await transaction.insert(contractStates).values({ contractId, status: 'Concluded', at: now })
  const { studentId, groupId } = contract
  if (groupId === null) return true
  const startsOn = transaction
    .select({ startsOn: studyGroups.startsOn })
    .from(studyGroups)
    .where(eq(studyGroups.id, groupId))
  await transaction
    .insert(groupMemberships)
    .values({ groupId, studentId, joinedOn: sql`greatest((${startsOn}), ${today}::date)` })
    // Who has enrolled in a 2035 campaign is in the group already.
    .onConflictDoNothing()
  return true
}
