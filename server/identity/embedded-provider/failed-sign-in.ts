import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { auditRefusal } from '#server/identity/audit.ts'

/**
 * Writes down a sign-in that failed (D-37). Of what was typed only whom it names: people type passwords where the
 * login belongs. The same questions are asked whether anybody has the login or not, so that time tells nothing.
 */
export async function auditFailedSignIn(
  database: Database,
  { login, at, problem }: { login: string; at: Date; problem?: 'too-many-requests' },
): Promise<void> {
  const [account] = await database
    .select({ userId: users.id })
    .from(providerAccounts)
    .leftJoin(users, eq(users.subject, providerAccounts.subject))
    .where(eq(providerAccounts.login, login.toLowerCase()))
  await auditRefusal(database, {
    at,
    action: 'sign-in.password',
    subjectId: account?.userId ?? null,
    problem: problem ?? (account ? 'wrong-password' : 'unknown-login'),
  })
}
