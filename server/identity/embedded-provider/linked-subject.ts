import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { linkedAccounts, providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'

/** Whose linked account this is, with or without a password; null where nobody who can sign in here has linked it. */
export async function subjectOfLinked(
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
