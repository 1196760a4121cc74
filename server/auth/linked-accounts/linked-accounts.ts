import { and, asc, eq } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { App } from '#server/app-types.ts'
import { audit } from '#server/audit-log.ts'
import { recordCredentialChanges } from '#server/auth/credentials/credential-changes.ts'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http-error.ts'

export async function findLinkedAccounts(database: Database, userId: string) {
  const accounts = await database
    .select({
      id: linkedAccounts.id,
      provider: linkedAccounts.provider,
      login: linkedAccounts.login,
      linkedAt: linkedAccounts.linkedAt,
    })
    .from(linkedAccounts)
    .where(eq(linkedAccounts.userId, userId))
    .orderBy(asc(linkedAccounts.linkedAt), asc(linkedAccounts.id))
  return accounts.map((account) => ({ ...account, linkedAt: account.linkedAt.toISOString() }))
}

type Asker = { userId: string; sessionId: string; language: Locale; now: Date }
type Linking = Asker & { provider: string; externalSubject: string; login: string }

/** Links an account to one user. Of two concurrent requests the second gets `taken`. */
export async function linkAccount(
  { database, env }: Pick<App, 'database' | 'env'>,
  { userId, sessionId, language, now, ...account }: Linking,
): Promise<'linked' | 'taken'> {
  const { provider, externalSubject, login } = account
  return database.transaction(async (transaction) => {
    await lockPerson(transaction, userId)
    const added = await transaction
      .insert(linkedAccounts)
      .values({ userId, ...account, linkedAt: now })
      .onConflictDoNothing({ target: [linkedAccounts.provider, linkedAccounts.externalSubject] })
      .returning({ id: linkedAccounts.id })
    if (added.length > 0) {
      const change = { kind: 'account-linked', ...account, linkedAt: now.toISOString() } as const
      await recordCredentialChanges(transaction, env, { userId, sessionId, changes: [change], language, now })
      await audit(transaction, { at: now, action: 'account.linked', subjectId: userId, detail: provider })
      return 'linked'
    }
    const isThisOne = and(eq(linkedAccounts.provider, provider), eq(linkedAccounts.externalSubject, externalSubject))
    const renewed = await transaction
      .update(linkedAccounts)
      .set({ login })
      .where(and(isThisOne, eq(linkedAccounts.userId, userId)))
      .returning({ id: linkedAccounts.id })
    return renewed.length > 0 ? 'linked' : 'taken'
  })
}

type Unlinking = Asker & { id: string }

/** Throws if it is the last credential. */
export async function removeLinkedAccount(
  { database, env }: Pick<App, 'database' | 'env'>,
  { userId, sessionId, id, language, now }: Unlinking,
): Promise<undefined> {
  await database.transaction(async (transaction) => {
    const user = await lockPerson(transaction, userId)
    const linked = await transaction.select().from(linkedAccounts).where(eq(linkedAccounts.userId, userId))
    const account =
      linked.find((one) => one.id === id) ?? throwProblem('not-found', 'No such linked account of this user')
    if (!user?.hasPassword && linked.length === 1) throwProblem('last-way-in', 'The last credential cannot be removed')
    await transaction.delete(linkedAccounts).where(eq(linkedAccounts.id, id))
    const { provider, externalSubject, login } = account
    const linkedAt = account.linkedAt.toISOString()
    const change = { kind: 'account-unlinked', provider, externalSubject, login, linkedAt } as const
    await recordCredentialChanges(transaction, env, { userId, sessionId, changes: [change], language, now })
    await audit(transaction, { at: now, action: 'account.unlinked', subjectId: userId, detail: provider })
  })
}

/** Locks the user row, so that concurrent changes cannot remove the last two credentials. */
async function lockPerson(transaction: Database, userId: string) {
  const [user] = await transaction
    .select({ hasPassword: users.hasPassword })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return user
}
