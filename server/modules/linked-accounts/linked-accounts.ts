import { and, asc, eq } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { audit } from '#server/identity/audit.ts'
import { recordChanges } from '#server/identity/ways-in.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

export async function accountsOf(database: Database, userId: string) {
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

/** An account is linked to one person: whoever comes second, even at the same moment, is told that it is taken. */
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
      await recordChanges(transaction, env, { userId, sessionId, changes: [change], language, now })
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

/** Keeps the last way to sign in. */
export async function unlink(
  { database, env }: Pick<App, 'database' | 'env'>,
  { userId, sessionId, id, language, now }: Unlinking,
): Promise<undefined> {
  await database.transaction(async (transaction) => {
    const user = await lockPerson(transaction, userId)
    const linked = await transaction.select().from(linkedAccounts).where(eq(linkedAccounts.userId, userId))
    const account = linked.find((one) => one.id === id) ?? refuse('not-found', 'No account of this person')
    if (!user?.hasPassword && linked.length === 1) refuse('last-way-in', 'Neither a password nor another account')
    await transaction.delete(linkedAccounts).where(eq(linkedAccounts.id, id))
    const { provider, externalSubject, login } = account
    const linkedAt = account.linkedAt.toISOString()
    const change = { kind: 'account-unlinked', provider, externalSubject, login, linkedAt } as const
    await recordChanges(transaction, env, { userId, sessionId, changes: [change], language, now })
    await audit(transaction, { at: now, action: 'account.unlinked', subjectId: userId, detail: provider })
  })
}

/** So that two changes at once do not each take what the other changes for the last way in. */
async function lockPerson(transaction: Database, userId: string) {
  const [user] = await transaction
    .select({ hasPassword: users.hasPassword })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return user
}
