import { and, eq, exists, ne, type SQL, sql } from 'drizzle-orm'
import type { AutopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import type { AutopayEndReason } from '#contract/enumerations.ts'
import { isContractPayableBy } from '#server/access/visible-students.ts'
import type { SavedCard } from '#server/billing/providers/payment-provider.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { openSecret, sealSecret } from '#server/security/stored-secret.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'
import { announceAutopay } from './autopay-changes.ts'
import type { PaymentContext } from './payment-context.ts'

/** Who has agreed to which text, and where. */
export type Agreement = {
  personId: string
  termsVersion: AutopayTermsVersion
  address: string
  now: Date
  timeZone: string
}

/** Notes that a person agrees to automatic payments; they begin when the payment has saved the card. */
export async function addAgreements(
  transaction: Database,
  { checkoutId, contractIds }: { checkoutId: string; contractIds: readonly string[] },
  { personId, termsVersion, address, now, timeZone }: Agreement,
): Promise<void> {
  for (const contractId of contractIds) {
    const isOfOther = and(
      eq(autopays.contractId, contractId),
      eq(autopays.state, 'on'),
      ne(autopays.personId, personId),
    )
    if ((await transaction.$count(autopays, isOfOther)) > 0)
      throwProblem('state-conflict', 'Another person pays the contract automatically')
  }
  await transaction.insert(autopays).values(
    contractIds.map((contractId) => ({
      contractId,
      personId,
      checkoutId,
      state: 'saving' as const,
      termsVersion,
      fromOn: dayInZone(now, timeZone),
      agreedAt: now,
      agreedAddress: address,
    })),
  )
}

/** Whether a checkout of the query saves the card of its payer. */
export function savesCard(database: Database): SQL<boolean> {
  const isSaving = and(eq(autopays.checkoutId, checkouts.id), eq(autopays.state, 'saving'))
  return sql<boolean>`${exists(database.select({ id: autopays.id }).from(autopays).where(isSaving))}`
}

/** The provider's id of the card of a charge; null if it is not kept any more. */
export async function savedMethodOf(
  { database, secretsKey }: PaymentContext,
  chargeId: string,
): Promise<string | null> {
  const [row] = await database
    .select({ savedMethod: autopays.savedMethod })
    .from(autopayCharges)
    .innerJoin(autopays, eq(autopays.id, autopayCharges.autopayId))
    .where(eq(autopayCharges.id, chargeId))
  return row?.savedMethod ? openSecret(row.savedMethod, secretsKey, 'saved-cards') : null
}

/** The payment has arrived: what was agreed with it begins if the provider has kept the card. */
export async function beginAgreed(
  transaction: Database,
  { checkoutId, savedCard }: { checkoutId: string; savedCard: SavedCard | null },
  { secretsKey, clock, timeZone }: PaymentContext,
): Promise<void> {
  const agreed = await transaction
    .select({ id: autopays.id, contractId: autopays.contractId, personId: autopays.personId })
    .from(autopays)
    .where(and(eq(autopays.checkoutId, checkoutId), eq(autopays.state, 'saving')))
    .orderBy(autopays.contractId)
    .for('update')
  for (const { id, contractId, personId } of agreed) {
    const [other] = await transaction
      .select({ id: autopays.id, personId: autopays.personId })
      .from(autopays)
      .where(and(eq(autopays.contractId, contractId), eq(autopays.state, 'on')))
      .for('update')
    if (!savedCard) await endAutopay(transaction, id, { reason: 'not-saved', now: clock() })
    else if (!(await mayPay(transaction, contractId, personId, dayInZone(clock(), timeZone))))
      await endAutopay(transaction, id, { reason: 'access-lost', now: clock() })
    else if (other && other.personId !== personId)
      await endAutopay(transaction, id, { reason: 'replaced', now: clock() })
    else {
      if (other) await endAutopay(transaction, other.id, { reason: 'replaced', now: clock() })
      const savedMethod = sealSecret(savedCard.methodId, secretsKey, 'saved-cards')
      await transaction
        .update(autopays)
        .set({ state: 'on', savedMethod, cardDigits: savedCard.lastDigits })
        .where(eq(autopays.id, id))
      await afterBeginning(transaction, id, clock())
    }
  }
}

async function mayPay(database: Database, contractId: string, personId: string, today: Day): Promise<boolean> {
  return (await database.$count(contracts, and(eq(contracts.id, contractId), isContractPayableBy(personId, today)))) > 0
}

/** The contract is paid automatically from now on, and the person has a message to keep. */
export async function afterBeginning(transaction: Database, autopayId: string, now: Date): Promise<void> {
  const [begun] = await transaction
    .select({
      contractId: contracts.id,
      number: contracts.number,
      scheme: contracts.paymentScheme,
      card: autopays.cardDigits,
      recipient: recipientColumns,
    })
    .from(autopays)
    .innerJoin(contracts, eq(contracts.id, autopays.contractId))
    .innerJoin(users, eq(users.id, autopays.personId))
    .where(eq(autopays.id, autopayId))
  if (!begun) return
  const { contractId, number, card, recipient } = begun
  // What a bank or a fund pays stays as it was agreed with them.
  const isSchemeChanged = await changeScheme(transaction, contractId, { from: 'StepByStep', to: 'Recurent' })
  await transaction.update(autopays).set({ isSchemeChanged }).where(eq(autopays.id, autopayId))
  const path = `/contracts-and-payments/${contractId}`
  await notifyUsers(transaction, now, [{ recipient, kind: 'autopay-on', path, values: { number, card: card ?? '' } }])
  await announceAutopay(transaction, contractId)
}

/**
 * Ends automatic payments. A person who stops them may turn them on again for a while: the card stays. So it does for a
 * charge that is under way, whose order may have to be repeated.
 */
export async function endAutopay(
  transaction: Database,
  autopayId: string,
  { reason, now }: { reason: AutopayEndReason; now: Date },
): Promise<void> {
  const ofCharge = sql<string | null>`case when exists (
    select from autopay_charges where autopay_id = ${autopayId} and state = 'charging'
  ) then saved_method end`
  const [ended] = await transaction
    .update(autopays)
    .set({ state: 'off', endReason: reason, endedAt: now, ...(reason !== 'stopped' && { savedMethod: ofCharge }) })
    .where(and(eq(autopays.id, autopayId), ne(autopays.state, 'off')))
    .returning()
  if (!ended) return
  if (reason !== 'stopped') await forgetCard(transaction, ended, reason)
  await transaction
    .update(autopayCharges)
    .set({ state: 'stopped', finishedAt: now })
    .where(and(eq(autopayCharges.autopayId, autopayId), eq(autopayCharges.state, 'announced')))
  if (ended.isSchemeChanged) await changeScheme(transaction, ended.contractId, { from: 'Recurent', to: 'StepByStep' })
  await announceAutopay(transaction, ended.contractId)
}

/** Clears what earlier agreements of the person kept of the card: those of the contract, or all if the bank takes it no more. */
async function forgetCard(
  transaction: Database,
  { contractId, personId, cardDigits }: typeof autopays.$inferSelect,
  reason: AutopayEndReason,
): Promise<void> {
  if (cardDigits === null) return
  const isCardGone = reason === 'permission-revoked' || reason === 'card-expired'
  const isOfCard = and(eq(autopays.personId, personId), eq(autopays.cardDigits, cardDigits), eq(autopays.state, 'off'))
  await transaction
    .update(autopays)
    .set({ savedMethod: null })
    .where(
      and(
        and(isOfCard, isCardGone ? undefined : eq(autopays.contractId, contractId)),
        sql`not exists (select from autopay_charges where autopay_id = autopays.id and autopay_charges.state = 'charging')`,
      ),
    )
}

type Scheme = (typeof contracts.$inferSelect)['paymentScheme']

async function changeScheme(
  transaction: Database,
  contractId: string,
  { from, to }: { from: Scheme; to: Scheme },
): Promise<boolean> {
  const isPaidBy = and(eq(contracts.id, contractId), eq(contracts.paymentScheme, from))
  const changed = await transaction
    .update(contracts)
    .set({ paymentScheme: to })
    .where(isPaidBy)
    .returning({ id: contracts.id })
  return changed.length > 0
}
