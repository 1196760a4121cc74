import { and, asc, eq, like } from 'drizzle-orm'
import type { AuditKind } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'

/** The audit entries of this kind about a user, oldest first: kind, actor and details. */
export async function auditedOf(database: Database, kind: AuditKind, subjectId: string | null) {
  const { id, at, action, actorId, detail } = auditEntries
  const isAbout = subjectId === null ? undefined : eq(auditEntries.subjectId, subjectId)
  const entries = await database
    .select({ action, actorId, detail })
    .from(auditEntries)
    .where(and(like(action, `${kind}.%`), isAbout))
    .orderBy(asc(at), asc(id))
  return entries.map((entry) => [entry.action, entry.actorId, entry.detail])
}
