import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/people/audit.ts'
import { displayName } from '#contract/people/names.ts'
import { impersonationLifetime } from '#server/access/impersonation-rules.ts'
import { announceEndedSessions } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'

type Ending = { action: AuditAction; now: Date; address: string | null }

/**
 * Suspends the administrator's own session and opens a session of another user (D-37). Returns the token of the new
 * session, or null if the own session has ended or another tab was first.
 */
export async function startImpersonation(
  database: Database,
  { sessionId, userId, reason, ticketNumber, now, address }: StartedImpersonation,
): Promise<string | null> {
  const token = createToken()
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
        tokenHash: hashToken(token),
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
    const entry = {
      actorId: administratorId,
      subjectId: userId,
      impersonationId: begun.id,
      reason,
      detail: ticketNumber,
      address,
    }
    await audit(transaction, { at: now, action: 'impersonation.started', ...entry })
    return token
  })
}

type StartedImpersonation = {
  sessionId: string
  userId: string
  reason: string
  /** The ticket that it is for, in the school's own system too. */
  ticketNumber: string | null
  now: Date
  address: string | null
}

/**
 * Ends one impersonation and moves `tokenHash` to the administrator's own session. False if another request was first.
 */
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
 * Ends impersonations, audits them and notifies the impersonated users. Call it before deleting an administrator's
 * session, because the cascade would delete impersonations without a trace. Returns the ids of the suspended sessions.
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
  await announceEndedSessions(
    transaction,
    ended.map(({ id }) => id),
  )
  const { now, action, address } = ending
  for (const { id, userId, administratorId, impersonationReason: reason } of ended) {
    const entry = { actorId: administratorId, subjectId: userId, impersonationId: id, reason }
    await audit(transaction, { at: now, action, address, ...entry })
    if (administratorId && reason) {
      await queueImpersonationNotice(transaction, { impersonationId: id, userId, administratorId, reason, now })
    }
  }
  return ended.flatMap(({ administratorSessionId }) => administratorSessionId ?? [])
}

type Visit = { impersonationId: string; userId: string; administratorId: string; reason: string; now: Date }

/** Notifies a user after an impersonation: who and why. By email, else by phone. */
async function queueImpersonationNotice(
  transaction: Database,
  { impersonationId, userId, administratorId, reason, now }: Visit,
): Promise<void> {
  const administrators = alias(users, 'administrators')
  const { firstName, lastName } = administrators
  const [known] = await transaction
    .select({ recipient: recipientColumns, administrator: { firstName, lastName }, ticketNumber: auditEntries.detail })
    .from(users)
    .innerJoin(administrators, eq(administrators.id, administratorId))
    .leftJoin(
      auditEntries,
      and(eq(auditEntries.impersonationId, impersonationId), eq(auditEntries.action, 'impersonation.started')),
    )
    .where(eq(users.id, userId))
  if (!known) return
  const values = {
    by: displayName(known.administrator),
    reason,
    ...(known.ticketNumber && { ticketNumber: known.ticketNumber }),
  }
  await notifyUsers(transaction, now, [{ recipient: known.recipient, kind: 'account-visited', values }])
}
