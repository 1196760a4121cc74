import { and, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Session } from '#server/app-types.ts'
import { audit } from '#server/audit-log.ts'
import type { Database } from '#server/db/client.ts'
import {
  type CodePurpose,
  codeEvents,
  codeLocks,
  oneTimeCodes,
  verifiedContacts,
} from '#server/db/schema/one-time-codes.ts'
import { throwProblem } from '#server/http-error.ts'
import { channelOf, queueMessage, type Target } from '#server/notifications/queue-message.ts'
import { isUntil } from '#server/time-left.ts'
import { createCodeHashes } from './code-hashes.ts'
import { enforceSendLimits, recordWrongCode, throwIfLocked } from './one-time-code-limits.ts'
import { codeLifetime, lockDuration, maskContact, maxCodeTries, resendDelay } from './one-time-code-rules.ts'

export type CodeRequest = { userId: string; purpose: CodePurpose; to: Target; language: Locale }

/** One-time codes that prove possession of a phone or an email (D-26, D-27, D-35). */
export function createOneTimeCodes({ database, clock }: { database: Database; clock: () => Date }) {
  const secrets = createCodeHashes(database, 'one-time-codes')

  /** Sends a code, which replaces the previous one. Returns the seconds until the next may be sent. */
  async function send({ userId, purpose, to, language }: CodeRequest): Promise<{ noResendExpiresIn: number }> {
    const now = clock()
    const { channel, target } = codeTargetOf(to)
    const { code, ...secret } = await secrets.create()
    const expiresAt = new Date(now.getTime() + codeLifetime)
    await database.transaction(async (transaction) => {
      await enforceSendLimits(transaction, { userId, purpose, channel, target, now })
      const sent = { ...secret, target, sentAt: now, expiresAt, triesLeft: maxCodeTries, usedAt: null }
      await transaction
        .insert(oneTimeCodes)
        .values({ userId, purpose, channel, ...sent })
        .onConflictDoUpdate({ target: [oneTimeCodes.userId, oneTimeCodes.purpose, oneTimeCodes.channel], set: sent })
      await transaction.insert(codeEvents).values({ kind: 'sent', userId, purpose, target, at: now })
      await audit(transaction, { at: now, action: 'code.sent', subjectId: userId, detail: maskContact(target) })
      await queueMessage(transaction, {
        to,
        userId,
        kind: `${purpose}-code`,
        language,
        values: { code },
        now,
        expiresAt,
      })
    })
    return { noResendExpiresIn: resendDelay / 1000 }
  }

  /** Consumes the code and runs `whenRight` in one transaction. Wrong codes are recorded before the error is thrown. */
  async function redeem<Answer>(
    request: CodeRequest & { code: string },
    whenRight: (transaction: Database, now: Date) => Promise<Answer>,
  ): Promise<Answer> {
    const now = clock()
    const tried = await spendTry(request, now)
    if (!tried) {
      await throwIfLocked(database, { ...request, now })
      throwProblem('code-over', 'No valid code')
    }
    if (!(await secrets.verify(tried, request.code))) {
      await recordWrongCode(database, { ...request, ...codeTargetOf(request.to), now })
      await throwIfLocked(database, { ...request, now })
      if (tried.triesLeft === 0) throwProblem('code-over', 'The last attempt was wrong')
      throwProblem('code-wrong', 'The code is wrong', { triesLeft: tried.triesLeft })
    }
    return database.transaction(async (transaction) => {
      const [used] = await transaction
        .update(oneTimeCodes)
        .set({ usedAt: now })
        .where(and(eq(oneTimeCodes.id, tried.id), isNull(oneTimeCodes.usedAt)))
        .returning({ id: oneTimeCodes.id })
      if (!used) throwProblem('code-over', 'The code has just been used or replaced')
      const detail = maskContact(codeTargetOf(request.to).target)
      await audit(transaction, { at: now, action: 'code.checked', subjectId: request.userId, detail })
      return whenRight(transaction, now)
    })
  }

  /** Spends an attempt in its own statement before the comparison, so that concurrent guesses are counted. */
  async function spendTry({ userId, purpose, to }: CodeRequest, now: Date) {
    const { channel, target } = codeTargetOf(to)
    const isLocked = database
      .select({ until: codeLocks.until })
      .from(codeLocks)
      .where(
        and(eq(codeLocks.userId, userId), eq(codeLocks.purpose, purpose), isUntil(codeLocks.until, lockDuration, now)),
      )
    const isThisOne = and(
      eq(oneTimeCodes.userId, userId),
      eq(oneTimeCodes.purpose, purpose),
      eq(oneTimeCodes.channel, channel),
      eq(oneTimeCodes.target, target),
    )
    const isAlive = and(
      isNull(oneTimeCodes.usedAt),
      isUntil(oneTimeCodes.expiresAt, codeLifetime, now),
      gt(oneTimeCodes.triesLeft, 0),
    )
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

/** Lower case: addresses that differ only in case share their limits. */
export function codeTargetOf(to: Target) {
  const { channel, target } = channelOf(to)
  return { channel, target: target.toLowerCase() }
}

/** Stores the verified contact until the profile is saved or the session ends (D-27). */
export async function verifyContact(
  codes: OneTimeCodes,
  { session, to, code, language }: { session: Session; to: Target; code: string; language: Locale },
): Promise<{ verified: true }> {
  const { userId, id: sessionId } = session
  return codes.redeem({ userId, purpose: 'verification', to, code, language }, async (transaction, now) => {
    await remember(transaction, { sessionId, ...codeTargetOf(to), verifiedAt: now })
    return { verified: true }
  })
}

async function remember(transaction: Database, contact: typeof verifiedContacts.$inferInsert): Promise<void> {
  const { target, verifiedAt } = contact
  await transaction
    .insert(verifiedContacts)
    .values(contact)
    .onConflictDoUpdate({
      target: [verifiedContacts.sessionId, verifiedContacts.channel],
      set: { target, verifiedAt },
    })
}
