import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { audit } from './audit.ts'

/** Ends an impersonation: `tokenHash` opens the administrator's own session from now on. False when another request was first. */
export async function returnToAdministrator(
  database: Database,
  {
    id,
    tokenHash,
    action,
    now,
    address,
  }: {
    id: string
    tokenHash: string
    action: 'impersonation.ended' | 'impersonation.expired'
    now: Date
    address: string | null
  },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [ended] = await transaction
      .delete(sessions)
      .where(and(eq(sessions.id, id), isNotNull(sessions.administratorSessionId)))
      .returning()
    if (!ended?.administratorSessionId || !ended.administratorId) return false
    await transaction
      .update(sessions)
      .set({ tokenHash, lastSeenAt: now })
      .where(eq(sessions.id, ended.administratorSessionId))
    await audit(transaction, {
      at: now,
      action,
      actorId: ended.administratorId,
      subjectId: ended.userId,
      reason: ended.impersonationReason,
      address,
    })
    return true
  })
}
