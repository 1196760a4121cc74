import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { invitations } from '#server/db/schema/account-security.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { hashPassword } from '#server/idp/accounts/password-hash.ts'
import { findInvitation, type OpenedInvitation } from '#server/invitations/invitations.ts'
import { audit } from '#server/security/audit-log.ts'

export type PersonName = { firstName: string; lastName: string }

/**
 * Sets the first password with the token of an invitation and makes the account where there is none. Returns the
 * invitation as it was found, with the subject of the account. A link works once:
 * of two requests the second finds it used. A phone that received the link is confirmed by it, as by a code.
 * `name` is that of a person of whom the school knows only the address, such as the first administrator.
 */
export async function acceptInvitation(
  database: Database,
  { token, password, name: typed, now }: { token: string; password: string; name?: PersonName | undefined; now: Date },
): Promise<OpenedInvitation | null> {
  // A hash is expensive: it is made only for a link that works.
  const invitation = await findInvitation(database, token, now)
  if (invitation?.state !== 'open') return invitation
  const passwordHash = await hashPassword(password)
  return database.transaction(async (transaction) => {
    const found = await findInvitation(transaction, token, now)
    if (found?.state !== 'open') return found
    const { id, userId, channel } = found
    const named = found.name === '' ? typed : undefined
    const name = found.name || (named ? `${named.firstName} ${named.lastName}` : found.target)
    const [used] = await transaction
      .update(invitations)
      .set({ usedAt: now })
      .where(and(eq(invitations.id, id), isNull(invitations.usedAt), isNull(invitations.revokedAt)))
      .returning({ id: invitations.id })
    if (!used) return { ...found, state: 'used' }
    const subject = found.subject ?? randomUUID()
    const verifiedAt = (column: typeof users.phoneVerifiedAt | typeof users.emailVerifiedAt) =>
      sql<Date>`coalesce(${column}, ${now.toISOString()}::timestamptz)`
    const verified =
      channel === 'phone'
        ? { phoneVerifiedAt: verifiedAt(users.phoneVerifiedAt) }
        : { emailVerifiedAt: verifiedAt(users.emailVerifiedAt) }
    await transaction
      .update(users)
      .set({ subject, hasPassword: true, updatedAt: now, ...named, ...verified })
      .where(eq(users.id, userId))
    const login = await unusedLogin(transaction)
    await transaction
      .insert(providerAccounts)
      .values({
        subject,
        login,
        name,
        email: channel === 'email' ? found.target : null,
        passwordHash,
      })
      .onConflictDoUpdate({ target: providerAccounts.subject, set: { passwordHash } })
    await audit(transaction, { at: now, action: 'invitation.accepted', subjectId: userId, actorId: userId })
    return { ...found, subject }
  })
}

/** A login of eight digits. The email or phone, which are easier to remember, are names to sign in with as well. */
async function unusedLogin(transaction: Database): Promise<string> {
  const login = `u${randomInt(10_000_000, 100_000_000)}`
  const [taken] = await transaction
    .select({ login: providerAccounts.login })
    .from(providerAccounts)
    .where(eq(providerAccounts.login, login))
  return taken ? unusedLogin(transaction) : login
}
