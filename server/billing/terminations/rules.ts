import type { TerminationObstacle } from '#contract/enumerations.ts'
import type { PaidLine } from '#server/billing/checkouts/refund-rules.ts'
import type { LineAmount } from '#server/billing/checkouts/rules.ts'
import type { Allocation, ContractAccount, LedgerLine } from '#server/billing/ledger/ledger.ts'
import type { Day } from '#server/time/calendar-days.ts'

/** Lessons of a contract: all that are planned, and those until the last day. */
export type CountedLessons = { held: number; planned: number }

/** Kopecks of an instalment that refunds are returning, by id; they still count as paid. */
export type UnderWay = ReadonlyMap<string, number>

/** What the course costs by the plan: of a cancelled instalment only what was paid of it. */
export function priceOf(lines: readonly LedgerLine[]): number {
  return lines.reduce((sum, { status, amount, paid }) => sum + (status === 'Canceled' ? paid : amount), 0)
}

/** What the school holds and is not returning already. */
export function heldOf(lines: readonly LedgerLine[], underWay: UnderWay): number {
  return lines.reduce((sum, line) => sum + freeOf(line, underWay), 0)
}

/** The price of the lessons until the last day, rounded down to whole roubles: never more than their share. */
export function priceOfLessons(price: number, { held, planned }: CountedLessons): number {
  return planned === 0 ? 0 : Math.floor((price * held) / planned / 100) * 100
}

export type Parts = { toReturn: number; due: number; online: number; bank: number; moved: number }

/**
 * Splits what is returned: another contract takes it as far as it can, then it goes back the way it was paid online, and
 * the rest to an account.
 */
export function splitReturn(
  balance: { paid: number; given: number },
  { online: returnable, target }: { online: number; target: number },
): Parts {
  const toReturn = Math.max(0, balance.paid - balance.given)
  const moved = Math.min(toReturn, target)
  const online = Math.min(toReturn - moved, returnable)
  const due = Math.max(0, balance.given - balance.paid)
  return { toReturn, due, online, bank: toReturn - moved - online, moved }
}

/** A payment that was made online, with its instalments of the contract. */
export type OnlinePayment = { checkoutId: string; lines: readonly PaidLine[] }

/** What goes back of each online payment, the newest first and of each from its last instalment on. */
export function takeOnline(
  amount: number,
  found: readonly OnlinePayment[],
  { lines, underWay }: { lines: readonly LedgerLine[]; underWay: UnderWay },
): { checkoutId: string; lines: LineAmount[] }[] {
  const free = new Map(lines.map((line) => [line.id, freeOf(line, underWay)]))
  let rest = amount
  const taken = found.map(({ checkoutId, lines: paid }) => ({
    checkoutId,
    lines: paid
      .toReversed()
      .map(({ paymentId, booked, taken: before }) => {
        const part = Math.max(0, Math.min(rest, booked - before, free.get(paymentId) ?? 0))
        rest -= part
        free.set(paymentId, (free.get(paymentId) ?? 0) - part)
        return { paymentId, amount: part }
      })
      .filter((line) => line.amount > 0),
  }))
  return taken.filter((payment) => payment.lines.length > 0)
}

/** What online payments could return at most. */
export function returnableOnline(
  found: readonly OnlinePayment[],
  account: { lines: readonly LedgerLine[]; underWay: UnderWay },
): number {
  const all = takeOnline(Number.POSITIVE_INFINITY, found, account)
  return all.flatMap(({ lines }) => lines).reduce((sum, { amount }) => sum + amount, 0)
}

/** Takes a sum from the instalments, from the last one on, and nothing that a refund is returning. */
export function takeFree(lines: readonly LedgerLine[], amount: number, underWay: UnderWay): Allocation[] {
  let rest = amount
  const ordered = lines.toSorted((one, other) => other.dueOn.localeCompare(one.dueOn) || other.position - one.position)
  const moves = ordered.map((line) => {
    const part = Math.min(rest, freeOf(line, underWay))
    rest -= part
    return { line, amount: part }
  })
  if (rest > 0) throw new Error('The instalments hold less than is taken')
  return moves.filter((move) => move.amount > 0)
}

type Rest = { owed: Allocation[]; canceled: LedgerLine[] /** What no instalment holds. */; missing: number }

/**
 * The unpaid instalments after the last day: the first ones are owed as far as lessons are unpaid, the rest is cancelled.
 * What a return has cancelled meanwhile is owed again if the others are not enough.
 */
export function planRest(lines: readonly LedgerLine[], due: number): Rest {
  let rest = due
  const owed: Allocation[] = []
  const canceled: LedgerLine[] = []
  const ordered = lines
    .filter(({ amount, paid }) => amount > paid)
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn) || one.position - other.position)
  const isCanceled = ({ status }: LedgerLine) => status === 'Canceled'
  for (const line of [...ordered.filter((each) => !isCanceled(each)), ...ordered.filter(isCanceled)]) {
    const amount = Math.min(rest, line.amount - line.paid)
    rest -= amount
    if (amount > 0) owed.push({ line, amount })
    else if (!isCanceled(line)) canceled.push(line)
  }
  return { owed, canceled, missing: rest }
}

type Terminable = {
  account: { status: ContractAccount['status']; lines: readonly LedgerLine[] }
  hasGroup: boolean
  isProgramme2035: boolean
  hasComingTransfer: boolean
  isPlanned: boolean
  /** The last day on which something is left of the course; null without lessons. */
  latest: Day | null
  today: Day
}

/** Why the account cannot terminate the contract; null if it can. */
export function findTerminationObstacle(contract: Terminable): TerminationObstacle | null {
  const { account, latest } = contract
  if (account.status !== 'Concluded') return 'not-in-force'
  if (contract.isProgramme2035) return 'programme-2035'
  if (account.lines.some(({ kind, status }) => (kind === 'bank' || kind === 'fund') && status !== 'Canceled'))
    return 'paid-by-institution'
  if (contract.hasComingTransfer) return 'transfer-under-way'
  if (!contract.hasGroup || !contract.isPlanned || latest === null) return 'not-planned'
  return latest < contract.today ? 'course-over' : null
}

function freeOf({ id, paid }: LedgerLine, underWay: UnderWay): number {
  return Math.max(0, paid - (underWay.get(id) ?? 0))
}
