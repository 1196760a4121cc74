import { and, count, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import type { ChannelName } from '#server/db/schema/delivery.ts'
import { type CodePurpose, codeEvents, codeLocks, oneTimeCodes } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { queueMessage } from '#server/delivery/queue.ts'
import { refuse } from '#server/refusal.ts'
import { audit } from './audit.ts'
import {
  day,
  lockTime,
  resendPause,
  secondsUntil,
  sendsCounted,
  waitForSend,
  wrongPerDay,
} from './one-time-code-rules.ts'

type Factor = { userId: string; purpose: CodePurpose }
type Send = Factor & { channel: ChannelName; target: string; now: Date }

/** Any numbers will do, as long as no other use of the database takes the same. */
const userLocks = 2035_0011
const targetLocks = 2035_0012

/** Refuses what D-26 and D-35 forbid. Sends of one person, and sends to one target, wait here for one another. */
export async function refuseTooManySends(transaction: Database, send: Send): Promise<void> {
  const { userId, purpose, target, now } = send
  await transaction.execute(sql`select pg_advisory_xact_lock(${userLocks}::int, hashtext(${userId}))`)
  await transaction.execute(sql`select pg_advisory_xact_lock(${targetLocks}::int, hashtext(${target}))`)
  await refuseLocked(transaction, send)
  await refuseTooSoon(transaction, send)
  await transaction.delete(codeEvents).where(lte(codeEvents.at, new Date(now.getTime() - day)))
  // A contact to be verified may be anybody's: such codes use up nothing of what its owner confirms by.
  const toTarget = and(eq(codeEvents.target, target), eq(codeEvents.purpose, purpose))
  for (const whose of [eq(codeEvents.userId, userId), toTarget]) {
    const wait = waitForSend(await latestSends(transaction, whose), now)
    if (wait !== null) refuse('codes-spent', 'As many codes as may be were sent', { retryAfter: wait })
  }
}

async function refuseTooSoon(transaction: Database, { userId, purpose, channel, target, now }: Send): Promise<void> {
  const [last] = await transaction
    .select({ sentAt: oneTimeCodes.sentAt })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.purpose, purpose),
        eq(oneTimeCodes.channel, channel),
        eq(oneTimeCodes.target, target),
      ),
    )
  const wait = last && secondsUntil(new Date(last.sentAt.getTime() + resendPause), now)
  if (wait) refuse('code-too-soon', 'The code before is a moment old', { retryAfter: wait })
}

async function latestSends(transaction: Database, whose: SQL | undefined): Promise<Date[]> {
  const sends = await transaction
    .select({ at: codeEvents.at })
    .from(codeEvents)
    .where(and(whose, eq(codeEvents.kind, 'sent')))
    .orderBy(desc(codeEvents.at))
    .limit(sendsCounted)
  return sends.map(({ at }) => at)
}

/** Refuses while too many wrong codes are not a day old. */
export async function refuseLocked(
  database: Database,
  { userId, purpose, now }: Factor & { now: Date },
): Promise<void> {
  const [lock] = await database
    .select({ until: codeLocks.until })
    .from(codeLocks)
    .where(and(eq(codeLocks.userId, userId), eq(codeLocks.purpose, purpose)))
  const wait = lock && secondsUntil(lock.until, now)
  if (wait) refuse('factor-locked', 'Too many wrong codes within a day', { retryAfter: wait })
}

/** Counts a wrong code; the one too many locks, and whoever is guessed at is told. */
export async function countWrong(
  database: Database,
  { userId, purpose, target, language, now }: Factor & { target: string; language: Locale; now: Date },
): Promise<void> {
  await database.insert(codeEvents).values({ kind: 'wrong', userId, purpose, target, at: now })
  const ofLastDay = gt(codeEvents.at, new Date(now.getTime() - day))
  const [wrong] = await database
    .select({ count: count() })
    .from(codeEvents)
    .where(and(eq(codeEvents.userId, userId), eq(codeEvents.purpose, purpose), eq(codeEvents.kind, 'wrong'), ofLastDay))
  if (wrong && wrong.count >= wrongPerDay) await lock(database, { userId, purpose, language, now })
}

async function lock(
  database: Database,
  { userId, purpose, language, now }: Factor & { language: Locale; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + lockTime)
  await database.transaction(async (transaction) => {
    const [locked] = await transaction
      .insert(codeLocks)
      .values({ userId, purpose, until })
      .onConflictDoUpdate({
        target: [codeLocks.userId, codeLocks.purpose],
        set: { until },
        setWhere: lte(codeLocks.until, now),
      })
      .returning()
    if (!locked) return
    await audit(transaction, { at: now, action: 'code.locked', subjectId: userId })
    const [person] = await transaction
      .select({ email: users.email, phone: users.phone })
      .from(users)
      .where(eq(users.id, userId))
    const message = { kind: 'factor-locked', language, values: {}, now } as const
    if (person?.email) await queueMessage(transaction, { to: { email: person.email }, ...message })
    if (person?.phone) await queueMessage(transaction, { to: { phone: person.phone }, ...message })
  })
}
