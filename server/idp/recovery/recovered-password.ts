import { and, eq, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { recordCredentialChanges } from '#server/auth/credentials/credential-changes.ts'
import { lockDevicesOf, signOutDevices } from '#server/auth/sessions/end-sessions.ts'
import type { Database } from '#server/db/client.ts'
import { providerAccounts, recoveries } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'
import { hashPassword } from '#server/idp/accounts/password-hash.ts'
import { deletePayloadsOfAccount } from '#server/idp/protocol/oidc-adapter.ts'
import { audit } from '#server/security/audit-log.ts'
import type { Recovery } from './recovery-codes.ts'

type Recovered = {
  recovery: Recovery
  subject: string
  password: string
  address: string
  language: Locale
  now: Date
}

/**
 * Sets a new password with a confirmed code, ends all sessions of the user here and at the provider, and notifies the
 * user by all contacts. Of two concurrent requests the first wins.
 */
export async function recoverPassword(
  database: Database,
  env: Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE'>,
  { recovery, subject, password, address, language, now }: Recovered,
): Promise<string> {
  const passwordHash = await hashPassword(password)
  return database.transaction(async (transaction) => {
    const [used] = await transaction
      .update(recoveries)
      .set({ subject })
      .where(and(eq(recoveries.id, recovery.id), isNull(recoveries.subject)))
      .returning({ id: recoveries.id })
    if (!used) return ownerOf(transaction, recovery)
    // Locks the user row first, in the same order as all other password changes.
    const [user] = await transaction
      .update(users)
      .set({ hasPassword: true })
      .where(eq(users.subject, subject))
      .returning({ id: users.id })
    await transaction.update(providerAccounts).set({ passwordHash }).where(eq(providerAccounts.subject, subject))
    await deletePayloadsOfAccount(transaction, subject)
    if (!user) return subject
    const ids = await lockDevicesOf(transaction, user.id)
    const ended = { userId: user.id, ids, withIdle: true, now, address, reason: 'password-changed' } as const
    await signOutDevices(transaction, { endProviderSessions: deletePayloadsOfAccount }, ended)
    await audit(transaction, { at: now, action: 'password.recovered', subjectId: user.id, actorId: user.id })
    const change = { kind: 'password-changed', isRecovered: 'yes' } as const
    await recordCredentialChanges(transaction, env, { userId: user.id, changes: [change], language, now })
    return subject
  })
}

async function ownerOf(transaction: Database, { id }: Recovery): Promise<string> {
  const [used] = await transaction.select({ subject: recoveries.subject }).from(recoveries).where(eq(recoveries.id, id))
  if (!used?.subject) throw new Error('the recovery has no account')
  return used.subject
}
