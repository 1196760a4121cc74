import { and, count, desc, eq, lte, not, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import type { ChannelName } from '#server/db/schema/notifications.ts'
import { type CodePurpose, codeEvents, codeLocks, oneTimeCodes } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { queueMessage } from '#server/notifications/queue-message.ts'
import { storeNotifications } from '#server/notifications/store-notifications.ts'
import { audit } from '#server/security/audit-log.ts'
import { beganAt, isUntil, isWithin, secondsLeft } from '#server/time/time-left.ts'
import {
  day,
  lockDuration,
  maxSendsConsidered,
  maxWrongOf,
  resendDelay,
  secondsUntilNextSend,
} from './one-time-code-rules.ts'

type Factor = { userId: string; purpose: CodePurpose }
type Send = Factor & { channel: ChannelName; target: string; subject: string | null; now: Date }

/** Advisory lock numbers; must be unique in the application. */
const userLocks = 2035_0011
const targetLocks = 2035_0012

/** Serializes what one user does with codes until the transaction ends. */
export async function lockCodesOf(transaction: Database, userId: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${userLocks}::int, hashtext(${userId}))`)
}

/** Enforces the limits of one-time codes. Sends to one user or one target are serialized. */
export async function enforceSendLimits(transaction: Database, send: Send): Promise<void> {
  const { userId, purpose, target, now } = send
  await lockCodesOf(transaction, userId)
  await transaction.execute(sql`select pg_advisory_xact_lock(${targetLocks}::int, hashtext(${target}))`)
  await throwIfLocked(transaction, send)
  await refuseTooSoon(transaction, send)
  // Counted by purpose: verifying a contact of another user must not exhaust that user's limits.
  const toTarget = and(eq(codeEvents.target, target), eq(codeEvents.purpose, purpose))
  for (const whose of [eq(codeEvents.userId, userId), toTarget]) {
    const wait = secondsUntilNextSend(await latestSends(transaction, whose, now), now)
    if (wait !== null) throwProblem('code-limit-reached', 'The limit of sent codes is reached', { retryAfter: wait })
  }
}

export async function deleteOldCodeEvents(database: Database, now: Date): Promise<void> {
  await database.delete(codeEvents).where(lte(codeEvents.at, new Date(now.getTime() - day)))
}

/** A code for another subject would not do, so it is no reason to wait. */
async function refuseTooSoon(transaction: Database, send: Send): Promise<void> {
  const { userId, purpose, channel, target, subject, now } = send
  const [last] = await transaction
    .select({ sentAt: oneTimeCodes.sentAt })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.purpose, purpose),
        eq(oneTimeCodes.channel, channel),
        eq(oneTimeCodes.target, target),
        sql`${oneTimeCodes.subject} is not distinct from ${subject}`,
      ),
    )
  const wait = last && secondsLeft(last.sentAt, resendDelay, now)
  if (wait) throwProblem('code-too-soon', 'The previous code was sent less than a minute ago', { retryAfter: wait })
}

async function latestSends(transaction: Database, whose: SQL | undefined, now: Date): Promise<Date[]> {
  const sends = await transaction
    .select({ at: codeEvents.at })
    .from(codeEvents)
    .where(and(whose, eq(codeEvents.kind, 'sent'), isWithin(codeEvents.at, day, now)))
    .orderBy(desc(codeEvents.at))
    .limit(maxSendsConsidered)
  return sends.map(({ at }) => at)
}

/** Throws while the factor is locked after too many wrong codes. */
export async function throwIfLocked(
  database: Database,
  { userId, purpose, now }: Factor & { now: Date },
): Promise<void> {
  const [lock] = await database
    .select({ until: codeLocks.until })
    .from(codeLocks)
    .where(and(eq(codeLocks.userId, userId), eq(codeLocks.purpose, purpose)))
  const wait = lock && secondsLeft(beganAt(lock.until, lockDuration), lockDuration, now)
  if (wait) throwProblem('factor-locked', 'Too many wrong codes within a day', { retryAfter: wait })
}

/** Records a wrong code. Reaching the limit locks the factor and notifies the user. Returns how many more may be wrong today. */
export async function recordWrongCode(
  database: Database,
  { userId, purpose, target, language, now }: Factor & { target: string; language: Locale; now: Date },
): Promise<number> {
  await database.insert(codeEvents).values({ kind: 'wrong', userId, purpose, target, at: now })
  const ofLastDay = isWithin(codeEvents.at, day, now)
  const [wrong] = await database
    .select({ count: count() })
    .from(codeEvents)
    .where(and(eq(codeEvents.userId, userId), eq(codeEvents.purpose, purpose), eq(codeEvents.kind, 'wrong'), ofLastDay))
  const left = maxWrongOf(purpose) - (wrong?.count ?? 0)
  if (left <= 0) await lock(database, { userId, purpose, language, now })
  return Math.max(0, left)
}

async function lock(
  database: Database,
  { userId, purpose, language, now }: Factor & { language: Locale; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + lockDuration)
  await database.transaction(async (transaction) => {
    const [locked] = await transaction
      .insert(codeLocks)
      .values({ userId, purpose, until })
      .onConflictDoUpdate({
        target: [codeLocks.userId, codeLocks.purpose],
        set: { until },
        setWhere: not(isUntil(codeLocks.until, lockDuration, now)),
      })
      .returning()
    if (!locked) return
    await audit(transaction, { at: now, action: 'code.locked', subjectId: userId })
    const kind = purpose === 'pairing' ? 'pairing-locked' : 'factor-locked'
    await storeNotifications(transaction, now, [{ userId, kind, values: {} }])
    const [person] = await transaction
      .select({ email: users.email, phone: users.phone })
      .from(users)
      .where(eq(users.id, userId))
    const about = { userId, category: 'security', language, now } as const
    const message = { ...about, kind, values: {} } as const
    if (person?.email) await queueMessage(transaction, { to: { email: person.email }, ...message })
    if (person?.phone) await queueMessage(transaction, { to: { phone: person.phone }, ...message })
  })
}
