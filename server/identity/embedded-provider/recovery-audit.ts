import type { AuditProblem } from '#contract/audit.ts'
import type { Database } from '#server/db/client.ts'
import type { Target } from '#server/delivery/queue.ts'
import { type AuditFact, audit, auditRefusal } from '#server/identity/audit.ts'
import type { NamedAccount } from './sign-in-names.ts'

/**
 * What a recovery leaves in the audit log (D-37): a line about each person that the code could reach, or one about nobody.
 * A line is written either way, so that time tells nothing; of what was typed only whom it names.
 */
type Fact = Omit<AuditFact, 'subjectId'>

/** Call it with the transaction that makes the change. */
export async function auditRecovery(transaction: Database, people: readonly NamedAccount[], fact: Fact): Promise<void> {
  await audit(transaction, ...subjectsOf(people).map((subjectId) => ({ ...fact, subjectId })))
}

/** Of what came to nothing, outside of any transaction. To be asked to wait a minute is no attempt at anything. */
export async function auditRefusedRecovery(
  database: Database,
  people: readonly NamedAccount[],
  { kind, ...fact }: Fact & { kind: 'tooSoon' | keyof typeof problemOf },
): Promise<void> {
  if (kind === 'tooSoon') return
  for (const subjectId of subjectsOf(people)) {
    await auditRefusal(database, { ...fact, subjectId, problem: problemOf[kind] })
  }
}

const problemOf = {
  spent: 'codes-spent',
  locked: 'factor-locked',
  wrong: 'code-wrong',
  over: 'code-over',
} as const satisfies Record<string, AuditProblem>

/** Why no code was sent that was asked for; whoever asked is not told. */
export function whyNot(place: Target | undefined, named: readonly NamedAccount[]): AuditProblem {
  if (place) return 'codes-spent'
  return named.length > 0 ? 'no-second-factor' : 'unknown-login'
}

function subjectsOf(people: readonly NamedAccount[]): (string | null)[] {
  return people.length === 0 ? [null] : people.map(({ userId }) => userId)
}
