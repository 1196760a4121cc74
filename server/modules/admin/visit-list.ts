import { and, desc, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Visit } from '#contract/admin.ts'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { impersonationLifetime } from '#server/identity/impersonation.ts'
import { spokenName } from '#server/identity/person.ts'

/** So many are shown; the whole log is the administrators'. */
const shown = 50

/** The impersonations of one user, newest first: each a start in the log, and its end where there is one. */
export async function visitList(database: Database, userId: string, now: Date): Promise<Visit[]> {
  const ends = alias(auditEntries, 'ends')
  const rows = await database
    .select({
      id: auditEntries.id,
      firstName: users.firstName,
      lastName: users.lastName,
      reason: auditEntries.reason,
      startedAt: auditEntries.at,
      endedAt: ends.at,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .leftJoin(ends, and(eq(ends.impersonationId, auditEntries.impersonationId), ne(ends.id, auditEntries.id)))
    .where(and(eq(auditEntries.subjectId, userId), eq(auditEntries.action, 'impersonation.started')))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(shown)
  return rows.map(({ id, firstName, lastName, reason, startedAt, endedAt }) => ({
    id,
    by: firstName === null ? null : spokenName({ firstName, lastName }),
    reason: reason ?? '',
    startedAt: startedAt.toISOString(),
    endedAt: (endedAt ?? pastLimit(startedAt, now))?.toISOString() ?? null,
  }))
}

/** An impersonation whose time is over ends at the next call, which may never come. */
function pastLimit(startedAt: Date, now: Date): Date | null {
  const limit = new Date(startedAt.getTime() + impersonationLifetime)
  return limit <= now ? limit : null
}
