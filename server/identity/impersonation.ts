import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { audit } from './audit.ts'
import { tellOfVisit } from './impersonation-news.ts'
import { hashOf, newSecret } from './secret.ts'

export const impersonationLifetime = 30 * 60_000

type Ending = { action: AuditAction; now: Date; address: string | null }

/**
 * Puts an administrator's own session to rest and opens another user's on top of it (D-37). The token that opens it,
 * or null when the own session is not there to rest: signed out, or another tab was first.
 */
export async function startImpersonation(
  database: Database,
  { sessionId, userId, reason, now, address }: StartedImpersonation,
): Promise<string | null> {
  const token = newSecret()
  return database.transaction(async (transaction) => {
    const [own] = await transaction
      .update(sessions)
      .set({ tokenHash: null })
      .where(and(eq(sessions.id, sessionId), isNotNull(sessions.tokenHash), isNull(sessions.administratorSessionId)))
      .returning()
    if (!own) return null
    const { browser, system, expiresAt, userId: administratorId } = own
    const [begun] = await transaction
      .insert(sessions)
      .values({
        tokenHash: hashOf(token),
        userId,
        browser,
        system,
        address,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        administratorId,
        administratorSessionId: own.id,
        impersonationReason: reason,
        impersonationUntil: new Date(now.getTime() + impersonationLifetime),
      })
      .returning({ id: sessions.id })
    if (!begun) throw new Error('the impersonation was not stored')
    const entry = { actorId: administratorId, subjectId: userId, impersonationId: begun.id, reason, address }
    await audit(transaction, { at: now, action: 'impersonation.started', ...entry })
    return token
  })
}

type StartedImpersonation = { sessionId: string; userId: string; reason: string; now: Date; address: string | null }

/** Ends one impersonation: `tokenHash` opens the administrator's own session from now on. False when another request was first. */
export async function returnToAdministrator(
  database: Database,
  { id, tokenHash, ...ending }: Ending & { id: string; tokenHash: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [ownId] = await endImpersonations(transaction, eq(sessions.id, id), ending)
    if (ownId === undefined) return false
    await transaction.update(sessions).set({ tokenHash, lastSeenAt: ending.now }).where(eq(sessions.id, ownId))
    return true
  })
}

/**
 * Ends impersonations, writes that down and tells those who were looked at. Whoever deletes an administrator's session
 * calls this before: what hangs on it would otherwise go without a trace. The ids of the sessions that they rested on.
 */
export async function endImpersonations(
  transaction: Database,
  which: SQL | undefined,
  ending: Ending,
): Promise<string[]> {
  const ended = await transaction
    .delete(sessions)
    .where(and(isNotNull(sessions.administratorSessionId), which))
    .returning()
  const { now, action, address } = ending
  for (const { id, userId, administratorId, impersonationReason: reason } of ended) {
    const entry = { actorId: administratorId, subjectId: userId, impersonationId: id, reason }
    await audit(transaction, { at: now, action, address, ...entry })
    if (administratorId && reason) await tellOfVisit(transaction, { userId, administratorId, reason, now })
  }
  return ended.flatMap(({ administratorSessionId }) => administratorSessionId ?? [])
}
