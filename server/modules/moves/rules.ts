import type { ContractStatus, MoveObstacle, PaymentStatus } from '#contract/enumerations.ts'
import { addDays, type Day, dayAt, instantAt, mondayOf } from '#server/days.ts'

/** When somebody asks, on the wall of which school. */
export type Moment = { now: Date; timeZone: string }

/** How long a freed place is kept for the first in line (D-40). */
export const holdLength = 24 * 60 * 60_000

/** What a contract's status has against a move. */
export type StatusObstacle = Extract<MoveObstacle, 'frozen' | 'terminating' | 'not-paid' | 'not-begun'>

export const ofStatus: Partial<Record<ContractStatus, StatusObstacle>> = {
  Frozen: 'frozen',
  OnTermination: 'terminating',
  Termination: 'terminating',
  NotPaid: 'not-paid',
  Open: 'not-begun',
}

type Standing = { status: ContractStatus; isMoving: boolean; hasMoved: boolean; hasChoice: boolean }

/** Why a contract's group cannot be changed now: what lies deepest comes first, and what one can undo before what takes time. */
export function obstacleOf({ status, isMoving, hasMoved, hasChoice }: Standing): MoveObstacle | null {
  const byStatus = ofStatus[status]
  if (byStatus) return byStatus
  if (isMoving) return 'move-under-way'
  if (hasMoved) return 'moved-this-month'
  return hasChoice ? null : 'no-other-group'
}

/** First day of the month in which a move is asked for: one move a month. */
export function monthOf({ now, timeZone }: Moment): Day {
  return `${dayAt(now, timeZone).slice(0, 7)}-01`
}

/** Nobody changes groups in the middle of a week: the earliest instant at which a lesson can be one of the new group. */
export function nextWeekOf({ now, timeZone }: Moment): Date {
  return instantAt(addDays(mondayOf(dayAt(now, timeZone)), 7), '00:00', timeZone)
}

/** Monday to Sunday of the week that holds a lesson, and its ends as instants. */
export function weekOf(lesson: Date, timeZone: string) {
  const from = mondayOf(dayAt(lesson, timeZone))
  const startOf = (day: Day) => instantAt(day, '00:00', timeZone)
  return { from, to: addDays(from, 6), startsAt: startOf(from), endsAt: startOf(addDays(from, 7)) }
}

/** What the groups' prices differ by, for the share of the year's lesson weeks that is still ahead, in whole roubles. */
export function priceDifference(prices: { from: number; to: number }, weeks: { all: number; ahead: number }): number {
  if (weeks.all === 0) return 0
  // `+ 0`: what rounds to nothing is zero and not minus zero.
  return Math.round(((prices.to - prices.from) * weeks.ahead) / weeks.all / 100) * 100 + 0
}

/** A line of a payment schedule, in the order of the schedule. */
export type Line = { id: string; amount: number; paid: number; status: PaymentStatus }

/**
 * Puts a change of the total where something is still to be paid, the last line first. What has been paid is not given
 * back, so of a decrease only what is unpaid is made; an increase without such a line is `added`, a line of its own.
 */
export function spread(lines: readonly Line[], change: number): { changed: Line[]; added: number; applied: number } {
  const unpaid = lines.filter(({ status, amount, paid }) => isPayable(status) && amount > paid).reverse()
  const [last] = unpaid
  if (change >= 0) {
    if (change === 0 || !last) return { changed: [], added: change, applied: change }
    return { changed: [{ ...last, amount: last.amount + change }], added: 0, applied: change }
  }
  const changed: Line[] = []
  let left = -change
  for (const line of unpaid) {
    const less = Math.min(left, line.amount - line.paid)
    if (less === 0) break
    left -= less
    changed.push(lowered(line, line.amount - less))
  }
  return { changed, added: 0, applied: change + left + 0 }
}

function isPayable(status: PaymentStatus): boolean {
  return status !== 'Closed' && status !== 'Canceled'
}

function lowered(line: Line, amount: number): Line {
  if (amount > line.paid) return { ...line, amount }
  return { ...line, amount, status: line.paid > 0 ? 'Closed' : 'Canceled' }
}
