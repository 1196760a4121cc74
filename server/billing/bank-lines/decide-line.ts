import { eq, inArray } from 'drizzle-orm'
import { bookReceipts } from '#server/billing/ledger/book-receipts.ts'
import { createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import { importReceipts } from '#server/billing/ledger/import-receipts.ts'
import { type Allocation, isEnding } from '#server/billing/ledger/ledger.ts'
import { formatSum } from '#server/billing/ledger/plan-receipts.ts'
import type { ReceiptRow } from '#server/billing/ledger/receipt-row.ts'
import { lockAccounts } from '#server/billing/ledger/stored-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { bankLineParts, bankLines } from '#server/db/schema/bank-lines.ts'
import { contracts, operations } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { formatAmount } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { dividedPartId } from '#server/payment-details/payment-number.ts'
import { type AuditEvent, audit } from '#server/security/audit-log.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'

type Decision = CurrentTime & { id: string; userId: string }

type Part = { contractId: string; amount: number }
/** `reason` only if the money is divided. */
type Booking = { parts: (line: Pick<Line, 'amount'>) => readonly Part[]; reason?: string | null }

/** Books a waiting line to contracts, all or nothing, as an import does: their customers get the same message. */
export async function bookLine(
  transaction: Database,
  { id, userId, now, timeZone, parts: partsOf, reason = null }: Decision & Booking,
): Promise<void> {
  const line = await lockLine(transaction, id, ['waiting'])
  const parts = partsOf(line)
  if (parts.reduce((sum, { amount }) => sum + amount, 0) !== line.amount)
    throwInvalidValue('parts', 'other-sum', 'The parts do not add up to the money of the line')
  if (new Set(parts.map(({ contractId }) => contractId)).size < parts.length)
    throwInvalidValue('parts', 'repeated', 'A contract is named twice')
  const found = await transaction
    .select({ contractId: contracts.id, number: contracts.number, customerId: contracts.customerId })
    .from(contracts)
    .where(
      inArray(
        contracts.id,
        parts.map(({ contractId }) => contractId),
      ),
    )
  const planned = parts.map(({ contractId, amount }, index) => {
    const contract = found.find((one) => one.contractId === contractId)
    if (!contract) throwProblem('not-found', 'No such contract')
    return { ...contract, amount, externalId: dividedPartId(line.key, line.bookings + index + 1) }
  })
  const rows = planned.map(
    ({ number, amount, externalId }, index): ReceiptRow => ({
      line: index + 1,
      operationId: externalId,
      contract: number,
      kind: 'ReceivingDS',
      amount,
      at: line.at,
      position: null,
      payer: line.payerName,
      otherContract: null,
    }),
  )
  const { faults, booked, concluded } = await importReceipts(transaction, rows, { now, timeZone })
  if (faults.length > 0) throwProblem('price-changed', 'More than is left to pay of a contract')
  if (booked < rows.length) throwProblem('state-conflict', 'Another program has booked this money meanwhile')
  await transaction
    .update(bankLines)
    .set({ state: 'booked', bookings: line.bookings + parts.length, decidedBy: userId, decidedAt: now })
    .where(eq(bankLines.id, id))
  await transaction.insert(bankLineParts).values(
    planned.map(({ contractId, amount, externalId }) => ({
      lineId: id,
      contractId,
      amount,
      externalId,
      hasConcluded: concluded.includes(contractId),
    })),
  )
  await audit(
    transaction,
    ...planned.map(
      ({ customerId, number, amount }): AuditEvent => ({
        at: now,
        action: 'import.line-booked',
        subjectId: customerId,
        reason,
        detail: `${number}: ${formatSum(amount)}`,
      }),
    ),
  )
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
  const parts = await transaction.delete(bankLineParts).where(eq(bankLineParts.lineId, id)).returning()
  if (parts.length > 0) await unbook(transaction, { parts, payerName: line.payerName }, now)
  await transaction
    .update(bankLines)
    .set({ state: 'waiting', reason: null, decidedBy: userId, decidedAt: now })
    .where(eq(bankLines.id, id))
  if (parts.length === 0)
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

type Booked = { parts: readonly (typeof bankLineParts.$inferSelect)[]; payerName: string | null }

async function unbook(transaction: Database, { parts, payerName }: Booked, now: Date): Promise<void> {
  const contractIds = parts.map(({ contractId }) => contractId)
  const accounts = await lockAccounts(transaction, inArray(contracts.id, contractIds))
  const booked = await transaction
    .select({
      externalId: operations.externalId,
      paymentId: operations.paymentId,
      amount: operations.amount,
      payerId: operations.payerId,
    })
    .from(operations)
    .where(
      inArray(
        operations.externalId,
        parts.map(({ externalId }) => externalId),
      ),
    )
  const booking = createBookingPlan()
  for (const { contractId, externalId, hasConcluded } of parts) {
    const account = accounts.get(contractId)
    const own = booked.filter((operation) => operation.externalId === externalId)
    const moves = own.flatMap(({ paymentId, amount }): Allocation[] => {
      const payment = account?.lines.find(({ id, paid }) => id === paymentId && paid >= amount)
      return payment ? [{ line: payment, amount }] : []
    })
    if (!account || hasConcluded || isEnding(account) || moves.length < own.length)
      throwProblem('state-conflict', 'The booking cannot be taken back: make a return of the money')
    booking.move({
      account,
      moves,
      kind: 'ReturnDS',
      externalId: `${externalId}/undo`,
      at: now,
      payerId: own[0]?.payerId ?? null,
      payerName,
    })
  }
  await bookReceipts(transaction, booking.finish(), now)
  const customers = await transaction
    .select({ contractId: contracts.id, number: contracts.number, recipient: recipientColumns })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.customerId))
    .where(inArray(contracts.id, contractIds))
  const returned = customers.map((customer) => ({
    ...customer,
    amount: parts.find(({ contractId }) => contractId === customer.contractId)?.amount ?? 0,
  }))
  await notifyUsers(
    transaction,
    now,
    returned.map(
      ({ contractId, number, recipient, amount }): UserNotification => ({
        recipient,
        kind: 'payment-unbooked',
        path: `/contracts-and-payments/${contractId}`,
        values: (language) => ({ number, amount: formatAmount(amount, language) }),
      }),
    ),
  )
  await audit(
    transaction,
    ...returned.map(
      ({ number, recipient, amount }): AuditEvent => ({
        at: now,
        action: 'import.line-reopened',
        subjectId: recipient.id,
        detail: `${number}: ${formatSum(amount)}`,
      }),
    ),
  )
}
