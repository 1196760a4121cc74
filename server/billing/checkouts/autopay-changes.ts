import { sql } from 'drizzle-orm'
import { guardiansOfAll } from '#server/access/visible-students.ts'
import { announceChanges } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'

/** Notifies the open pages of all who see a contract that its automatic payments have changed. */
export async function announceAutopay(transaction: Database, contractId: string): Promise<void> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select customer_id as id from contracts where id = ${contractId}
    union select student_id from contracts where id = ${contractId}
    union ${guardiansOfAll(sql`(select student_id from contracts where id = ${contractId})`, 'seesContracts')}
    union select person_id from autopays where contract_id = ${contractId}
  `)
  const userIds = rows.map(({ id }) => id)
  await announceChanges(transaction, {
    userIds,
    calls: ['GET /v1/profile/autopay/list', 'GET /v1/profile/contract/list'],
  })
}
