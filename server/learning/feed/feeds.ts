import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Locale, ScheduleFilterKind } from '#contract/enumerations.ts'
import { type Role, rolesOfGroup } from '#contract/roles.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { calendarFeeds, type feedRoleGroups } from '#server/db/schema/schedule.ts'
import { audit } from '#server/security/audit-log.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'

export type FeedRoleGroup = (typeof feedRoleGroups)[number]
type FeedOwner = { ownerId: string; roleGroup: FeedRoleGroup }
export type Feed = typeof calendarFeeds.$inferSelect & { language: Locale | null }

/** Bytes of the secret in the feed address: 128 bits. */
const secretBytes = 16
const readRecordIntervalMs = 5 * 60_000

const isOf = ({ ownerId, roleGroup }: FeedOwner) =>
  and(eq(calendarFeeds.ownerId, ownerId), eq(calendarFeeds.roleGroup, roleGroup))

export async function findFeed(
  database: Database,
  owner: FeedOwner,
): Promise<typeof calendarFeeds.$inferSelect | null> {
  const [feed] = await database.select().from(calendarFeeds).where(isOf(owner))
  return feed ?? null
}

/** Whether the owner may see the schedule of all these students. */
export async function canReadStudents(
  database: Database,
  { ownerId, roleGroup }: FeedOwner,
  studentIds: readonly string[],
): Promise<boolean> {
  const students = visibleStudents({ roleGroup, userId: ownerId }, 'seesLearning')
  const visible = await database.$count(users, and(inArray(users.id, [...studentIds]), sql`${users.id} in ${students}`))
  return visible === studentIds.length
}

/** Replaces the previous feed, whose address stops working. Only the hash of the returned secret is stored. */
export async function renewFeed(
  database: Database,
  feed: FeedOwner & { studentIds: string[]; kinds: ScheduleFilterKind[]; createdAt: Date },
): Promise<string> {
  const secret = createToken(secretBytes)
  const made = { ...feed, secretHash: hashToken(secret), lastReadAt: null }
  await database.transaction(async (transaction) => {
    await transaction
      .insert(calendarFeeds)
      .values(made)
      .onConflictDoUpdate({ target: [calendarFeeds.ownerId, calendarFeeds.roleGroup], set: made })
    await audit(transaction, { at: feed.createdAt, action: 'export.feed', subjectId: feed.ownerId })
  })
  return secret
}

export async function endFeed(database: Database, { now, ...owner }: FeedOwner & { now: Date }): Promise<undefined> {
  await database.transaction(async (transaction) => {
    const ended = await transaction.delete(calendarFeeds).where(isOf(owner)).returning({ id: calendarFeeds.id })
    if (ended.length === 0) return
    await audit(transaction, { at: now, action: 'export.feed-ended', subjectId: owner.ownerId })
  })
}

/** The feed of a secret, if its owner may sign in and still has a role of the feed's role group. */
export async function findFeedBySecret(database: Database, secret: string): Promise<Feed | null> {
  const [found] = await database
    .select({
      feed: calendarFeeds,
      language: users.language,
      roles: sql<Role[]>`array(select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${users.id})`,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.ownerId))
    .where(and(eq(calendarFeeds.secretHash, hashToken(secret)), isNull(users.lockedAt)))
  if (!found) return null
  const { feed, language, roles } = found
  return roles.some((role) => rolesOfGroup[feed.roleGroup].includes(role)) ? { ...feed, language } : null
}

/** Throttled, so that a client that polls every minute does not cause a write every minute. */
export async function recordFeedRead(database: Database, { id, lastReadAt }: Feed, now: Date): Promise<void> {
  const due = new Date(now.getTime() - readRecordIntervalMs)
  if (lastReadAt !== null && lastReadAt >= due) return
  await database
    .update(calendarFeeds)
    .set({ lastReadAt: now })
    .where(
      and(eq(calendarFeeds.id, id), or(isNull(calendarFeeds.lastReadAt), lt(calendarFeeds.lastReadAt, sql`${due}`))),
    )
}
