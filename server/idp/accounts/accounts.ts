import { eq, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'

export type ProviderAccount = {
  /** The `sub` claim; `users.subject` refers to it. */
  subject: string
  /** Compared case-insensitively. */
  login: string
  /** First name first. */
  name: string
  email?: string | null
  /** Result of `hashPassword`; null until the first password is set. */
  passwordHash: string | null
}

/** Adds accounts and keeps existing ones unchanged. */
export async function addProviderAccounts(database: Database, accounts: readonly ProviderAccount[]): Promise<void> {
  for (let from = 0; from < accounts.length; from += 1000) {
    const rows = accounts
      .slice(from, from + 1000)
      .map((account) => ({ ...account, login: account.login.toLowerCase() }))
    await database.insert(providerAccounts).values(rows).onConflictDoNothing({ target: providerAccounts.subject })
  }
}

export async function findAccount(database: Database, subject: string) {
  const [account] = await database.select().from(providerAccounts).where(eq(providerAccounts.subject, subject))
  return account ?? null
}

/** Whether there is anyone who can sign in with a password. */
export async function hasAccountWithPassword(database: Database): Promise<boolean> {
  const [account] = await database
    .select({ subject: providerAccounts.subject })
    .from(providerAccounts)
    .where(isNotNull(providerAccounts.passwordHash))
    .limit(1)
  return account !== undefined
}

export async function findAccountsByLogin(database: Database, logins: readonly string[]) {
  if (logins.length === 0) return []
  return database
    .select({ subject: providerAccounts.subject, login: providerAccounts.login, name: providerAccounts.name })
    .from(providerAccounts)
    .where(inArray(providerAccounts.login, [...logins]))
}
