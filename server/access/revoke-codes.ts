import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { pairingCodes } from '#server/db/schema/account-security.ts'

/** Pairing codes give no more than the guardian who has made them has, who must have all rights. */
export async function revokeCodesOf(
  transaction: Database,
  losers: readonly { guardianId: string; childId: string }[],
  now: Date,
): Promise<void> {
  if (losers.length === 0) return
  const pairs = losers.map(({ guardianId, childId }) => ({ guardian_id: guardianId, child_id: childId }))
  await transaction.execute(sql`
    update ${pairingCodes} set revoked_at = ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(pairs)}::json) as losers (guardian_id uuid, child_id uuid)
    where made_by = losers.guardian_id and ${pairingCodes.childId} = losers.child_id and not is_by_school
      and used_at is null and revoked_at is null`)
}

/** All open pairing codes of an account that is locked, or was in foreign hands: they must not work again later. */
export async function revokeCodesMadeBy(transaction: Database, userId: string, now: Date): Promise<void> {
  const isOpen = and(eq(pairingCodes.madeBy, userId), isNull(pairingCodes.usedAt), isNull(pairingCodes.revokedAt))
  await transaction.update(pairingCodes).set({ revokedAt: now }).where(isOpen)
}
