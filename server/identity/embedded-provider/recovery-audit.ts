import type { Database } from '#server/db/client.ts'
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
  fact: Fact & Pick<Required<AuditFact>, 'problem'>,
): Promise<void> {
  if (fact.problem === 'code-too-soon') return
  for (const subjectId of subjectsOf(people)) await auditRefusal(database, { ...fact, subjectId })
}

function subjectsOf(people: readonly NamedAccount[]): (string | null)[] {
  return people.length === 0 ? [null] : people.map(({ userId }) => userId)
}
