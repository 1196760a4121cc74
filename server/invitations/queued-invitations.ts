import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, not, notExists, or, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { InvitationPreview, InvitedPeople } from '#contract/people/account-control.ts'
import { type Role, rolesOfGroup } from '#contract/roles.ts'
import { accountControlObstacle, rolesAbove } from '#server/access/account-control-rules.ts'
import { peopleOfGroups } from '#server/access/people-of-groups.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { invitations } from '#server/db/schema/account-security.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { programs, studyGroups, territories } from '#server/db/schema/programs.ts'
import type { Env } from '#server/environment/env.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { audit } from '#server/security/audit-log.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { isWithin } from '#server/time/time-left.ts'
import { invitationObstacle, invitedColumns, renderSampleInvitation, sendInvitation } from './invitations.ts'

/** `today` decides which study groups have not ended. The operator of a command has no account and invites anyone. */
type Chosen = { people: InvitedPeople; today: Day; administrator: { userId: string; roles: readonly Role[] } | null }

/**
 * Puts those of the chosen people into the queue who have a contact, no password and no invitation yet. They are sent by
 * `sendQueuedInvitations`. Returns their number, which may differ from that of an earlier preview.
 */
export async function queueInvitations(
  database: Database,
  { now, command, ...chosen }: Chosen & { now: Date; command?: string },
): Promise<number> {
  return database.transaction(async (transaction) => {
    // Apart from the insert, whose plan would search the growing table for each of many people.
    const found = await transaction
      .select({ id: users.id })
      .from(users)
      .where(and(isToBeInvited(transaction, chosen), not(isAbove(transaction, chosen))))
    const ids = found.map(({ id }) => id)
    // Those whom another administrator invites at the same moment are counted there.
    const { rows: added } = await transaction.execute(sql`
      insert into ${invitations} (user_id, invited_by, created_at)
      select id, ${chosen.administrator?.userId ?? null}::uuid, ${now.toISOString()}::timestamptz
      from ${listOf(ids, 'uuid')} as found
      on conflict do nothing returning id
    `)
    const queued = added.length
    if (queued > 0) await enqueue(transaction, 'send-invitations')
    const { people } = chosen
    const place = people.within ? `, ${await titleOf(transaction, people.within)}` : ''
    const detail = `${people.group ?? 'all'}${place}: ${queued}`
    await audit(transaction, { at: now, action: 'invitation.queued', subjectId: null, detail, command })
    return queued
  })
}

/** How many people `queueInvitations` would queue now, and the message in each of their languages. */
export async function findInvitationPreview(
  database: Database,
  { env, ...chosen }: Chosen & { env: Pick<Env, 'IDP_PUBLIC_URL' | 'SCHOOL'> },
): Promise<InvitationPreview> {
  const language = sql<Locale>`coalesce(${users.language}, 'ru')`
  const found = await database
    .select({
      language,
      isAbove: isAbove(database, chosen).mapWith(Boolean),
      people: count(),
      bySms: sql<number>`count(*) filter (where ${users.email} is null)`.mapWith(Number),
    })
    .from(users)
    .where(isToBeInvited(database, chosen))
    .groupBy(sql`1`, sql`2`)
    .orderBy(desc(count()), sql`1`)
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const invited = found.filter((one) => !one.isAbove)
  const above = found.filter((one) => one.isAbove)
  return {
    people: sum(invited.map(({ people }) => people)),
    notWeaker: sum(above.map(({ people }) => people)),
    bySms: sum(invited.map(({ bySms }) => bySms)),
    messages: invited.map(({ language, people }) => ({ language, people, ...renderSampleInvitation(language, env) })),
  }
}

/** The only rule of who needs an invitation: the preview counts by it and the queue is filled by it. */
function isToBeInvited(database: Database, { people: { group, within }, today }: Chosen) {
  const wanted = group === undefined ? Object.values(rolesOfGroup).flat() : rolesOfGroup[group]
  const held = database
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, users.id), inArray(userRoles.role, [...wanted])))
  const invited = database.select({ id: invitations.id }).from(invitations).where(eq(invitations.userId, users.id))
  const isReachable = or(isNotNull(users.email), isNotNull(users.phone))
  const isWithin =
    within && sql`${users.id} in ${peopleOfGroups(within, { today, needed: 'relation', roleGroup: group })}`
  return and(
    eq(users.hasPassword, false),
    isNull(users.lockedAt),
    isReachable,
    exists(held),
    notExists(invited),
    isWithin,
  )
}

/** Whether the administrator may not invite a user who needs an invitation, as one by one (`accountControlObstacle`). */
function isAbove(database: Database, { administrator }: Chosen) {
  if (administrator === null) return sql`false`
  const held = database
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, users.id), inArray(userRoles.role, [...rolesAbove(administrator)])))
  return exists(held)
}

const placeTables = { territory: territories, course: programs, group: studyGroups } as const

async function titleOf(database: Database, { kind, id }: NonNullable<InvitedPeople['within']>): Promise<string> {
  const table = placeTables[kind]
  const [found] = await database.select({ title: table.title }).from(table).where(eq(table.id, id))
  return found?.title ?? id
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
    .select({
      id: invitations.id,
      user: { ...invitedColumns, lockedAt: users.lockedAt, roles: selectRoles(users.id) },
      inviter: { userId: invitations.invitedBy, roles: selectRoles(invitations.invitedBy) },
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(waiting)
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
    .limit(Math.max(0, perMinute - sentRecently))
  for (const { id, user, inviter } of queued) {
    await database.transaction(async (transaction) => {
      // Of two servers one takes it.
      const taken = await transaction
        .delete(invitations)
        .where(and(eq(invitations.id, id), waiting))
        .returning({ id: invitations.id })
      if (taken.length > 0 && maySend(user, inviter)) await sendInvitation(transaction, user, { now, env })
    })
  }
}

/** What was allowed when the invitation was queued may have changed: a password, a contact, a lock, roles of either. */
function maySend(
  user: Parameters<typeof sendInvitation>[1] & { lockedAt: Date | null; roles: readonly Role[] },
  inviter: { userId: string | null; roles: readonly Role[] },
): boolean {
  if (user.lockedAt !== null || invitationObstacle(user) !== null) return false
  const { userId, roles } = inviter
  return userId === null || accountControlObstacle({ userId, roles }, { userId: user.id, roles: user.roles }) === null
}
