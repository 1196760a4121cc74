import { and, count, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Locale, ScheduleFilterKind } from '#contract/enumerations.ts'
import { type Role, rolesOfGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { calendarFeeds, type feedFamilies } from '#server/db/schema/schedule.ts'
import { audit } from '#server/identity/audit.ts'
import { hashOf, newSecret } from '#server/identity/secret.ts'

export type Family = (typeof feedFamilies)[number]
type Owner = { ownerId: string; family: Family }
export type Feed = typeof calendarFeeds.$inferSelect & { language: Locale | null }

/** Bytes of the secret in an address: 128 bits. */
const secretSize = 16
const readsAreNotedEvery = 5 * 60_000

const isOf = ({ ownerId, family }: Owner) => and(eq(calendarFeeds.ownerId, ownerId), eq(calendarFeeds.family, family))

export async function feedOf(database: Database, owner: Owner): Promise<typeof calendarFeeds.$inferSelect | null> {
  const [feed] = await database.select().from(calendarFeeds).where(isOf(owner))
  return feed ?? null
}

/** Whether all whose schedule is wanted are the person's own: the children, or the student alone. */
export async function mayRead(
  database: Database,
  { ownerId, family }: Owner,
  studentIds: readonly string[],
): Promise<boolean> {
  if (family === 'student') return studentIds.every((id) => id === ownerId)
  const [own] = await database
    .select({ children: count() })
    .from(guardianships)
    .where(and(eq(guardianships.guardianId, ownerId), inArray(guardianships.childId, [...studentIds])))
  return own?.children === studentIds.length
}

/** Takes the place of the one before, whose address ends; the secret is known to nobody but the answer. */
export async function renewFeed(
  database: Database,
  feed: Owner & { studentIds: string[]; kinds: ScheduleFilterKind[]; createdAt: Date },
): Promise<string> {
  const secret = newSecret(secretSize)
  const made = { ...feed, secretHash: hashOf(secret), lastReadAt: null }
  await database.transaction(async (transaction) => {
    await transaction
      .insert(calendarFeeds)
      .values(made)
      .onConflictDoUpdate({ target: [calendarFeeds.ownerId, calendarFeeds.family], set: made })
    await audit(transaction, { at: feed.createdAt, action: 'export.feed', subjectId: feed.ownerId })
  })
  return secret
}

export async function endFeed(database: Database, { now, ...owner }: Owner & { now: Date }): Promise<undefined> {
  await database.transaction(async (transaction) => {
    const ended = await transaction.delete(calendarFeeds).where(isOf(owner)).returning({ id: calendarFeeds.id })
    if (ended.length === 0) return
    await audit(transaction, { at: now, action: 'export.feed-ended', subjectId: owner.ownerId })
  })
}

/** The feed behind a secret, while its owner still is what it was made for. */
export async function feedBySecret(database: Database, secret: string): Promise<Feed | null> {
  const [found] = await database
    .select({
      feed: calendarFeeds,
      language: users.language,
      roles: sql<Role[]>`array(select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${users.id})`,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.ownerId))
    .where(eq(calendarFeeds.secretHash, hashOf(secret)))
  if (!found) return null
  const { feed, language, roles } = found
  return roles.some((role) => rolesOfGroup[feed.family].includes(role)) ? { ...feed, language } : null
}

/** A calendar that asks every minute does not make a write every minute. */
export async function noteRead(database: Database, { id, lastReadAt }: Feed, now: Date): Promise<void> {
  const due = new Date(now.getTime() - readsAreNotedEvery)
  if (lastReadAt !== null && lastReadAt >= due) return
  await database
    .update(calendarFeeds)
    .set({ lastReadAt: now })
    .where(
      and(eq(calendarFeeds.id, id), or(isNull(calendarFeeds.lastReadAt), lt(calendarFeeds.lastReadAt, sql`${due}`))),
    )
}
