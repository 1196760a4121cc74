import type { ContractHistory, Operation, Payment } from '#contract/enrolment/contracts.ts'
import type { ContractStatus, OperationKind, PaymentScheme, PaymentStatus } from '#contract/enumerations.ts'
import { firstPaymentGraceDays } from '#contract/limits.ts'
import type { campaignKinds } from '#server/db/schema/programs.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'

/** A payment with its balance from the view `payment_balances`. */
export type PaymentWithBalance = Omit<Payment, 'paidAt' | 'operations' | 'left' | 'toPay' | 'charge'> & {
  operations: PaymentOperation[]
}
export type PaymentOperation = Omit<Operation, 'hasReceipt' | 'fiscalReceipt'>

const comesIn: Record<OperationKind, boolean> = {
  ReceivingDS: true,
  ReceivingTransferDS: true,
  ReturnDS: false,
  ReturnTransferDS: false,
}

/** With its sums; `paidAt` is the instant of the last receipt of a closed payment, else null. */
export function withSums(counted: PaymentWithBalance): Omit<Payment, 'charge'> {
  const outgoing = outgoingParts(counted.operations)
  return {
    ...counted,
    left: leftOf(counted),
    toPay: toPayOf(counted),
    paidAt: counted.status === 'Closed' ? lastReceipt(counted.operations) : null,
    operations: counted.operations.map((operation) => ({ ...operation, hasReceipt: hasReceipt(operation, outgoing) })),
  }
}

/** Kopecks of a receipt that were returned to the payer, or moved to another contract. */
export type OutgoingPart = { returned: number; moved: number }

/**
 * What became of the receipts of one payment, by their id. Outgoing money is that of the latest receipts before it. An
 * operation may be dated by the day alone, so what no earlier receipt covers belongs to later ones.
 */
export function outgoingParts(operations: readonly PaymentOperation[]): ReadonlyMap<string, OutgoingPart> {
  const parts = new Map<string, OutgoingPart>()
  const held: { uuid: string; left: number }[] = []
  const early: PaymentOperation[] = []
  for (const operation of operations.toSorted(byInstant)) {
    if (comesIn[operation.kind]) held.push({ uuid: operation.uuid, left: operation.amount })
    else {
      const left = take(operation)
      if (left > 0) early.push({ ...operation, amount: left })
    }
  }
  for (const operation of early) take(operation)
  return parts

  function take({ kind, amount }: PaymentOperation): number {
    let left = amount
    for (let last = held.at(-1); left > 0 && last; last = held.at(-1)) {
      const part = Math.min(left, last.left)
      const { returned, moved } = parts.get(last.uuid) ?? { returned: 0, moved: 0 }
      parts.set(
        last.uuid,
        kind === 'ReturnDS' ? { returned: returned + part, moved } : { returned, moved: moved + part },
      )
      left -= part
      last.left -= part
      if (last.left === 0) held.pop()
    }
    return left
  }
}

/** Whether the customer can have a confirmation: money from outside that was not returned as a whole. */
export function hasReceipt(
  { uuid, kind, amount }: PaymentOperation,
  outgoing: ReadonlyMap<string, OutgoingPart>,
): boolean {
  return kind === 'ReceivingDS' && (outgoing.get(uuid)?.returned ?? 0) < amount
}

function byInstant(one: PaymentOperation, other: PaymentOperation): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  return Number(comesIn[other.kind]) - Number(comesIn[one.kind])
}

/** The amounts of one payment, in kopecks. */
export type PaymentLine = { status: PaymentStatus; amount: number; paid: number }

/** What is left of a payment, due or not: nothing of a cancelled one. */
export function leftOf({ status, amount, paid }: PaymentLine): number {
  return status === 'Canceled' ? 0 : Math.max(0, amount - paid)
}

/**
 * What the customer is to pay of a payment. Every sum to pay, on pages, bills and in messages, is made of it: not of what
 * a bank or a fund pays, nor of deferred or cancelled payments.
 */
export function toPayOf(line: PaymentLine): number {
  return line.status === 'Open' || line.status === 'Error' ? leftOf(line) : 0
}

/** Whether the customer is expected to pay. */
export function isPayable(line: PaymentLine): boolean {
  return toPayOf(line) > 0
}

/** `debt` is what is left of all payments, due or not. */
export function sumPayments(lines: readonly PaymentLine[]): { paid: number; debt: number } {
  let paid = 0
  let debt = 0
  for (const line of lines) {
    paid += line.paid
    debt += leftOf(line)
  }
  return { paid, debt }
}

/** Days from the making of a contract or a transfer until the due date of its first payment. */
export const firstPaymentDays = 5

/** Days in which a contract can be signed after the day when it was made; without money it ends then. */
export const signingDays = firstPaymentDays + firstPaymentGraceDays

/** The last day on which a contract made on this day can be signed. */
export function lastDayToSign(madeOn: Day): Day {
  return addDays(madeOn, signingDays)
}

/** Days between a reminder and the due date. */
export const reminderLeadDays = 3

/** Milliseconds after which a fiscal receipt that has not come is neither looked for nor expected any more. */
export const fiscalReceiptPeriodMs = 24 * 60 * 60_000

/** Whether a contract in this status can still be signed by a side that has not. */
export function isSignable(status: ContractStatus): boolean {
  return status === 'Open' || status === 'Concluded'
}

type Terminable = {
  status: ContractStatus
  campaign: (typeof campaignKinds)[number]
  groupUuid: string | null
  isOwn: boolean
}

/** Whether the viewer may terminate a contract: the customer one of the year that is in force, with lessons in a group. */
export function canTerminate({ status, campaign, groupUuid, isOwn }: Terminable): boolean {
  return status === 'Concluded' && campaign === 'year' && groupUuid !== null && isOwn
}

type Waiting = {
  status: ContractStatus
  paymentScheme: PaymentScheme
  /** Its customer has to sign it and has not. */
  isUnsigned: boolean
  lines: readonly (PaymentLine & { dueOn: string })[]
}

const slowPayers: Partial<Record<PaymentScheme, 'bank' | 'fund'>> = {
  BankInstallmentPlan: 'bank',
  Combo: 'fund',
  MaternalCapital: 'fund',
}

/** What a contract waits for; actions of the customer come before those of others. */
export function findWaitReason(
  { status, paymentScheme, isUnsigned, lines }: Waiting,
  today: string,
): ContractHistory['waitsFor'] {
  if (status === 'Termination' || status === 'NotPaid') return null
  if (status === 'OnTermination') return 'settlement'
  if (isUnsigned && isSignable(status)) return 'signature'
  const payable = lines.filter(isPayable)
  if (status === 'Open' && payable.length > 0) return 'first-payment'
  if (payable.some(({ dueOn }) => dueOn < today)) return 'overdue-payment'
  // Payments of a frozen contract are deferred and not owed.
  if (status === 'Frozen') return null
  const isDeferred = lines.some((line) => line.status === 'DeferredPayment' && line.paid < line.amount)
  return isDeferred ? (slowPayers[paymentScheme] ?? null) : null
}

function lastReceipt(operations: readonly PaymentOperation[]): string | null {
  return operations.findLast(({ kind }) => comesIn[kind])?.at ?? null
}
