import type { ContractStatus, PaymentStatus, TransferObstacle } from '#contract/enumerations.ts'
import { isPayable } from '#server/enrolment/contracts/rules.ts'
import { transferObstacleByStatus } from '#server/enrolment/groups/places.ts'
import { addDays, type CurrentTime, type Day, dayInZone, mondayOf, zonedInstant } from '#server/time/calendar-days.ts'

type TransferState = {
  status: ContractStatus
  hasPendingTransfer: boolean
  hasTransferThisMonth: boolean
  hasChoice: boolean
}

/** Why a contract cannot be transferred now; permanent obstacles first, then those that the user can remove. */
export function findTransferObstacle({
  status,
  hasPendingTransfer,
  hasTransferThisMonth,
  hasChoice,
}: TransferState): TransferObstacle | null {
  const byStatus = transferObstacleByStatus[status]
  if (byStatus) return byStatus
  if (hasPendingTransfer) return 'transfer-under-way'
  if (hasTransferThisMonth) return 'transferred-this-month'
  return hasChoice ? null : 'no-other-group'
}

/** First day of the month of the request: one transfer per month. */
export function transferMonth({ now, timeZone }: CurrentTime): Day {
  return `${dayInZone(now, timeZone).slice(0, 7)}-01`
}

/** Monday to Sunday of the week of a lesson, as days and as instants. */
export function weekOfLesson(lesson: Date, timeZone: string) {
  const from = mondayOf(dayInZone(lesson, timeZone))
  const startOf = (day: Day) => zonedInstant(day, '00:00', timeZone)
  return { from, to: addDays(from, 6), startsAt: startOf(from), endsAt: startOf(addDays(from, 7)) }
}

/**
 * The price difference of the groups for the lesson weeks that are still ahead, in kopecks, rounded to whole roubles.
 */
export function priceDifference(prices: { from: number; to: number }, weeks: { all: number; ahead: number }): number {
  if (weeks.all === 0) return 0
  // `+ 0` turns minus zero into zero.
  return Math.round(((prices.to - prices.from) * weeks.ahead) / weeks.all / 100) * 100 + 0
}

/** A payment of the contract, in the order of the payment schedule. */
export type InstalmentLine = { id: string; amount: number; paid: number; status: PaymentStatus }

/**
 * Spreads a change of the total over the unpaid payments, the last one first. Paid amounts are not returned, so a
 * decrease is limited to what is unpaid. An increase goes to what the customer pays, because a bank or a fund pays a
 * fixed sum; without such a payment it is `added` as a new one.
 */
export function spreadPriceChange(
  lines: readonly InstalmentLine[],
  change: number,
): { changed: InstalmentLine[]; added: number; applied: number } {
  if (change >= 0) {
    const last = lines.findLast(isPayable)
    if (change === 0 || !last) return { changed: [], added: change, applied: change }
    return { changed: [{ ...last, amount: last.amount + change }], added: 0, applied: change }
  }
  const changed: InstalmentLine[] = []
  let left = -change
  for (const line of lines.toReversed()) {
    const less = isDone(line) ? 0 : Math.min(left, line.amount - line.paid)
    if (less <= 0) continue
    left -= less
    changed.push(reduceLine(line, line.amount - less))
  }
  return { changed, added: 0, applied: change + left + 0 }
}

function isDone({ status }: InstalmentLine): boolean {
  return status === 'Closed' || status === 'Canceled'
}

function reduceLine(line: InstalmentLine, amount: number): InstalmentLine {
  if (amount > line.paid) return { ...line, amount }
  return { ...line, amount, status: line.paid > 0 ? 'Closed' : 'Canceled' }
}
