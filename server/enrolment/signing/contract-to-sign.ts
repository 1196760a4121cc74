import { eq } from 'drizzle-orm'
import type { App } from '#server/app-types.ts'
import { preparePrintableContract } from '#server/billing/bills/printable-contract.ts'
import type { Database } from '#server/db/client.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { buildContractText, type VersionedText } from '#server/documents/contract-text.ts'
import { lastDayToSign } from '#server/enrolment/contracts/rules.ts'
import { findSignatures } from '#server/enrolment/contracts/signatures.ts'
import { dueDayOf, waitsForCustomer } from '#server/enrolment/contracts/unsigned-payments.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'

type Payees = App['env']['PAYEES']

/** The contract of its customer, with the time of the customer's signature. 404 for everyone else. */
export async function findOwnContract(database: Database, ids: { userId: string; contractId: string }) {
  const contract = await preparePrintableContract(database).contract(ids)
  if (contract.customerId !== ids.userId) throwProblem('not-found', 'Only the customer signs a contract')
  const [first] = await findSignatures(database, ids.contractId)
  return { ...contract, signedAt: first?.at ?? null }
}

type ToSign = { userId: string; contractId: string; payees: Payees } & CurrentTime

/**
 * The text that the customer would sign now, with the due days that follow from it. 409 for a contract that waits for no
 * signature of the customer, or whose time to sign is over.
 */
export async function findTextToSign(
  database: Database,
  { payees, now, timeZone, ...ids }: ToSign,
): Promise<{ text: VersionedText; number: string; customer: string }> {
  const contract = await findOwnContract(database, ids)
  const { signedAt, status, number, customer, createdAt } = contract
  if (!waitsForCustomer({ ...contract, customerAt: signedAt }))
    throwProblem('state-conflict', 'The contract waits for no signature of its customer')
  const lines = await preparePrintableContract(database).lines(ids.contractId)
  const today = dayInZone(now, timeZone)
  const hasMoney = lines.some(({ paid }) => paid !== 0)
  // The job that ends it runs later, and not at night.
  if (status === 'Open' && !hasMoney && lastDayToSign(dayInZone(createdAt, timeZone)) < today)
    throwProblem('state-conflict', 'The time to sign the contract is over')
  const planned = lines.map((line) => ({
    ...line,
    dueOn: dueDayOf(line, { isWaiting: true, today }),
    isCanceled: line.status === 'Canceled',
  }))
  const text = buildContractText({ ...contract, payments: planned, payee: payees[contract.branch] })
  return { text, number, customer }
}

/** Locks the payments and the contract, in the order of those who book and expire. */
export async function lockForSigning(transaction: Database, contractId: string): Promise<void> {
  const isOfContract = eq(payments.contractId, contractId)
  await transaction
    .select({ id: payments.id })
    .from(payments)
    .where(isOfContract)
    .orderBy(payments.id)
    .for('no key update')
  await transaction
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.id, contractId))
    .for('no key update')
}
