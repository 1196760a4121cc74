import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { recoveries } from '#server/db/schema/identity.ts'
import { placesOf, queueMessage, queueMessages, type Target } from '#server/delivery/queue.ts'
import { createCodeSecrets } from '#server/identity/code-secrets.ts'
import { codeLifetime, codeTries, masked } from '#server/identity/one-time-code-rules.ts'
import { codePlaceOf } from '#server/identity/one-time-codes.ts'
import { auditRecovery, auditRefusedRecovery, whyNot } from './recovery-audit.ts'
import { type Asker, isOpenTo, isTold, lockedFor, type RecoveryRefusal, recoveryRefusal } from './recovery-limits.ts'
import { accountsNamed, type NamedAccount, readName, type SignInName } from './sign-in-names.ts'

export type Recovery = typeof recoveries.$inferSelect

type Asked = Omit<Asker, 'name'> & {
  interaction: string
  name: SignInName
  /** Whoever goes by it. */
  named: readonly NamedAccount[]
  language: Locale
}

type Entered = { code: string; language: Locale }

export type CodeOutcome = { kind: 'right' } | { kind: 'over' } | { kind: 'wrong'; triesLeft: number } | RecoveryRefusal

/**
 * Codes for a new password, of whoever does not know the old one. Nobody learns whether anyone goes by a name: what is
 * written, counted and answered is the same, only that no message leaves. A code is good in the interaction it was asked
 * for in, so that a stranger who asks as well takes nobody's code away.
 */
export function createRecoveryCodes({ database, clock }: { database: Database; clock: () => Date }) {
  const secrets = createCodeSecrets(database, 'recovery-codes')

  /** Null: a code is on its way, if there is anybody. Asked for twice at once it is sent once. */
  async function send({
    interaction,
    name,
    named,
    network,
    browser,
    language,
  }: Asked): Promise<RecoveryRefusal | null> {
    const now = clock()
    const { code, ...secret } = await secrets.create()
    const expiresAt = new Date(now.getTime() + codeLifetime)
    const asker = { name: name.value, network, browser }
    const refusal = await database.transaction(async (transaction) => {
      const refusal = await recoveryRefusal(transaction, asker, now)
      if (refusal) return refusal
      const [place] = named.flatMap((account) => placeFor(account, name) ?? [])
      const to = place && (await isTold(transaction, codePlaceOf(place).target, asker, now)) ? place : null
      const target = to && codePlaceOf(to).target
      const sent = { ...secret, interaction, address: network, browser, sentAt: now, expiresAt, triesLeft: codeTries }
      await transaction.insert(recoveries).values({ ...sent, name: name.value, target })
      const detail = target && masked(target)
      const fact = { at: now, action: 'code.sent', detail } as const
      await auditRecovery(transaction, named, to ? fact : { ...fact, problem: whyNot(place, named) })
      const message = { kind: 'recovery-code', language, values: { code }, now, expiresAt } as const
      if (to) await queueMessage(transaction, { to, ...message })
      return null
    })
    if (refusal) await auditRefusedRecovery(database, named, { at: now, action: 'code.sent', kind: refusal.kind })
    return refusal
  }

  /** The code that this interaction asked for last. */
  async function current(interaction: string): Promise<Recovery | null> {
    const [row] = await database
      .select()
      .from(recoveries)
      .where(eq(recoveries.interaction, interaction))
      .orderBy(desc(recoveries.sentAt))
      .limit(1)
    return row ?? null
  }

  /** What is written down is written alike, whether there is anybody or not. */
  async function redeem(recovery: Recovery, { code, language }: Entered): Promise<CodeOutcome> {
    if (recovery.provedAt) return { kind: 'right' }
    const at = clock()
    const people = await peopleOf(recovery)
    const outcome = await judge(recovery, code, at)
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

  type Judged = Exclude<CodeOutcome, RecoveryRefusal> | { kind: 'locked'; seconds: number; isNew: boolean }

  /** Takes a try before anything is compared: many guesses at once cost as many tries. */
  async function judge({ id, name, address, browser }: Recovery, code: string, now: Date): Promise<Judged> {
    const asker = { name, network: address, browser }
    const isThisOne = and(eq(recoveries.id, id), isNull(recoveries.provedAt), gt(recoveries.expiresAt, now))
    const [tried] = await database
      .update(recoveries)
      .set({ triesLeft: sql`${recoveries.triesLeft} - 1` })
      .where(and(isThisOne, gt(recoveries.triesLeft, 0), isOpenTo(database, asker, now)))
      .returning()
    // Of a name that nobody goes by no code is right, and it takes as long to tell.
    if (tried && (await secrets.isRight(tried, code)) && tried.target !== null) return { kind: 'right' }
    const seconds = await lockedFor(database, asker, now)
    if (seconds !== null) return { kind: 'locked', seconds, isNew: tried !== undefined }
    return tried && tried.triesLeft > 0 ? { kind: 'wrong', triesLeft: tried.triesLeft } : { kind: 'over' }
  }

  /** Whoever is guessed at hears of it wherever they can be reached (D-35). */
  async function lock(people: NamedAccount[], { language, now }: { language: Locale; now: Date }): Promise<void> {
    const message = { kind: 'recovery-locked', language, values: {}, now } as const
    const places = people.flatMap((person) => placesOf(person))
    await database.transaction(async (transaction) => {
      await auditRecovery(transaction, people, { at: now, action: 'code.locked' })
      await queueMessages(
        transaction,
        places.map((to) => ({ to, ...message })),
      )
    })
  }

  /** Whose password it may be: those whom the code could reach. */
  async function peopleOf({ name, target }: Recovery): Promise<NamedAccount[]> {
    const read = readName(name)
    return (await accountsNamed(database, read)).filter((account) => {
      const place = placeFor(account, read)
      return place !== null && codePlaceOf(place).target === target
    })
  }

  return { send, current, redeem, peopleOf }
}

/** To where the person was named by; by a login, to the e-mail, or the phone where there is none. */
function placeFor({ email, phone }: NamedAccount, { kind, value }: SignInName): Target | null {
  if (kind === 'phone' && phone === value) return { phone }
  if (email) return { email }
  return phone ? { phone } : null
}
