import { and, asc, eq, exists, inArray, isNotNull, isNull, notExists, or } from 'drizzle-orm'
import { type RoleGroup, rolesOfGroup } from '#contract/roles.ts'
import { audit } from '#server/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import { enqueue } from '#server/db/queues.ts'
import { invitations } from '#server/db/schema/account-security.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import type { Env } from '#server/env.ts'
import { isWithin } from '#server/time-left.ts'
import { invitationObstacle, invitedColumns, sendInvitation } from './invitations.ts'

/**
 * Puts everyone of a role group into the queue who has a contact, no password and no invitation yet. They are sent by
 * `sendQueuedInvitations`. Returns their number.
 */
export async function queueInvitations(
  database: Database,
  { group, now, command }: { group: RoleGroup | null; now: Date; command?: string },
): Promise<number> {
  return database.transaction(async (transaction) => {
    const people = await transaction
      .select({ userId: users.id })
      .from(users)
      .where(isToBeInvited(transaction, group))
      .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id))
    for (let start = 0; start < people.length; start += 1000) {
      const rows = people.slice(start, start + 1000).map((row) => ({ ...row, createdAt: now }))
      await transaction.insert(invitations).values(rows).onConflictDoNothing()
    }
    if (people.length > 0) await enqueue(transaction, 'send-invitations')
    const detail = `${group ?? 'all'}: ${people.length}`
    await audit(transaction, { at: now, action: 'invitation.queued', subjectId: null, detail, command })
    return people.length
  })
}

function isToBeInvited(database: Database, group: RoleGroup | null) {
  const wanted = group === null ? Object.values(rolesOfGroup).flat() : rolesOfGroup[group]
  const held = database
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, users.id), inArray(userRoles.role, [...wanted])))
  const invited = database.select({ id: invitations.id }).from(invitations).where(eq(invitations.userId, users.id))
  const isReachable = or(isNotNull(users.email), isNotNull(users.phone))
  return and(eq(users.hasPassword, false), isNull(users.lockedAt), isReachable, exists(held), notExists(invited))
}

type SendOptions = { now: Date; perMinute: number; env: Pick<Env, 'IDP_PUBLIC_URL' | 'SCHOOL'> }

/**
 * Sends the oldest queued invitations, as many as one minute may take: mail servers refuse bursts. Runs every minute, and
 * at once after some were queued.
 */
export async function sendQueuedInvitations(database: Database, { now, perMinute, env }: SendOptions): Promise<void> {
  const sentRecently = await database.$count(invitations, isWithin(invitations.sentAt, 59_000, now))
  const waiting = and(isNull(invitations.sentAt), isNull(invitations.revokedAt), isNull(invitations.usedAt))
  const queued = await database
    .select({ id: invitations.id, user: invitedColumns })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(waiting)
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(Math.max(0, perMinute - sentRecently))
  for (const { id, user } of queued) {
    await database.transaction(async (transaction) => {
      // Of two servers one takes it.
      const taken = await transaction
        .delete(invitations)
        .where(and(eq(invitations.id, id), waiting))
        .returning({ id: invitations.id })
      if (taken.length > 0 && invitationObstacle(user) === null) await sendInvitation(transaction, user, { now, env })
    })
  }
}
