import type { OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import { isPayable, sumPayments } from '#server/enrolment/contracts/rules.ts'
import {
  type Allocation,
  type ContractAccount,
  isEnding,
  isExpiredUnpaid,
  isReceipt,
  isToBeConcluded,
  type LedgerLine,
  statusAfterPayment,
} from './ledger.ts'

type NewOperation = {
  externalId: string
  paymentId: string
  kind: OperationKind
  amount: number
  at: Date
  payerId: string | null
  payerName: string | null
}

/** What is written when money is booked, whatever it came by. */
export type BookingPlan = {
  operations: NewOperation[]
  /** Payments whose status changes. */
  statuses: { id: string; status: PaymentStatus }[]
  /** Payments of ending contracts that a return cancels: what is still owed of them stays so. */
  owed: string[]
  /** Contracts concluded by their first payment. */
  concluded: string[]
  /** Contracts with receipts: the received amount, what is left to pay, and whether the contract has expired. */
  arrivals: { contractId: string; amount: number; left: number; isLate: boolean }[]
  /** Contracts with returns, and the returned amount. */
  returns: { contractId: string; amount: number }[]
}

type Movement = Omit<NewOperation, 'paymentId' | 'amount'> & {
  account: ContractAccount
  moves: readonly Allocation[]
  /** The return takes back a booking that was a mistake: the money never came. */
  isMistake?: boolean
}

/** Plans movements of money one after another. Changes the balances of the accounts, so that each sees the earlier ones. */
export function createBookingPlan() {
  const operations: NewOperation[] = []
  const touched = new Map<ContractAccount, Set<LedgerLine>>()
  /** Payments whose money goes back because the contract ends. */
  const refunded = new Set<LedgerLine>()
  /** Those of them that were asked for, or whose money never came. */
  const owed = new Set<LedgerLine>()
  const arrived = new Map<ContractAccount, number>()
  const returned = new Map<ContractAccount, number>()

  return {
    move({ account, moves, isMistake = false, ...movement }: Movement): void {
      const isIncoming = isReceipt(movement.kind)
      const lines = touched.get(account) ?? new Set()
      touched.set(account, lines)
      for (const { line, amount } of moves) {
        if (!isIncoming && isEnding(account) && (isMistake || isPayable(line))) owed.add(line)
        line.paid += isIncoming ? amount : -amount
        lines.add(line)
        if (!isIncoming && isEnding(account)) refunded.add(line)
        operations.push({ ...movement, paymentId: line.id, amount })
      }
      const sums = { ReceivingDS: arrived, ReturnDS: returned }[movement.kind as string]
      const total = moves.reduce((sum, { amount }) => sum + amount, 0)
      sums?.set(account, (sums.get(account) ?? 0) + total)
    },
    finish(): BookingPlan {
      const changed = [...touched.values()].flatMap((lines) => [...lines])
      return {
        operations,
        statuses: changed.flatMap((line) => {
          const status = statusAfterPayment(line, { isRefunded: refunded.has(line) })
          return status === line.status ? [] : [{ id: line.id, status }]
        }),
        owed: [...owed].map(({ id }) => id),
        concluded: [...touched.keys()].filter(isToBeConcluded).map(({ id }) => id),
        arrivals: [...arrived].map(([account, amount]) => ({
          contractId: account.id,
          amount,
          left: sumPayments(account.lines).debt,
          isLate: isExpiredUnpaid(account),
        })),
        returns: [...returned].map(([{ id }, amount]) => ({ contractId: id, amount })),
      }
    },
  }
}
