import { and, desc, eq, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { recoveries } from '#server/db/schema/identity.ts'
import {
  codeTries,
  day,
  hour,
  resendPause,
  type SendLimit,
  secondsUntil,
  sendLimits,
  waitForSend,
  wrongPerDay,
} from '#server/identity/one-time-code-rules.ts'

export type RecoveryRefusal = { kind: 'tooSoon' | 'spent' | 'locked'; seconds: number }

/** Who asks for what; `browser` is what it is known by to whoever goes by the name (`known-browsers.ts`), null of a stranger. */
export type Asker = { name: string; network: string; browser: string | null }

/** Codes that are counted together: how many may be sent, and how many wrong ones may be entered within a day. */
type Circle = { which: SQL | undefined; sends: readonly SendLimit[]; wrong: number }

/** Any number will do, as long as no other use of the database takes the same. */
const recoveryLocks = 2035_0015

const counted = alias(recoveries, 'counted')
const isStrangers = isNull(counted.browser)

/** Of strangers at one network, so that they leave something to those elsewhere. */
const ofNetwork: Pick<Circle, 'sends' | 'wrong'> = {
  sends: [
    { count: 3, within: hour },
    { count: 6, within: day },
  ],
  wrong: wrongPerDay / 2,
}
const ofAll: Pick<Circle, 'sends' | 'wrong'> = { sends: sendLimits, wrong: wrongPerDay }

/**
 * Whose codes count for whom, the closest first. A browser in which the person has signed in before has codes of its own,
 * which strangers do not use up. Of strangers those at one network reach their limit before that of the name: they close
 * it for nobody elsewhere. Names count as they were typed, whether or not anybody goes by them, so that they tell nothing.
 */
function circlesOf({ name, network, browser }: Asker): [Circle, ...Circle[]] {
  if (browser !== null) return [{ which: eq(counted.browser, browser), ...ofAll }]
  const [isNamed, isNear] = [eq(counted.name, name), eq(counted.address, network)]
  return [
    { which: and(isStrangers, isNamed, isNear), ...ofNetwork },
    { which: and(isStrangers, isNamed), ...ofAll },
    // A whole school may share one.
    { which: and(isStrangers, isNear), sends: [{ count: 20, within: hour }], wrong: Number.POSITIVE_INFINITY },
  ]
}

/** The limits of D-35 for codes that a stranger can ask for; apart from the codes that the person asks for when signed in. */
export async function recoveryRefusal(transaction: Database, asker: Asker, now: Date): Promise<RecoveryRefusal | null> {
  for (const one of [asker.browser, asker.name, asker.network].filter((one) => one !== null))
    await transaction.execute(sql`select pg_advisory_xact_lock(${recoveryLocks}::int, hashtext(${one}))`)
  await forgetRecoveries(transaction, now)
  const locked = await lockedFor(transaction, asker, now)
  if (locked !== null) return { kind: 'locked', seconds: locked }
  const circles = circlesOf(asker)
  const [last] = await latest(transaction, circles[0].which, 1)
  const soon = last && secondsUntil(new Date(last.getTime() + resendPause), now)
  if (soon) return { kind: 'tooSoon', seconds: soon }
  const wait = await waitIn(transaction, circles, now)
  return wait === null ? null : { kind: 'spent', seconds: wait }
}

export async function forgetRecoveries(database: Database, now: Date): Promise<void> {
  await database.delete(recoveries).where(lte(recoveries.sentAt, new Date(now.getTime() - day)))
}

/**
 * Whether a code that may be asked for is sent. Who goes by several names gets no more codes for it: of strangers' codes
 * too many are left out in silence. What is left out counts for nothing further on.
 */
export async function isTold(transaction: Database, target: string, asker: Asker, now: Date): Promise<boolean> {
  if (asker.browser !== null) return true
  const isTheirs = and(isStrangers, eq(counted.target, target))
  const circles = [
    { which: and(isTheirs, eq(counted.address, asker.network)), ...ofNetwork },
    { which: isTheirs, ...ofAll },
  ]
  return (await waitIn(transaction, circles, now)) === null
}

/** What a statement that takes a try asks as well: that not too many wrong codes are of the last day. */
export function isOpenTo(database: Database, asker: Asker, now: Date): SQL | undefined {
  return and(...lockable(asker).map(({ which, wrong }) => lt(sql`${wrongIn(database, which, now)}`, wrong)))
}

/** Seconds until the day of too many wrong codes is over; null while they are not too many. */
export async function lockedFor(database: Database, asker: Asker, now: Date): Promise<number | null> {
  let longest: number | null = null
  for (const { which, wrong } of lockable(asker)) {
    const [first] = await database
      .select({ sentAt: counted.sentAt, wrong: sql<number>`${wrongIn(database, which, now)}` })
      .from(counted)
      .where(and(which, isOfToday(now)))
      .orderBy(counted.sentAt)
      .limit(1)
    if (!first || first.wrong < wrong) continue
    longest = Math.max(longest ?? 0, secondsUntil(new Date(first.sentAt.getTime() + day), now) ?? 0)
  }
  return longest
}

function lockable(asker: Asker): Circle[] {
  return circlesOf(asker).filter(({ wrong }) => Number.isFinite(wrong))
}

function wrongIn(database: Database, which: SQL | undefined, now: Date) {
  const { triesLeft, provedAt } = counted
  const wrong = sql<number>`coalesce(sum(${codeTries}::int - ${triesLeft} - (${provedAt} is not null)::int), 0)::int`
  return database
    .select({ wrong })
    .from(counted)
    .where(and(which, isOfToday(now)))
}

function isOfToday(now: Date): SQL {
  return gt(counted.sentAt, new Date(now.getTime() - day))
}

async function waitIn(transaction: Database, circles: readonly Circle[], now: Date): Promise<number | null> {
  for (const { which, sends } of circles) {
    const most = Math.max(...sends.map(({ count }) => count))
    const wait = waitForSend(await latest(transaction, which, most), now, sends)
    if (wait !== null) return wait
  }
  return null
}

async function latest(transaction: Database, which: SQL | undefined, count: number): Promise<Date[]> {
  const rows = await transaction
    .select({ at: counted.sentAt })
    .from(counted)
    .where(which)
    .orderBy(desc(counted.sentAt))
    .limit(count)
  return rows.map(({ at }) => at)
}
