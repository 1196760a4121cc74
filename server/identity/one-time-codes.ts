import { and, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { type CodePurpose, codeEvents, codeLocks, oneTimeCodes } from '#server/db/schema/one-time-codes.ts'
import { placeOf, queueMessage, type Target } from '#server/delivery/queue.ts'
import { refuse } from '#server/refusal.ts'
import { audit } from './audit.ts'
import { createCodeSecrets } from './code-secrets.ts'
import { countWrong, refuseLocked, refuseTooManySends } from './one-time-code-limits.ts'
import { codeLifetime, codeTries, masked, resendPause } from './one-time-code-rules.ts'

export type CodeAsked = { userId: string; purpose: CodePurpose; to: Target; language: Locale }

/** Codes by which a person proves to hold a phone or an email (D-26, D-27, D-35). */
export function createOneTimeCodes({ database, clock }: { database: Database; clock: () => Date }) {
  const secrets = createCodeSecrets(database, 'one-time-codes')

  /** Sends a code in place of the one before; the seconds until the next may be sent. */
  async function send({ userId, purpose, to, language }: CodeAsked): Promise<{ noResendExpiresIn: number }> {
    const now = clock()
    const { channel, target } = codePlaceOf(to)
    const { code, ...secret } = await secrets.create()
    const expiresAt = new Date(now.getTime() + codeLifetime)
    await database.transaction(async (transaction) => {
      await refuseTooManySends(transaction, { userId, purpose, channel, target, now })
      const sent = { ...secret, target, sentAt: now, expiresAt, triesLeft: codeTries, usedAt: null }
      await transaction
        .insert(oneTimeCodes)
        .values({ userId, purpose, channel, ...sent })
        .onConflictDoUpdate({ target: [oneTimeCodes.userId, oneTimeCodes.purpose, oneTimeCodes.channel], set: sent })
      await transaction.insert(codeEvents).values({ kind: 'sent', userId, purpose, target, at: now })
      await audit(transaction, { at: now, action: 'code.sent', subjectId: userId, detail: masked(target) })
      await queueMessage(transaction, { to, kind: `${purpose}-code`, language, values: { code }, now, expiresAt })
    })
    return { noResendExpiresIn: resendPause / 1000 }
  }

  /** Uses the code up, together with what it is good for; whatever is wrong is counted before it is refused. */
  async function redeem<Answer>(
    asked: CodeAsked & { code: string },
    whenRight: (transaction: Database, now: Date) => Promise<Answer>,
  ): Promise<Answer> {
    const now = clock()
    const tried = await spendTry(asked, now)
    if (!tried) {
      await refuseLocked(database, { ...asked, now })
      refuse('code-over', 'No code is waiting to be entered')
    }
    if (!(await secrets.isRight(tried, asked.code))) {
      await countWrong(database, { ...asked, ...codePlaceOf(asked.to), now })
      await refuseLocked(database, { ...asked, now })
      if (tried.triesLeft === 0) refuse('code-over', 'The last try was wrong as well')
      refuse('code-wrong', 'Not the code that was sent', { triesLeft: tried.triesLeft })
    }
    return database.transaction(async (transaction) => {
      const [used] = await transaction
        .update(oneTimeCodes)
        .set({ usedAt: now })
        .where(and(eq(oneTimeCodes.id, tried.id), isNull(oneTimeCodes.usedAt)))
        .returning({ id: oneTimeCodes.id })
      if (!used) refuse('code-over', 'The code has just been used, or a new one has taken its place')
      const detail = masked(codePlaceOf(asked.to).target)
      await audit(transaction, { at: now, action: 'code.checked', subjectId: asked.userId, detail })
      return whenRight(transaction, now)
    })
  }

  /** In a statement of its own and before anything is compared: many guesses at once cost as many tries. */
  async function spendTry({ userId, purpose, to }: CodeAsked, now: Date) {
    const { channel, target } = codePlaceOf(to)
    const isLocked = database
      .select({ until: codeLocks.until })
      .from(codeLocks)
      .where(and(eq(codeLocks.userId, userId), eq(codeLocks.purpose, purpose), gt(codeLocks.until, now)))
    const isThisOne = and(
      eq(oneTimeCodes.userId, userId),
      eq(oneTimeCodes.purpose, purpose),
      eq(oneTimeCodes.channel, channel),
      eq(oneTimeCodes.target, target),
    )
    const isAlive = and(isNull(oneTimeCodes.usedAt), gt(oneTimeCodes.expiresAt, now), gt(oneTimeCodes.triesLeft, 0))
    const [tried] = await database
      .update(oneTimeCodes)
      .set({ triesLeft: sql`${oneTimeCodes.triesLeft} - 1` })
      .where(and(isThisOne, isAlive, notExists(isLocked)))
      .returning({ id: oneTimeCodes.id, codeHash: oneTimeCodes.codeHash, triesLeft: oneTimeCodes.triesLeft })
    return tried ?? null
  }

  return { send, redeem }
}

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>

/** Addresses that differ in case only are one to every limit. */
export function codePlaceOf(to: Target) {
  const { channel, target } = placeOf(to)
  return { channel, target: target.toLowerCase() }
}
