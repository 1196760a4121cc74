import { isIP } from 'node:net'
import { and, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from './db/client.ts'
import { limitCounts } from './db/schema/limits.ts'
import { hashToken } from './tokens.ts'

/** Something that may happen `max` times in `seconds` to each key. */
export type RateLimit = { limit: string; key: string; max: number; seconds: number }

/**
 * Counts one more of each, or of none where any is spent. Null: go on; a number: come back in so many seconds. What is
 * refused is not counted, so that whoever goes on trying does not make it longer.
 */
export async function consume(database: Database, all: readonly RateLimit[], now: Date): Promise<number | null> {
  const spent: RateLimit[] = []
  for (const limited of all) {
    const wait = await consumeOne(database, limited, now)
    if (wait !== null) {
      await refund(database, spent, now)
      return wait
    }
    spent.push(limited)
  }
  return null
}

/** In one statement: however many come at once, and at however many servers, no more than `max` get through. */
async function consumeOne(
  database: Database,
  { limit, key, max, seconds }: RateLimit,
  now: Date,
): Promise<number | null> {
  const { count, endsAt } = limitCounts
  const isOver = lte(endsAt, now)
  const row = { limit, key: hashToken(key), count: 1, endsAt: new Date(now.getTime() + seconds * 1000) }
  const spent = await database
    .insert(limitCounts)
    .values(row)
    .onConflictDoUpdate({
      target: [limitCounts.limit, limitCounts.key],
      set: {
        count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${endsAt} end`,
      },
      setWhere: or(isOver, lt(count, max)) as SQL,
    })
    .returning({ count })
  if (spent.length > 0) return null
  const [full] = await database.select({ endsAt }).from(limitCounts).where(isOf(row))
  return Math.max(1, Math.ceil(((full?.endsAt.getTime() ?? 0) - now.getTime()) / 1000))
}

/** For what turned out not to be worth counting, such as a right password. */
export async function refund(database: Database, all: readonly RateLimit[], now: Date): Promise<void> {
  if (all.length === 0) return
  const { count, endsAt } = limitCounts
  const theirs = all.map(({ limit, key }) => isOf({ limit, key: hashToken(key) }))
  await database
    .update(limitCounts)
    .set({ count: sql`${count} - 1` })
    .where(and(or(...theirs), gt(count, 0), gt(endsAt, now)))
}

export async function deleteExpiredCounters(database: Database, now: Date): Promise<void> {
  await database.delete(limitCounts).where(lte(limitCounts.endsAt, now))
}

function isOf({ limit, key }: { limit: string; key: string }): SQL | undefined {
  return and(eq(limitCounts.limit, limit), eq(limitCounts.key, key))
}

/** What one visitor can hardly change: the address itself, and of IPv6 the network, of which a household has 2⁶⁴ addresses. */
export function networkOfAddress(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIP(bare) === 6) return `${wordsOf(bare).slice(0, 4).join(':')}::/64`
  // Some proxies add the port, which differs for each connection.
  return bare.replace(/:\d+$/, '').slice(0, 100)
}

/** The eight words of an IPv6 address, written out. */
function wordsOf(address: string): string[] {
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((word) =>
    word.replace(/^0+(?=.)/, ''),
  )
}
