import { and, eq, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { providerAccounts, recoveries } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { Env } from '#server/env.ts'
import { audit } from '#server/identity/audit.ts'
import { lockDevicesOf, signOutDevices } from '#server/identity/ended-sessions.ts'
import { recordChanges } from '#server/identity/ways-in.ts'
import { hashPassword } from './password.ts'
import { forgetPayloadsOf } from './payloads.ts'
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
 * Sets the password once for a code, ends every session of the person, here and at the provider, and tells them wherever
 * they can be reached. Whose password the code has set: of two requests at once the first decides.
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
    // The person first, as by everybody who changes a password.
    const [user] = await transaction
      .update(users)
      .set({ hasPassword: true })
      .where(eq(users.subject, subject))
      .returning({ id: users.id })
    await transaction.update(providerAccounts).set({ passwordHash }).where(eq(providerAccounts.subject, subject))
    await forgetPayloadsOf(transaction, subject)
    if (!user) return subject
    const ids = await lockDevicesOf(transaction, user.id)
    const ended = { userId: user.id, ids, now, address, reason: 'password-changed' } as const
    await signOutDevices(transaction, { endProviderSessions: forgetPayloadsOf }, ended)
    await audit(transaction, { at: now, action: 'password.recovered', subjectId: user.id, actorId: user.id })
    const change = { kind: 'password-changed', isRecovered: 'yes' } as const
    await recordChanges(transaction, env, { userId: user.id, changes: [change], language, now })
    return subject
  })
}

async function ownerOf(transaction: Database, { id }: Recovery): Promise<string> {
  const [used] = await transaction.select({ subject: recoveries.subject }).from(recoveries).where(eq(recoveries.id, id))
  if (!used?.subject) throw new Error('a recovery was neither used nor to be used')
  return used.subject
}
