import { eq, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { avatarUploads } from '#server/db/schema/storage.ts'
import { secondsUntil } from '#server/identity/one-time-code-rules.ts'
import { refuse } from '#server/refusal.ts'

const hour = 60 * 60_000
const mostPerHour = 20

/**
 * Counts an upload of the person before the file is decoded, which is what costs; one over the limit is refused and
 * not counted. In one statement: however many arrive at once, and at however many servers, no more get through.
 */
export async function spendUpload(database: Database, { ownerId, now }: { ownerId: string; now: Date }): Promise<void> {
  const { since, count } = avatarUploads
  const isOver = lte(since, new Date(now.getTime() - hour))
  const spent = await database
    .insert(avatarUploads)
    .values({ ownerId, since: now, count: 1 })
    .onConflictDoUpdate({
      target: avatarUploads.ownerId,
      set: {
        since: sql`case when ${isOver} then excluded.since else ${since} end`,
        count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
      },
      setWhere: sql`${isOver} or ${lt(count, mostPerHour)}`,
    })
    .returning({ count })
  if (spent.length > 0) return
  const [counted] = await database.select({ since }).from(avatarUploads).where(eq(avatarUploads.ownerId, ownerId))
  const wait = counted ? secondsUntil(new Date(counted.since.getTime() + hour), now) : null
  refuse('too-many-requests', 'As many pictures as may be were uploaded within an hour', { retryAfter: wait ?? 1 })
}
