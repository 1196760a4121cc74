import type { Database } from '#server/db/client.ts'
import { auditRefusal } from '#server/identity/audit.ts'
import type { NamedAccount } from './sign-in-names.ts'

/**
 * Writes down a sign-in that failed (D-37). Of what was typed only whom it names, where that is one person: people type
 * passwords where the login belongs. A row is written whether anybody has the name or not, so that time tells nothing.
 */
export async function auditFailedSignIn(
  database: Database,
  { named, at, problem }: { named: readonly NamedAccount[]; at: Date; problem?: 'too-many-requests' },
): Promise<void> {
  const [account, ...others] = named
  await auditRefusal(database, {
    at,
    action: 'sign-in.password',
    subjectId: others.length === 0 ? (account?.userId ?? null) : null,
    problem: problem ?? (account ? 'wrong-password' : 'unknown-login'),
  })
}
