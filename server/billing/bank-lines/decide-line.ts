import { eq, sql } from 'drizzle-orm'
import { bookReceipts } from '#server/billing/ledger/book-receipts.ts'
import { createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import { importReceipts } from '#server/billing/ledger/import-receipts.ts'
import { type Allocation, isEnding } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import type { ReceiptRow } from '#server/billing/ledger/receipt-row.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { bankLines } from '#server/db/schema/bank-lines.ts'
import { contracts, operations } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { formatAmount } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns } from '#server/notifications/notify-users.ts'
import { audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'

type Decision = CurrentTime & { id: string; userId: string }

/** Books a waiting line to a contract, as an import does: its customer gets the same message. */
export async function bookLine(
  transaction: Database,
  { id, userId, contractId, now, timeZone }: Decision & { contractId: string },
): Promise<void> {
  const line = await lockLine(transaction, id, ['waiting'])
  const [contract] = await transaction
    .select({ number: contracts.number, customerId: contracts.customerId })
    .from(contracts)
    .where(eq(contracts.id, contractId))
  if (!contract) throwProblem('not-found', 'No such contract')
  const bookings = line.bookings + 1
  const row: ReceiptRow = {
    ...{ line: 1, operationId: operationOf({ ...line, bookings }), contract: contract.number },
    kind: 'ReceivingDS',
    ...{ amount: line.amount, at: line.at, position: null, payer: line.payerName },
    otherContract: null,
  }
  const { faults, booked, concluded } = await importReceipts(transaction, [row], { now, timeZone })
  if (faults.length > 0) throwProblem('price-changed', 'More than is left to pay of the contract')
  if (booked === 0) throwProblem('state-conflict', 'Another program has booked this money meanwhile')
  await transaction
    .update(bankLines)
    .set({ state: 'booked', contractId, bookings, hasConcluded: concluded > 0, decidedBy: userId, decidedAt: now })
    .where(eq(bankLines.id, id))
  const detail = `${contract.number}: ${formatSum(line.amount)}`
  await audit(transaction, { at: now, action: 'import.line-booked', subjectId: contract.customerId, detail })
}

export async function dismissLine(
  transaction: Database,
  { id, userId, now, reason }: Decision & { reason: string },
): Promise<void> {
  const line = await lockLine(transaction, id, ['waiting'])
  await transaction
    .update(bankLines)
    .set({ state: 'foreign', reason, decidedBy: userId, decidedAt: now })
    .where(eq(bankLines.id, id))
  const detail = formatSum(line.amount)
  await audit(transaction, { at: now, action: 'import.line-dismissed', subjectId: null, detail, reason })
}

/** Puts a line back into the queue. What was booked is returned from the same payments, since operations stay. */
export async function reopenLine(transaction: Database, { id, userId, now }: Decision): Promise<void> {
  const line = await lockLine(transaction, id, ['booked', 'foreign'])
  if (line.contractId !== null) await unbook(transaction, { ...line, contractId: line.contractId }, now)
  await transaction
    .update(bankLines)
    .set({
      ...{ state: 'waiting', contractId: null, hasConcluded: false, reason: null },
      ...{ decidedBy: userId, decidedAt: now },
    })
    .where(eq(bankLines.id, id))
  if (line.contractId === null)
    await audit(transaction, {
      at: now,
      action: 'import.line-reopened',
      subjectId: null,
      detail: formatSum(line.amount),
    })
}

type Line = typeof bankLines.$inferSelect

async function lockLine(transaction: Database, id: string, states: readonly Line['state'][]): Promise<Line> {
  const [line] = await transaction.select().from(bankLines).where(eq(bankLines.id, id)).for('update')
  if (!line) throwProblem('not-found', 'No such line')
  if (!states.includes(line.state)) throwProblem('state-conflict', 'The line was decided meanwhile')
  return line
}

/** The id of the operation: that of the document, and of a later booking with its number. */
function operationOf({ key, bookings }: Pick<Line, 'key' | 'bookings'>): string {
  return bookings === 1 ? key : `${key}/${bookings}`
}

async function unbook(transaction: Database, line: Line & { contractId: string }, now: Date): Promise<void> {
  const [account] = (await lockAccounts(transaction, sql`id = ${line.contractId}`)).values()
  const externalId = operationOf(line)
  const booked = await transaction
    .select({ paymentId: operations.paymentId, amount: operations.amount, payerId: operations.payerId })
    .from(operations)
    .where(eq(operations.externalId, externalId))
  const moves = booked.flatMap(({ paymentId, amount }): Allocation[] => {
    const payment = account?.lines.find(({ id, paid }) => id === paymentId && paid >= amount)
    return payment ? [{ line: payment, amount }] : []
  })
  if (!account || line.hasConcluded || isEnding(account) || moves.length < booked.length)
    throwProblem('state-conflict', 'The booking cannot be taken back: make a return of the money')
  const booking = createBookingPlan()
  booking.move({
    ...{ account, moves, kind: 'ReturnDS', externalId: `${externalId}/undo`, at: now },
    ...{ payerId: booked[0]?.payerId ?? null, payerName: line.payerName },
  })
  await bookReceipts(transaction, booking.finish(), now)
  const [customer] = await transaction
    .select({ number: contracts.number, recipient: recipientColumns })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(eq(contracts.id, line.contractId))
  if (!customer) return
  const { number, recipient } = customer
  await notifyUsers(transaction, now, [
    {
      ...{ recipient, kind: 'payment-unbooked', path: `/contracts-and-payments/${line.contractId}` },
      values: (language) => ({ number, amount: formatAmount(line.amount, language) }),
    },
  ])
  const detail = `${number}: ${formatSum(line.amount)}`
  await audit(transaction, { at: now, action: 'import.line-reopened', subjectId: recipient.id, detail })
}
