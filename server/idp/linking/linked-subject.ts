import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts, providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'

/** Subject of the user who has linked this account, with or without a password; null if there is none. */
export async function findSubjectOfLinkedAccount(
  database: Database,
  { name, externalSubject }: { name: string; externalSubject: string },
): Promise<string | null> {
  const [account] = await database
    .select({ subject: providerAccounts.subject })
    .from(linkedAccounts)
    .innerJoin(users, eq(users.id, linkedAccounts.userId))
    .innerJoin(providerAccounts, eq(providerAccounts.subject, users.subject))
    .where(and(eq(linkedAccounts.provider, name), eq(linkedAccounts.externalSubject, externalSubject)))
  return account?.subject ?? null
}
