import { and, eq, gt, isNull } from 'drizzle-orm'
import { lockAccountJoins } from '#server/access/joined-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { accountJoins } from '#server/db/schema/account-joins.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { storeMovedRows } from './join-accounts.ts'
import { moveAccountData } from './move-account-data.ts'

/** Milliseconds after a join in which a request of the joined account may still be running. */
const lateness = 60 * 60_000

/** Joins of the last hour. */
export async function findRecentJoins(database: Database, { now }: CurrentTime): Promise<string[]> {
  const isRecent = and(isNull(accountJoins.undoneAt), gt(accountJoins.at, new Date(now.getTime() - lateness)))
  const recent = await database.select({ id: accountJoins.id }).from(accountJoins).where(isRecent)
  return recent.map(({ id }) => id)
}

/** Moves what a request that was running during the join has written to the joined account. */
export async function moveLateRows(transaction: Database, joinId: string): Promise<void> {
  await lockAccountJoins(transaction, 'exclusive')
  const isActive = and(eq(accountJoins.id, joinId), isNull(accountJoins.undoneAt))
  const [join] = await transaction.select().from(accountJoins).where(isActive)
  if (!join) return
  const { rows } = await moveAccountData(transaction, { from: join.joinedId, to: join.keptId })
  await storeMovedRows(transaction, joinId, rows)
}
