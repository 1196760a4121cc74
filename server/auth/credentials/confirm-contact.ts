import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { App } from '#server/app-types.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import type { Target } from '#server/notifications/queue-message.ts'
import { audit } from '#server/security/audit-log.ts'
import { recordCredentialChanges } from './credential-changes.ts'

/**
 * Marks a contact of the user, to which a code was sent, as verified; others are left. A verified phone becomes a sign-in name,
 * and the user is notified of it.
 */
export async function confirmContact(
  transaction: Database,
  env: App['env'],
  { userId, to, language, now }: { userId: string; to: Target; language: Locale; now: Date },
): Promise<void> {
  const isUser = eq(users.id, userId)
  if ('email' in to) {
    const isNew = and(isUser, eq(sql`lower(${users.email})`, to.email.toLowerCase()), isNull(users.emailVerifiedAt))
    await transaction.update(users).set({ emailVerifiedAt: now }).where(isNew)
    return
  }
  if (!('phone' in to)) return
  const isNew = and(isUser, eq(users.phone, to.phone), isNull(users.phoneVerifiedAt))
  const confirmed = await transaction
    .update(users)
    .set({ phoneVerifiedAt: now })
    .where(isNew)
    .returning({ id: users.id })
  if (confirmed.length === 0) return
  const change = { kind: 'phone-confirmed', now: to.phone } as const
  await recordCredentialChanges(transaction, env, { userId, changes: [change], language, now })
  const detail = maskContact(to.phone)
  await audit(transaction, { at: now, action: 'contact.phone-confirmed', subjectId: userId, detail })
}
