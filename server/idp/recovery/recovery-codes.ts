import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { AuditProblem } from '#contract/people/audit.ts'
import { createCodeHashes } from '#server/auth/codes/code-hashes.ts'
import { codeLifetime, maskContact, maxCodeTries } from '#server/auth/codes/one-time-code-rules.ts'
import { codeTargetOf } from '#server/auth/codes/one-time-codes.ts'
import type { Database } from '#server/db/client.ts'
import { recoveries } from '#server/db/schema/identity.ts'
import {
  findAccountsByName,
  type NamedAccount,
  parseSignInName,
  type SignInName,
} from '#server/idp/accounts/sign-in-names.ts'
import { allTargets, queueMessage, queueMessages, type Target } from '#server/notifications/queue-message.ts'
import { type AuditEvent, audit, auditRejection } from '#server/security/audit-log.ts'
import { isUntil } from '#server/time/time-left.ts'
import {
  findRecoveryRefusal,
  isNoticeDue,
  isWithinWrongCodeLimit,
  lockedForSeconds,
  type RecoveryRefusal,
  type RecoveryRequester,
} from './recovery-limits.ts'

export type Recovery = typeof recoveries.$inferSelect

type CodeRequest = Omit<RecoveryRequester, 'name'> & {
  interaction: string
  name: SignInName
  /** Accounts with this name. */
  named: readonly NamedAccount[]
  language: Locale
}

type EnteredCode = { code: string; language: Locale }

export type CodeOutcome = { kind: 'right' } | { kind: 'over' } | { kind: 'wrong'; triesLeft: number } | RecoveryRefusal

/**
 * One-time codes for password recovery. Responses do not reveal whether an account exists: the stored rows, limits and
 * answers are the same, but no message is sent. A code is bound to its interaction, so that a stranger's request does
 * not replace the user's code.
 */
export function createRecoveryCodes({ database, clock }: { database: Database; clock: () => Date }) {
  const secrets = createCodeHashes(database, 'recovery-codes')

  /** Sends a code if the account exists; null on success. Concurrent requests send one code. */
  async function send({
    interaction,
    name,
    named,
    network,
    browser,
    language,
  }: CodeRequest): Promise<RecoveryRefusal | null> {
    const now = clock()
    const { code, ...secret } = await secrets.create()
    const expiresAt = new Date(now.getTime() + codeLifetime)
    const requester = { name: name.value, network, browser }
    const refusal = await database.transaction(async (transaction) => {
      const refusal = await findRecoveryRefusal(transaction, requester, now)
      if (refusal) return refusal
      const [contact] = named.flatMap((account) => contactFor(account, name) ?? [])
      const to =
        contact && (await isNoticeDue(transaction, codeTargetOf(contact).target, requester, now)) ? contact : null
      const target = to && codeTargetOf(to).target
      const sent = {
        ...secret,
        interaction,
        address: network,
        browser,
        sentAt: now,
        expiresAt,
        triesLeft: maxCodeTries,
      }
      await transaction.insert(recoveries).values({ ...sent, name: name.value, target })
      const detail = target && maskContact(target)
      const fact = { at: now, action: 'code.sent', detail } as const
      await auditRecovery(transaction, named, to ? fact : { ...fact, problem: undeliverableReason(contact, named) })
      const message = { kind: 'recovery-code', language, values: { code }, now, expiresAt } as const
      if (to) await queueMessage(transaction, { to, ...message })
      return null
    })
    if (refusal) await auditRefusedRecovery(database, named, { at: now, action: 'code.sent', kind: refusal.kind })
    return refusal
  }

  /** The latest code of this interaction. */
  async function current(interaction: string): Promise<Recovery | null> {
    const [row] = await database
      .select()
      .from(recoveries)
      .where(eq(recoveries.interaction, interaction))
      .orderBy(desc(recoveries.sentAt))
      .limit(1)
    return row ?? null
  }

  /** Stores the same row whether an account exists or not. */
  async function redeem(recovery: Recovery, { code, language }: EnteredCode): Promise<CodeOutcome> {
    if (recovery.provedAt) return { kind: 'right' }
    const at = clock()
    const people = await recoverableAccounts(recovery)
    const outcome = await checkCode(recovery, code, at)
    const checked = { at, action: 'code.checked' } as const
    if (outcome.kind === 'right') {
      await database.transaction(async (transaction) => {
        await transaction.update(recoveries).set({ provedAt: at }).where(eq(recoveries.id, recovery.id))
        await auditRecovery(transaction, people, checked)
      })
      return outcome
    }
    if (outcome.kind === 'locked' && outcome.isNew) await lock(people, { language, now: at })
    await auditRefusedRecovery(database, people, { ...checked, kind: outcome.kind })
    return outcome
  }

  type CheckedCode = Exclude<CodeOutcome, RecoveryRefusal> | { kind: 'locked'; seconds: number; isNew: boolean }

  /** Decrements the attempts before comparing, so that concurrent guesses are counted. */
  async function checkCode({ id, name, address, browser }: Recovery, code: string, now: Date): Promise<CheckedCode> {
    const requester = { name, network: address, browser }
    const isThisOne = and(
      eq(recoveries.id, id),
      isNull(recoveries.provedAt),
      isUntil(recoveries.expiresAt, codeLifetime, now),
    )
    const [tried] = await database
      .update(recoveries)
      .set({ triesLeft: sql`${recoveries.triesLeft} - 1` })
      .where(and(isThisOne, gt(recoveries.triesLeft, 0), isWithinWrongCodeLimit(database, requester, now)))
      .returning()
    // For an unknown name no code is right, and the check takes equally long.
    if (tried && (await secrets.verify(tried, code)) && tried.target !== null) return { kind: 'right' }
    const seconds = await lockedForSeconds(database, requester, now)
    if (seconds !== null) return { kind: 'locked', seconds, isNew: tried !== undefined }
    return tried && tried.triesLeft > 0 ? { kind: 'wrong', triesLeft: tried.triesLeft } : { kind: 'over' }
  }

  /** Notifies the user whose code was guessed. */
  async function lock(people: NamedAccount[], { language, now }: { language: Locale; now: Date }): Promise<void> {
    const message = { kind: 'recovery-locked', language, values: {}, now } as const
    const targets = people.flatMap((person) => allTargets(person))
    await database.transaction(async (transaction) => {
      await auditRecovery(transaction, people, { at: now, action: 'code.locked' })
      await queueMessages(
        transaction,
        targets.map((to) => ({ to, ...message })),
      )
    })
  }

  /** Accounts whose password may be set: those that the code was sent to. */
  async function recoverableAccounts({ name, target }: Recovery): Promise<NamedAccount[]> {
    const read = parseSignInName(name)
    return (await findAccountsByName(database, read)).filter((account) => {
      const contact = contactFor(account, read)
      return contact !== null && codeTargetOf(contact).target === target
    })
  }

  return { send, current, redeem, recoverableAccounts }
}

