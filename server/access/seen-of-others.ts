import { sql } from 'drizzle-orm'
import { type GuardianRight, guardianRights } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { isContractVisibleTo, visibleStudents } from './visible-students.ts'

/** Ids of the children whose data a person may see, by right, and of the contracts. */
export type SeenOfOthers = { children: Record<GuardianRight, string[]>; contracts: string[] }

/** What the person may see of others now. */
export async function findSeenOfOthers(database: Database, userId: string): Promise<SeenOfOthers> {
  const childrenOf = (right: GuardianRight) =>
    sql`${right}::text, array${visibleStudents({ roleGroup: 'parent', userId }, right)}`
  const { rows } = await database.execute<{ seen: SeenOfOthers }>(sql`
    select json_build_object(
      'children', json_build_object(${sql.join(guardianRights.map(childrenOf), sql`, `)}),
      'contracts', array(select ${contracts.id} from ${contracts} where ${isContractVisibleTo(userId)})
    ) as seen
  `)
  const [found] = rows
  if (!found) throw new Error('the rights were not read')
  return found.seen
}

/** Whether the person may still see everything that was seen before. */
export function isAllStillSeen(before: SeenOfOthers, now: SeenOfOthers): boolean {
  const has = (some: readonly string[], all: readonly string[]) => some.every((id) => all.includes(id))
  return (
    guardianRights.every((right) => has(before.children[right], now.children[right])) &&
    has(before.contracts, now.contracts)
  )
}
