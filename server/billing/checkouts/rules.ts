import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Branch, CheckoutMethod, CheckoutState, RefundReason } from '#contract/enumerations.ts'
import { type BookingPlan, createBookingPlan } from '#server/billing/ledger/booking-plan.ts'
import { type ContractAccount, type LedgerLine, takesMoney } from '#server/billing/ledger/ledger.ts'
import { isPayable, leftOf, toPayOf } from '#server/enrolment/contracts/rules.ts'

/** Milliseconds for which the page of a provider takes a payment. */
export const checkoutLifetimeMs = 60 * 60_000

/** Branches whose money another legal entity takes than the one that has the shop at the provider. */
export function branchesOfOthers({ PAYEE, PAYEES }: { PAYEE: Payee; PAYEES: Record<Branch, Payee> }): Branch[] {
  return (Object.keys(PAYEES) as Branch[]).filter((branch) => PAYEES[branch].taxNumber !== PAYEE.taxNumber)
}

/** An instalment and kopecks of it. */
export type LineAmount = { paymentId: string; amount: number }
export function sumOf(lines: readonly LineAmount[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

type Accounts = ReadonlyMap<string, ContractAccount>

/** Why the lines cannot be paid, as the person saw them; null if they can. */
export function findObstacle(
  lines: readonly LineAmount[],
  accounts: Accounts,
): 'nothing-to-pay' | 'price-changed' | null {
  const found = lines.map(({ paymentId, amount }) => ({ amount, ...findLine(accounts, paymentId) }))
  if (!found.every(({ account, line }) => takesMoney(account) && isPayable(line))) return 'nothing-to-pay'
  return found.every(({ amount, line }) => amount === toPayOf(line)) ? null : 'price-changed'
}

type OpenCheckout = { method: CheckoutMethod; expiresAt: Date; lines: readonly LineAmount[] }

/** Whether the wish is an open checkout again, as after a press on Back. */
export function isSameCheckout(
  { method, lines }: Pick<OpenCheckout, 'method' | 'lines'>,
  open: OpenCheckout,
  now: Date,
): boolean {
  const amounts = new Map(open.lines.map(({ paymentId, amount }) => [paymentId, amount]))
  const hasSameLines =
    lines.length === amounts.size && lines.every(({ paymentId, amount }) => amounts.get(paymentId) === amount)
  return method === open.method && hasSameLines && open.expiresAt > now
}

/** The lines as far as the money reaches, and what arrived beyond them; negative for what did not. */
export function distribute(arrived: number, asked: readonly LineAmount[]): { lines: LineAmount[]; difference: number } {
  let left = arrived
  const lines = asked.map(({ paymentId, amount }) => {
    const part = Math.min(amount, left)
    left -= part
    return { paymentId, amount: part }
  })
  return { lines: lines.filter(({ amount }) => amount > 0), difference: arrived - sumOf(asked) }
}

/** What arrived of a line: the booked part, and why the rest goes back. */
export type SettledLine = LineAmount & { booked: number; reason: Surplus | null }
type Surplus = Extract<RefundReason, 'paid-twice' | 'contract-ended'>
type Receipt = { externalId: string; at: Date; payerId: string; payerName: string | null }

/** Plans the booking of arrived money: of each line at most what is left to pay of it now. Changes `accounts`. */
export function planSettlement(
  lines: readonly LineAmount[],
  accounts: Accounts,
  receipt: Receipt,
): { plan: BookingPlan; settled: SettledLine[] } {
  const booking = createBookingPlan()
  const settled = lines.map(({ paymentId, amount }): SettledLine => {
    const { account, line } = findLine(accounts, paymentId)
    const booked = takesMoney(account) ? Math.min(amount, leftOf(line)) : 0
    if (booked > 0) booking.move({ account, kind: 'ReceivingDS', moves: [{ line, amount: booked }], ...receipt })
    const isOver = !takesMoney(account) || line.status === 'Canceled'
    return { paymentId, amount, booked, reason: booked === amount ? null : isOver ? 'contract-ended' : 'paid-twice' }
  })
  return { plan: booking.finish(), settled }
}

/** Sums of what goes back, by reason. */
export function surplusOf(settled: readonly SettledLine[]): Map<Surplus, number> {
  const sums = new Map<Surplus, number>()
  for (const { amount, booked, reason } of settled)
    if (reason !== null) sums.set(reason, (sums.get(reason) ?? 0) + amount - booked)
  return sums
}

export function isOpen(state: CheckoutState): boolean {
  return state === 'started' || state === 'pending'
}

export function findLine(accounts: Accounts, paymentId: string): { account: ContractAccount; line: LedgerLine } {
  for (const account of accounts.values()) {
    const line = account.lines.find(({ id }) => id === paymentId)
    if (line) return { account, line }
  }
  throw new Error(`The payment ${paymentId} is of none of the contracts`)
}