/** The contact that was typed. For a login: the email, else the phone. */
function contactFor({ email, phone }: NamedAccount, { kind, value }: SignInName): Target | null {
  if (kind === 'phone' && phone === value) return { phone }
  if (email) return { email }
  return phone ? { phone } : null
}

/**
 * Audit entries of password recovery: one for each account that the code could reach, or one without a subject.
 * An entry is always written, so that timing reveals nothing. The typed name is not stored.
 */
type Fact = Omit<AuditEvent, 'subjectId'>

/** Pass the transaction that makes the change. */
async function auditRecovery(transaction: Database, people: readonly NamedAccount[], fact: Fact): Promise<void> {
  await audit(transaction, ...subjectsOf(people).map((subjectId) => ({ ...fact, subjectId })))
}

/** Writes a rejected step, outside of any transaction. Waiting for the resend delay is not audited. */
async function auditRefusedRecovery(
  database: Database,
  people: readonly NamedAccount[],
  { kind, ...fact }: Fact & { kind: 'tooSoon' | keyof typeof problemOf },
): Promise<void> {
  if (kind === 'tooSoon') return
  for (const subjectId of subjectsOf(people)) {
    await auditRejection(database, { ...fact, subjectId, problem: problemOf[kind] })
  }
}

const problemOf = {
  spent: 'code-limit-reached',
  locked: 'factor-locked',
  wrong: 'code-wrong',
  over: 'code-expired',
} as const satisfies Record<string, AuditProblem>

/** Why no code was sent. The requester does not learn it. */
function undeliverableReason(contact: Target | undefined, named: readonly NamedAccount[]): AuditProblem {
  if (contact) return 'code-limit-reached'
  return named.length > 0 ? 'no-second-factor' : 'unknown-login'
}

function subjectsOf(people: readonly NamedAccount[]): (string | null)[] {
  return people.length === 0 ? [null] : people.map(({ userId }) => userId)
}
