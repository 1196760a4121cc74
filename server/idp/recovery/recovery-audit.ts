import type { AuditProblem } from '#contract/audit.ts'
import { type AuditEvent, audit, auditRejection } from '#server/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import type { NamedAccount } from '#server/idp/sign-in/sign-in-names.ts'
import type { Target } from '#server/notifications/queue-message.ts'

/**
 * Audit entries of password recovery (D-37): one for each account that the code could reach, or one without a subject.
 * An entry is always written, so that timing reveals nothing. The typed name is not stored.
 */
type Fact = Omit<AuditEvent, 'subjectId'>

/** Pass the transaction that makes the change. */
export async function auditRecovery(transaction: Database, people: readonly NamedAccount[], fact: Fact): Promise<void> {
  await audit(transaction, ...subjectsOf(people).map((subjectId) => ({ ...fact, subjectId })))
}

/** Writes a rejected step, outside of any transaction. Waiting for the resend delay is not audited. */
export async function auditRefusedRecovery(
  database: Database,
  people: readonly NamedAccount[],
  { kind, ...fact }: Fact & { kind: 'tooSoon' | keyof typeof problemOf },
): Promise<void> {
  if (kind === 'tooSoon') return
  for (const subjectId of subjectsOf(people)) {
    await auditRejection(database, { ...fact, subjectId, problem: problemOf[kind] })
  }
}

const problemOf = {
  spent: 'codes-spent',
  locked: 'factor-locked',
  wrong: 'code-wrong',
  over: 'code-over',
} as const satisfies Record<string, AuditProblem>

/** Why no code was sent. The requester is not told. */
export function undeliverableReason(place: Target | undefined, named: readonly NamedAccount[]): AuditProblem {
  if (place) return 'codes-spent'
  return named.length > 0 ? 'no-second-factor' : 'unknown-login'
}

function subjectsOf(people: readonly NamedAccount[]): (string | null)[] {
  return people.length === 0 ? [null] : people.map(({ userId }) => userId)
}
