import { and, eq, exists, gt, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import {
  type CodePurpose,
  codeEvents,
  codeLocks,
  oneTimeCodes,
  verifiedContacts,
} from '#server/db/schema/one-time-codes.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { channelOf, queueMessage, type Target } from '#server/notifications/queue-message.ts'
import { audit } from '#server/security/audit-log.ts'
import { isUntil } from '#server/time/time-left.ts'
import { createCodeHashes } from './code-hashes.ts'
import { enforceSendLimits, recordWrongCode, throwIfLocked } from './one-time-code-limits.ts'
import { codeLifetime, lockDuration, maskContact, maxCodeTries, resendDelay } from './one-time-code-rules.ts'

export type CodeRequest = {
  userId: string
  purpose: Exclude<CodePurpose, 'pairing'>
  to: Target
  language: Locale
  /** What alone the code confirms. */
  subject?: string
}

/** What a right code does for the session that enters it. */
export type CodeEffect = {
  apply: (transaction: Database, now: Date) => Promise<void>
  /** Condition on `one_time_codes`: the session still has the effect, dated when this code was used. */
  isApplied: (database: Database) => SQL
}

/** One-time codes that prove possession of a phone or an email. */
export function createOneTimeCodes({ database, clock }: { database: Database; clock: () => Date }) {
  const secrets = createCodeHashes(database, 'one-time-codes')

  /**
   * Sends a code, which replaces the previous one. `number` is that of the contract that it signs. Returns the seconds until
   * the next may be sent.
   */
  async function send(request: CodeRequest & { number?: string }): Promise<{ noResendExpiresIn: number }> {
    const { userId, purpose, to, language, subject = null, number } = request
    const now = clock()
    const { channel, target } = codeTargetOf(to)
    const { code, ...secret } = await secrets.create()
    const expiresAt = new Date(now.getTime() + codeLifetime)
    await database.transaction(async (transaction) => {
      await enforceSendLimits(transaction, { userId, purpose, channel, target, subject, now })
      const sent = { ...secret, target, subject, sentAt: now, expiresAt, triesLeft: maxCodeTries, usedAt: null }
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
        values: { code, ...(number !== undefined && { number }) },
        now,
        expiresAt,
      })
    })
    return { noResendExpiresIn: resendDelay / 1000 }
  }

  /**
   * Consumes the code and applies its effect in one transaction. Wrong codes are recorded before the error is thrown. A
   * session that enters the code again, because the answer was lost, gets the same answer and no second effect.
   * Returns when the code was consumed.
   */
  async function redeem(request: CodeRequest & { code: string }, { apply, isApplied }: CodeEffect): Promise<Date> {
    const now = clock()
    // Two statements: the second one sees what a concurrent request has committed while the first waited for the row.
    const tried =
      (await spendTry(request, isNull(oneTimeCodes.usedAt), now)) ?? (await spendTry(request, isApplied(database), now))
    if (!tried) {
      await throwIfLocked(database, { ...request, now })
      throwProblem('code-expired', 'No valid code')
    }
    if (!(await secrets.verify(tried, request.code))) {
      await recordWrongCode(database, { ...request, ...codeTargetOf(request.to), now })
      await throwIfLocked(database, { ...request, now })
      if (tried.triesLeft === 0) throwProblem('code-expired', 'The last attempt was wrong')
      throwProblem('code-wrong', 'The code is wrong', { triesLeft: tried.triesLeft })
    }
    const isThisOne = eq(oneTimeCodes.id, tried.id)
    // Only wrong codes use attempts up: a code that was right at the last attempt can be repeated.
    const returnedTry = { triesLeft: sql`${oneTimeCodes.triesLeft} + 1` }
    return database.transaction(async (transaction) => {
      const [used] = await transaction
        .update(oneTimeCodes)
        .set({ ...returnedTry, usedAt: now })
        .where(and(isThisOne, isNull(oneTimeCodes.usedAt)))
        .returning({ id: oneTimeCodes.id })
      if (used) {
        const detail = maskContact(codeTargetOf(request.to).target)
        await audit(transaction, { at: now, action: 'code.checked', subjectId: request.userId, detail })
        await apply(transaction, now)
        return now
      }
      const [repeated] = await transaction
        .update(oneTimeCodes)
        .set(returnedTry)
        .where(and(isThisOne, isApplied(transaction)))
        .returning({ usedAt: oneTimeCodes.usedAt })
      return repeated?.usedAt ?? throwProblem('code-expired', 'The code has just been replaced, or used elsewhere')
    })
  }

  /** Spends an attempt in its own statement before the comparison, so that concurrent guesses are counted. */
  async function spendTry({ userId, purpose, to, subject }: CodeRequest, which: SQL, now: Date) {
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
      subject === undefined ? undefined : eq(oneTimeCodes.subject, subject),
    )
    const isAlive = and(which, isUntil(oneTimeCodes.expiresAt, codeLifetime, now), gt(oneTimeCodes.triesLeft, 0))
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

type VerifiedContact = typeof verifiedContacts.$inferInsert

type Verification = {
  session: Session
  to: Target
  code: string
  language: Locale
  /** What follows in the same transaction. */
  onVerified: (transaction: Database, now: Date) => Promise<void>
}

/** Stores the verified contact until the profile is saved or the session ends (D-27). */
export async function verifyContact(
  codes: OneTimeCodes,
  { session, to, code, language, onVerified }: Verification,
): Promise<{ verified: true }> {
  const { userId, id: sessionId } = session
  const contact = { sessionId, ...codeTargetOf(to) }
  await codes.redeem(
    { userId, purpose: 'verification', to, code, language },
    {
      async apply(transaction, now) {
        await remember(transaction, { ...contact, verifiedAt: now })
        await onVerified(transaction, now)
      },
      isApplied: (database) => isVerified(database, contact),
    },
  )
  return { verified: true }
}

/** Condition on `one_time_codes`: the contact was verified by this code and is not saved yet. */
function isVerified(database: Database, { sessionId, channel, target }: Omit<VerifiedContact, 'verifiedAt'>): SQL {
  const isThisOne = and(
    eq(verifiedContacts.sessionId, sessionId),
    eq(verifiedContacts.channel, channel),
    eq(verifiedContacts.target, target),
    eq(verifiedContacts.verifiedAt, oneTimeCodes.usedAt),
  )
  return exists(database.select({ sessionId: verifiedContacts.sessionId }).from(verifiedContacts).where(isThisOne))
}

async function remember(transaction: Database, contact: VerifiedContact): Promise<void> {
  const { target, verifiedAt } = contact
  await transaction
    .insert(verifiedContacts)
    .values(contact)
    .onConflictDoUpdate({
      target: [verifiedContacts.sessionId, verifiedContacts.channel],
      set: { target, verifiedAt },
    })
}
