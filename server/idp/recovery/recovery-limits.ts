import { and, desc, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  day,
  hour,
  maxCodeTries,
  maxWrongCodesPerDay,
  resendDelay,
  type SendLimit,
  secondsUntilNextSend,
  sendLimits,
} from '#server/auth/codes/one-time-code-rules.ts'
import type { Database } from '#server/db/client.ts'
import { recoveries } from '#server/db/schema/identity.ts'
import { isWithin, secondsLeft } from '#server/time/time-left.ts'

export type RecoveryRefusal = { kind: 'tooSoon' | 'spent' | 'locked'; seconds: number }

/** A recovery request. `browser`: id from the device cookie (`known-browsers.ts`); null for an unknown browser. */
export type RecoveryRequester = { name: string; network: string; browser: string | null }

/** A scope of limits: sent codes and wrong codes per day are counted within it. */
type CountedScope = { which: SQL | undefined; sends: readonly SendLimit[]; wrong: number }

/** Advisory lock number; must be unique in the application. */
const recoveryLocks = 2035_0015

const counted = alias(recoveries, 'counted')
const isOfUnknownBrowser = isNull(counted.browser)

/** Limits for unknown browsers of one network, lower than the overall limits. */
const ofNetwork: Pick<CountedScope, 'sends' | 'wrong'> = {
  sends: [
    { count: 3, within: hour },
    { count: 6, within: day },
  ],
  wrong: maxWrongCodesPerDay / 2,
}
const ofAll: Pick<CountedScope, 'sends' | 'wrong'> = { sends: sendLimits, wrong: maxWrongCodesPerDay }

/**
 * Scopes that a request counts in, narrowest first. A known browser has its own scope, which strangers cannot exhaust.
 * Unknown browsers of one network reach their limit before the limit of the name, so that they cannot lock out others.
 * Names are counted as typed, whether or not an account exists.
 */
function countedScopes({ name, network, browser }: RecoveryRequester): [CountedScope, ...CountedScope[]] {
  if (browser !== null) return [{ which: eq(counted.browser, browser), ...ofAll }]
  const [isNamed, isNear] = [eq(counted.name, name), eq(counted.address, network)]
  return [
    { which: and(isOfUnknownBrowser, isNamed, isNear), ...ofNetwork },
    { which: and(isOfUnknownBrowser, isNamed), ...ofAll },
    // A whole school may share one network.
    { which: and(isOfUnknownBrowser, isNear), sends: [{ count: 20, within: hour }], wrong: Number.POSITIVE_INFINITY },
  ]
}

/** Limits of codes that anyone can request. Counted apart from codes of signed-in users. */
export async function findRecoveryRefusal(
  transaction: Database,
  requester: RecoveryRequester,
  now: Date,
): Promise<RecoveryRefusal | null> {
  for (const one of [requester.browser, requester.name, requester.network].filter((one) => one !== null))
    await transaction.execute(sql`select pg_advisory_xact_lock(${recoveryLocks}::int, hashtext(${one}))`)
  const locked = await lockedForSeconds(transaction, requester, now)
  if (locked !== null) return { kind: 'locked', seconds: locked }
  const scopes = countedScopes(requester)
  const [last] = await latest(transaction, scopes[0].which, { limit: 1, now })
  const soon = last && secondsLeft(last, resendDelay, now)
  if (soon) return { kind: 'tooSoon', seconds: soon }
  const wait = await waitIn(transaction, scopes, now)
  return wait === null ? null : { kind: 'spent', seconds: wait }
}

export async function deleteOldRecoveries(database: Database, now: Date): Promise<void> {
  await database.delete(recoveries).where(lte(recoveries.sentAt, new Date(now.getTime() - day)))
}

/**
 * Whether a permitted code is sent. A user with several names gets no more codes: excess codes requested by strangers
 * are silently not sent and not counted.
 */
export async function isNoticeDue(
  transaction: Database,
  target: string,
  requester: RecoveryRequester,
  now: Date,
): Promise<boolean> {
  if (requester.browser !== null) return true
  const isForTarget = and(isOfUnknownBrowser, eq(counted.target, target))
  const scopes = [
    { which: and(isForTarget, eq(counted.address, requester.network)), ...ofNetwork },
    { which: isForTarget, ...ofAll },
  ]
  return (await waitIn(transaction, scopes, now)) === null
}

/** Condition of the statement that spends an attempt: the limit of wrong codes per day is not reached. */
export function isWithinWrongCodeLimit(database: Database, requester: RecoveryRequester, now: Date): SQL | undefined {
  return and(...lockable(requester).map(({ which, wrong }) => lt(sql`${wrongIn(database, which, now)}`, wrong)))
}

/** Seconds until the lock after too many wrong codes ends; null if there is none. */
export async function lockedForSeconds(
  database: Database,
  requester: RecoveryRequester,
  now: Date,
): Promise<number | null> {
  let longest: number | null = null
  for (const { which, wrong } of lockable(requester)) {
    const [first] = await database
      .select({ sentAt: counted.sentAt, wrong: sql<number>`${wrongIn(database, which, now)}` })
      .from(counted)
      .where(and(which, isOfToday(now)))
      .orderBy(counted.sentAt)
      .limit(1)
    if (!first || first.wrong < wrong) continue
    longest = Math.max(longest ?? 0, secondsLeft(first.sentAt, day, now) ?? 0)
  }
  return longest
}

function lockable(requester: RecoveryRequester): CountedScope[] {
  return countedScopes(requester).filter(({ wrong }) => Number.isFinite(wrong))
}

function wrongIn(database: Database, which: SQL | undefined, now: Date) {
  const { triesLeft, provedAt } = counted
  const wrong = sql<number>`coalesce(sum(${maxCodeTries}::int - ${triesLeft} - (${provedAt} is not null)::int), 0)::int`
  return database
    .select({ wrong })
    .from(counted)
    .where(and(which, isOfToday(now)))
}

function isOfToday(now: Date): SQL {
  return isWithin(counted.sentAt, day, now)
}

async function waitIn(transaction: Database, scopes: readonly CountedScope[], now: Date): Promise<number | null> {
  for (const { which, sends } of scopes) {
    const limit = Math.max(...sends.map(({ count }) => count))
    const wait = secondsUntilNextSend(await latest(transaction, which, { limit, now }), now, sends)
    if (wait !== null) return wait
  }
  return null
}

async function latest(
  transaction: Database,
  which: SQL | undefined,
  { limit, now }: { limit: number; now: Date },
): Promise<Date[]> {
  const rows = await transaction
    .select({ at: counted.sentAt })
    .from(counted)
    .where(and(which, isOfToday(now)))
    .orderBy(desc(counted.sentAt))
    .limit(limit)
  return rows.map(({ at }) => at)
}
