import { and, desc, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Visit } from '#contract/people/admin.ts'
import { displayName } from '#contract/people/names.ts'
import { impersonationLifetime } from '#server/access/impersonation-rules.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'

/** Number of impersonations shown; administrators see the whole audit log. */
const shown = 50

/** Impersonations of one user, newest first, with start and end from the audit log. */
export async function findImpersonations(database: Database, userId: string, now: Date): Promise<Visit[]> {
  const ends = alias(auditEntries, 'ends')
  const rows = await database
    .select({
      id: auditEntries.id,
      firstName: users.firstName,
      lastName: users.lastName,
      reason: auditEntries.reason,
      ticketNumber: auditEntries.detail,
      startedAt: auditEntries.at,
      endedAt: ends.at,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .leftJoin(ends, and(eq(ends.impersonationId, auditEntries.impersonationId), ne(ends.id, auditEntries.id)))
    .where(and(eq(auditEntries.subjectId, userId), eq(auditEntries.action, 'impersonation.started')))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(shown)
  return rows.map(({ id, firstName, lastName, reason, ticketNumber, startedAt, endedAt }) => ({
    id,
    by: firstName === null ? null : displayName({ firstName, lastName }),
    reason: reason ?? '',
    ticketNumber,
    startedAt: startedAt.toISOString(),
    endedAt: (endedAt ?? pastLimit(startedAt, now))?.toISOString() ?? null,
  }))
}

/** An impersonation past its limit ends at the next request, which may never come. */
function pastLimit(startedAt: Date, now: Date): Date | null {
  const limit = new Date(startedAt.getTime() + impersonationLifetime)
  return limit <= now ? limit : null
}
