import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { recoveries } from '#server/db/schema/identity.ts'
import { placesOf, queueMessage, queueMessages, type Target } from '#server/delivery/queue.ts'
import { createCodeSecrets } from '#server/identity/code-secrets.ts'
import { codeLifetime, codeTries, wrongPerDay } from '#server/identity/one-time-code-rules.ts'
import { codePlaceOf } from '#server/identity/one-time-codes.ts'
import { isTold, lockedFor, type RecoveryRefusal, recoveryRefusal, wrongCodes } from './recovery-limits.ts'
import { accountsNamed, type NamedAccount, readName, type SignInName } from './sign-in-names.ts'

export type Recovery = typeof recoveries.$inferSelect

type Entered = { code: string; language: Locale }

export type CodeOutcome = { kind: 'right' } | { kind: 'over' } | { kind: 'wrong'; triesLeft: number } | RecoveryRefusal

/**
 * Codes for a new password, of whoever does not know the old one. Nobody learns whether anyone goes by a name: what is
 * written, counted and answered is the same, only that no message leaves. A code is good in the interaction it was asked
 * for in, so that a stranger who asks as well takes nobody's code away.
 */
export function createRecoveryCodes({ database, clock }: { database: Database; clock: () => Date }) {
  const secrets = createCodeSecrets(database, 'recovery-codes')

  type Asked = { interaction: string; name: SignInName; address: string; language: Locale }

  /** Null: a code is on its way, if there is anybody. Asked for twice at once it is sent once. */
  async function send({ interaction, name, address, language }: Asked): Promise<RecoveryRefusal | null> {
    const now = clock()
    const { code, ...secret } = await secrets.create()
    const expiresAt = new Date(now.getTime() + codeLifetime)
    return database.transaction(async (transaction) => {
      const refusal = await recoveryRefusal(transaction, { name: name.value, address, now })
      if (refusal) return refusal
      const [place] = (await accountsNamed(transaction, name)).flatMap((account) => placeFor(account, name) ?? [])
      const to = place && (await isTold(transaction, codePlaceOf(place).target, now)) ? place : null
      const sent = { ...secret, interaction, address, sentAt: now, expiresAt, triesLeft: codeTries }
      await transaction.insert(recoveries).values({ ...sent, name: name.value, target: to && codePlaceOf(to).target })
      const message = { kind: 'recovery-code', language, values: { code }, now, expiresAt } as const
      if (to) await queueMessage(transaction, { to, ...message })
      return null
    })
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

  /** Takes a try before anything is compared: many guesses at once cost as many tries. */
  async function redeem(recovery: Recovery, { code, language }: Entered): Promise<CodeOutcome> {
    const { id, name, provedAt } = recovery
    if (provedAt) return { kind: 'right' }
    const now = clock()
    const isThisOne = and(eq(recoveries.id, id), isNull(recoveries.provedAt), gt(recoveries.expiresAt, now))
    const [tried] = await database
      .update(recoveries)
      .set({ triesLeft: sql`${recoveries.triesLeft} - 1` })
      .where(and(isThisOne, gt(recoveries.triesLeft, 0), lt(wrongCodes(name, now), wrongPerDay)))
      .returning()
    // Of a name that nobody goes by no code is right, and it takes as long to tell.
    if (tried && (await secrets.isRight(tried, code)) && tried.target !== null) {
      await database.update(recoveries).set({ provedAt: now }).where(eq(recoveries.id, id))
      return { kind: 'right' }
    }
    const seconds = await lockedFor(database, { name, now })
    if (seconds !== null) {
      if (tried) await tellOfLock(await peopleOf(recovery), { language, now })
      return { kind: 'locked', seconds }
    }
    return tried && tried.triesLeft > 0 ? { kind: 'wrong', triesLeft: tried.triesLeft } : { kind: 'over' }
  }

  /** Whoever is guessed at hears of it wherever they can be reached (D-35). */
  async function tellOfLock(people: NamedAccount[], { language, now }: { language: Locale; now: Date }): Promise<void> {
    const message = { kind: 'recovery-locked', language, values: {}, now } as const
    const places = people.flatMap((person) => placesOf(person))
    await queueMessages(
      database,
      places.map((to) => ({ to, ...message })),
    )
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
