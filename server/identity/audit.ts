import type { AuditAction } from '#contract/enumerations.ts'
import type { ProblemType } from '#contract/problem.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'

/** Call it with the transaction that makes the change, so that neither stands without the other (D-37). */
export async function audit(
  database: Database,
  entry: {
    at: Date
    action: AuditAction
    actorId: string | null
    subjectId: string | null
    reason: string | null
    address: string | null
    impersonationId?: string
    problem?: ProblemType
  },
): Promise<void> {
  await database.insert(auditEntries).values(entry)
}
