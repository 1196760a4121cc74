import { auditRejection } from '#server/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import type { NamedAccount } from './sign-in-names.ts'

/**
 * Audits a failed sign-in (D-37). The typed name is not stored, because users type passwords into the wrong field; only
 * the account, if exactly one matches. An entry is written even without a match, so that the response time reveals
 * nothing.
 */
export async function auditFailedSignIn(
  database: Database,
  { named, at, problem }: { named: readonly NamedAccount[]; at: Date; problem?: 'too-many-requests' },
): Promise<void> {
  const [account, ...others] = named
  await auditRejection(database, {
    at,
    action: 'sign-in.password',
    subjectId: others.length === 0 ? (account?.userId ?? null) : null,
    problem: problem ?? (account ? 'wrong-password' : 'unknown-login'),
  })
}
