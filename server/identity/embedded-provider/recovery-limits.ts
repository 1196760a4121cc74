import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { recoveries } from '#server/db/schema/identity.ts'
import {
  codeTries,
  day,
  resendPause,
  secondsUntil,
  sendsCounted,
  waitForSend,
  wrongPerDay,
} from '#server/identity/one-time-code-rules.ts'

export type RecoveryRefusal = { kind: 'tooSoon' | 'spent' | 'locked'; seconds: number }

/** What one network address may ask for; a whole school may share one. */
const perAddress = { count: 20, within: 60 * 60_000 }

/** Any number will do, as long as no other use of the database takes the same. */
const recoveryLocks = 2035_0015

type Asked = { name: string; address: string; now: Date }

/**
 * The limits of D-35 for codes that a stranger can ask for. Counted by what was typed, whether or not anybody goes by it,
 * so that they tell nothing; and apart from the codes that the person asks for, which no stranger must use up.
 */
export async function recoveryRefusal(transaction: Database, asked: Asked): Promise<RecoveryRefusal | null> {
  const { name, address, now } = asked
  for (const one of [name, address])
    await transaction.execute(sql`select pg_advisory_xact_lock(${recoveryLocks}::int, hashtext(${one}))`)
  await forgetRecoveries(transaction, now)
  const locked = await lockedFor(transaction, { name, now })
  if (locked !== null) return { kind: 'locked', seconds: locked }
  const sent = await latest(transaction, eq(recoveries.name, name), sendsCounted)
  const soon = sent[0] && secondsUntil(new Date(sent[0].getTime() + resendPause), now)
  if (soon) return { kind: 'tooSoon', seconds: soon }
  const fromAddress = await latest(transaction, eq(recoveries.address, address), perAddress.count)
  const oldest = fromAddress[perAddress.count - 1]
  const wait = waitForSend(sent, now) ?? (oldest && secondsUntil(new Date(oldest.getTime() + perAddress.within), now))
  return wait ? { kind: 'spent', seconds: wait } : null
}

export async function forgetRecoveries(database: Database, now: Date): Promise<void> {
  await database.delete(recoveries).where(lte(recoveries.sentAt, new Date(now.getTime() - day)))
}

/** Who goes by several names gets no more codes for it: then none is sent, and nothing is said. */
export async function isTold(transaction: Database, target: string, now: Date): Promise<boolean> {
  return waitForSend(await latest(transaction, eq(recoveries.target, target), sendsCounted), now) === null
}

/** Wrong codes of the last day for a name, as a statement can ask for them too. */
export function wrongCodes(name: SQL | string, now: Date): SQL<number> {
  const since = new Date(now.getTime() - day).toISOString()
  return sql<number>`(
    select coalesce(sum(${codeTries}::int - r.tries_left - (r.proved_at is not null)::int), 0)::int
    from ${recoveries} r where r.name = ${name} and r.sent_at > ${since}::timestamptz
  )`
}

/** Seconds until the day of too many wrong codes is over; null while they are not too many. */
export async function lockedFor(
  database: Database,
  { name, now }: { name: string; now: Date },
): Promise<number | null> {
  const isOfToday = and(eq(recoveries.name, name), gt(recoveries.sentAt, new Date(now.getTime() - day)))
  const [first] = await database
    .select({ sentAt: recoveries.sentAt, wrong: wrongCodes(name, now) })
    .from(recoveries)
    .where(isOfToday)
    .orderBy(recoveries.sentAt)
    .limit(1)
  if (!first || first.wrong < wrongPerDay) return null
  return secondsUntil(new Date(first.sentAt.getTime() + day), now)
}

async function latest(transaction: Database, whose: SQL, count: number): Promise<Date[]> {
  const rows = await transaction
    .select({ at: recoveries.sentAt })
    .from(recoveries)
    .where(whose)
    .orderBy(desc(recoveries.sentAt))
    .limit(count)
  return rows.map(({ at }) => at)
}
