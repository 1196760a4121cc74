import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { audit } from '#server/identity/audit.ts'
import { refuse } from '#server/refusal.ts'

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

/** An account is linked to one person: whoever comes second, even at the same moment, is told that it is taken. */
export async function linkAccount(
  database: Database,
  {
    userId,
    provider,
    externalSubject,
    login,
    now,
  }: { userId: string; provider: string; externalSubject: string; login: string; now: Date },
): Promise<'linked' | 'taken'> {
  const isThisOne = and(
    eq(linkedAccounts.provider, provider),
    eq(linkedAccounts.externalSubject, externalSubject),
    eq(linkedAccounts.userId, userId),
  )
  return database.transaction(async (transaction) => {
    await transaction
      .insert(linkedAccounts)
      .values({ userId, provider, externalSubject, login, linkedAt: now })
      .onConflictDoNothing({ target: [linkedAccounts.provider, linkedAccounts.externalSubject] })
    const updated = await transaction
      .update(linkedAccounts)
      .set({ login })
      .where(isThisOne)
      .returning({ id: linkedAccounts.id })
    if (updated.length === 0) return 'taken'
    await audit(transaction, { at: now, action: 'account.linked', subjectId: userId, detail: provider })
    return 'linked'
  })
}

/** Keeps the last way to sign in; the person's row is locked, so that two at once do not each take the other for the last. */
export async function unlink(
  database: Database,
  { userId, id, now }: { userId: string; id: string; now: Date },
): Promise<undefined> {
  await database.transaction(async (transaction) => {
    const [user] = await transaction
      .select({ hasPassword: users.hasPassword })
      .from(users)
      .where(eq(users.id, userId))
      .for('update')
    const linked = await transaction
      .select({ id: linkedAccounts.id, provider: linkedAccounts.provider })
      .from(linkedAccounts)
      .where(eq(linkedAccounts.userId, userId))
    const doomed = linked.find((account) => account.id === id) ?? refuse('not-found', 'No account of this person')
    if (!user?.hasPassword && linked.length === 1) refuse('last-way-in', 'Neither a password nor another account')
    await transaction.delete(linkedAccounts).where(eq(linkedAccounts.id, id))
    await audit(transaction, { at: now, action: 'account.unlinked', subjectId: userId, detail: doomed.provider })
  })
}
