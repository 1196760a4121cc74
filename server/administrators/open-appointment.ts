import { and, desc, eq, exists, gt, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { invitations } from '#server/db/schema/account-security.ts'
import { userRoles, users } from '#server/db/schema/people.ts'

/** An administrator whose link for the password still works. */
export type OpenAppointment = { email: string; expiresAt: Date }

/** The last administrator who was appointed by email and has not set the password yet; null if no such link is open. */
export async function findOpenAppointment(database: Database, now: Date): Promise<OpenAppointment | null> {
  const isAdministrator = database
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .where(and(eq(userRoles.userId, users.id), eq(userRoles.role, 'administrator')))
  const [open] = await database
    .select({ email: invitations.target, expiresAt: invitations.expiresAt })
    .from(invitations)
    .innerJoin(users, and(eq(users.id, invitations.userId), eq(users.email, invitations.target)))
    .where(
      and(
        isNull(invitations.usedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
        eq(users.hasPassword, false),
        exists(isAdministrator),
      ),
    )
    .orderBy(desc(invitations.expiresAt))
    .limit(1)
  return open?.email && open.expiresAt ? { email: open.email, expiresAt: open.expiresAt } : null
}
