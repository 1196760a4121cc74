import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'

export type AuditAction =
  | 'impersonation.started'
  | 'impersonation.refused'
  | 'impersonation.ended'
  | 'impersonation.expired'

/** Call it with the transaction that makes the change, so that neither stands without the other (D-37). */
export async function audit(
  database: Database,
  entry: {
    at: Date
    action: AuditAction
    actorId: string
    subjectId: string
    reason: string | null
    address: string | null
  },
): Promise<void> {
  await database.insert(auditEntries).values(entry)
}
