import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AutopayEndReason, Branch } from '#contract/enumerations.ts'
import { holdRights } from '#server/access/family-rights.ts'
import { isContractPayableBy } from '#server/access/visible-students.ts'
import { type Agreement, afterBeginning, endAutopay } from '#server/billing/checkouts/agreements.ts'
import { announceCheckout } from '#server/billing/checkouts/checkout-notices.ts'
import { takesMoney } from '#server/billing/ledger/ledger.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { autopayCharges, autopays, checkouts } from '#server/db/schema/checkouts.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { isPayable } from '#server/enrolment/contracts/rules.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { dayInZone } from '#server/time/calendar-days.ts'

/** Automatic payments with what a person calls them. Undefined for an unknown id. */
export async function findAutopay(database: Database, id: string) {
  const [row] = await selectAutopay(database, id)
  return row
}

/** The same, locked until the end of the transaction. */
export async function lockAutopay(transaction: Database, id: string) {
  const [row] = await selectAutopay(transaction, id).for('update', { of: autopays })
  return row
}

function selectAutopay(database: Database, id: string) {
  return database
    .select({
      id: autopays.id,
      state: autopays.state,
      personId: autopays.personId,
      card: autopays.cardDigits,
      contractId: autopays.contractId,
      number: contracts.number,
      /** Another person has agreed to them since, who alone may stop those, beside the school. */
      isOnForOther: sql<boolean>`exists (
        select from autopays as other
        where other.contract_id = ${autopays.contractId} and other.person_id <> ${autopays.personId} and other.state = 'on'
      )`,
    })
    .from(autopays)
    .innerJoin(contracts, eq(contracts.id, autopays.contractId))
    .where(eq(autopays.id, id))
}

/**
 * The id of what a person means who stops automatic payments by an old message: those that are on for the same contract,
 * if the person has turned them on again or has agreed with another card since.
 */
export async function findLatestAutopay(database: Database, id: string): Promise<string> {
  const old = alias(autopays, 'old')
  const [row] = await database
    .select({ id: autopays.id })
    .from(old)
    .innerJoin(autopays, and(eq(autopays.contractId, old.contractId), eq(autopays.personId, old.personId)))
    .where(and(and(eq(old.id, id), eq(old.state, 'off')), eq(autopays.state, 'on')))
  return row?.id ?? id
}

type End = {
  reason: Extract<AutopayEndReason, 'stopped' | 'by-staff' | 'payee-changed' | 'access-lost' | 'contract-ended'>
  now: Date
}

/** Stops at once: what is only announced is not charged, nor what was started and not yet sent to the bank. */
export async function stopAutopay(transaction: Database, autopayId: string, { reason, now }: End): Promise<void> {
  const unsent = await transaction
    .update(checkouts)
    .set({ state: 'canceled', finishedAt: now, decidedAt: now })
    .where(
      and(
        and(eq(checkouts.state, 'started'), isNull(checkouts.sentOrder), isNull(checkouts.externalId)),
        sql`${checkouts.chargeId} in (select id from autopay_charges where autopay_id = ${autopayId} and state = 'charging')`,
      ),
    )
    .returning({ id: checkouts.id, chargeId: checkouts.chargeId })
  for (const { id, chargeId } of unsent) {
    await transaction
      .update(autopayCharges)
      .set({ state: 'stopped', finishedAt: now })
      .where(eq(autopayCharges.id, chargeId ?? ''))
    await announceCheckout(transaction, id)
  }
  await endAutopay(transaction, autopayId, { reason, now })
}

/** Turns automatic payments on again, with the card that was kept. Returns the id of the new agreement. */
export async function resumeAutopay(
  transaction: Database,
  contractId: string,
  {
    personId,
    termsVersion,
    address,
    now,
    timeZone,
    branchesOfOthers,
  }: Agreement & { branchesOfOthers: readonly Branch[] },
): Promise<string> {
  const today = dayInZone(now, timeZone)
  await holdRights(transaction, personId)
  const [payable] = await transaction
    .select({ branch: campaigns.branch })
    .from(contracts)
    .innerJoin(campaigns, eq(campaigns.id, contracts.campaignId))
    .where(and(eq(contracts.id, contractId), isContractPayableBy(personId, today)))
  if (!payable) return throwProblem('not-found', 'Not a contract that this person may pay')
  if (branchesOfOthers.includes(payable.branch))
    throwProblem('nothing-to-pay', 'Another legal entity takes the money: only by its bill')
  const account = (await lockAccounts(transaction, eq(sql`id`, contractId))).get(contractId)
  const isOn = and(eq(autopays.contractId, contractId), eq(autopays.state, 'on'))
  if ((await transaction.$count(autopays, isOn)) > 0) throwProblem('state-conflict', 'They are on already')
  const [kept] = await transaction
    .select({ savedMethod: autopays.savedMethod, cardDigits: autopays.cardDigits, endReason: autopays.endReason })
    .from(autopays)
    .where(and(and(eq(autopays.contractId, contractId), eq(autopays.personId, personId)), eq(autopays.state, 'off')))
    .orderBy(desc(autopays.endedAt))
    .limit(1)
    .for('update')
  // Only the last one: after it has ended otherwise, an older consent does not hold either.
  if (kept?.endReason !== 'stopped' || kept.savedMethod === null) return throwProblem('not-found', 'No saved card')
  const isLeft = account && takesMoney(account) && account.lines.some(isPayable)
  if (!isLeft) throwProblem('nothing-to-pay', 'Nothing is left to pay')
  const { savedMethod, cardDigits } = kept
  const [begun] = await transaction
    .insert(autopays)
    .values({
      contractId,
      personId,
      state: 'on',
      savedMethod,
      cardDigits,
      termsVersion,
      fromOn: today,
      agreedAt: now,
      agreedAddress: address,
    })
    .returning({ id: autopays.id })
  if (!begun) throw new Error('The agreement was not stored')
  await afterBeginning(transaction, begun.id, now)
  return begun.id
}
