import { and, eq, gt, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import type { Database } from '#server/db/client.ts'
import { limitCounts } from '#server/db/schema/limits.ts'
import { beganAt, isUntil, secondsLeft } from '#server/time/time-left.ts'
import { hashToken } from './tokens.ts'

/** At most `max` events per key in `seconds`. */
export type RateLimit = { limit: string; key: string; max: number; seconds: number }

/**
 * Counts one event for each limit, or for none if any is reached. Returns null, or the seconds to wait. Refused events
 * are not counted, so that repeated attempts do not prolong the wait.
 */
export async function consume(database: Database, limits: readonly RateLimit[], now: Date): Promise<number | null> {
  const counted: RateLimit[] = []
  for (const limit of limits) {
    const wait = await consumeOne(database, limit, now)
    if (wait !== null) {
      await refund(database, counted, now)
      return wait
    }
    counted.push(limit)
  }
  return null
}

/** One statement, so that concurrent requests, on several servers too, cannot exceed `max`. */
async function consumeOne(
  database: Database,
  { limit, key, max, seconds }: RateLimit,
  now: Date,
): Promise<number | null> {
  const { count, endsAt } = limitCounts
  const isOver = not(isUntil(endsAt, seconds * 1000, now))
  const row = { limit, key: hashToken(key), count: 1, endsAt: new Date(now.getTime() + seconds * 1000) }
  const counted = await database
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
  if (counted.length > 0) return null
  const [full] = await database.select({ endsAt }).from(limitCounts).where(isOf(row))
  return (full && secondsLeft(beganAt(full.endsAt, seconds * 1000), seconds * 1000, now)) ?? 1
}

/** Takes back events that need no limit, such as a right password. */
export async function refund(database: Database, limits: readonly RateLimit[], now: Date): Promise<void> {
  if (limits.length === 0) return
  const { count, endsAt } = limitCounts
  const conditions = limits.map(({ limit, key }) => isOf({ limit, key: hashToken(key) }))
  await database
    .update(limitCounts)
    .set({ count: sql`${count} - 1` })
    .where(and(or(...conditions), gt(count, 0), gt(endsAt, now)))
}

export async function deleteExpiredCounters(database: Database, now: Date): Promise<void> {
  await database.delete(limitCounts).where(lte(limitCounts.endsAt, now))
}

function isOf({ limit, key }: { limit: string; key: string }): SQL | undefined {
  return and(eq(limitCounts.limit, limit), eq(limitCounts.key, key))
}

/** The part of an address that a visitor can hardly change: of IPv6 the /64 network, in which a household has all addresses. */
export function networkOfAddress(address: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? []
  // Some proxies add the port, which differs for each connection.
  const bare = bracketed ?? address.replace(/^([^:]*):\d+$/, '$1')
  if (!ipaddr.isValid(bare)) return bare.slice(0, 100)
  const parsed = ipaddr.process(bare)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString()
}
