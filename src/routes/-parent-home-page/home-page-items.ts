import type { GroupTransfer, GroupWaitingList, ScheduleChange } from '#contract/learning/schedule.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import type { Calendar } from '#src/domain/calendar.ts'
import { homePageDays } from '#src/domain/periods.ts'
import { type MergedScheduleChange, mergeScheduleChanges } from '#src/domain/schedule-changes.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { type CalendarBand, type CalendarItem, sortByTime } from '#src/ui/calendar/calendar-items.ts'

/** How long an answered ticket is shown, in milliseconds. */
const answeredTicketAge = 14 * 86_400_000

type WaitingListPlace = NonNullable<GroupWaitingList['own']>

export type PendingItem =
  | { kind: 'held'; key: string; waitingList: GroupWaitingList; until: string }
  | { kind: 'waiting'; key: string; waitingList: GroupWaitingList; position: number }
  | { kind: 'transfer'; key: string; transfer: GroupTransfer }
  | { kind: 'ticket'; key: string; ticket: Ticket; isAnswered: boolean }

/** Places in waiting lists; held places come first, because they need an answer. */
export function pendingWaitingLists(waitingLists: readonly GroupWaitingList[]): PendingItem[] {
  const own = waitingLists.flatMap((waitingList) =>
    waitingList.own === null ? [] : [{ waitingList, own: waitingList.own }],
  )
  return [...own.filter((each) => isHeld(each.own)), ...own.filter((each) => !isHeld(each.own))].map(
    ({ waitingList, own: { uuid: key, heldUntil, position } }) =>
      heldUntil === null
        ? { kind: 'waiting', key, waitingList, position }
        : { kind: 'held', key, waitingList, until: heldUntil },
  )
}

/** Transfers that have not taken effect yet. */
export function pendingTransfers(transfers: readonly GroupTransfer[]): PendingItem[] {
  return transfers
    .filter(({ state }) => state === 'coming')
    .map((transfer) => ({ kind: 'transfer', key: transfer.uuid, transfer }))
}

/** Tickets without an answer, or answered recently. */
export function pendingTickets(tickets: readonly Ticket[], now: number): PendingItem[] {
  return tickets
    .filter(
      ({ state, answeredAt }) =>
        state === 'received' ||
        state === 'inProgress' ||
        (state === 'answered' && answeredAt !== null && now - Date.parse(answeredAt) <= answeredTicketAge),
    )
    .map((ticket) => ({ kind: 'ticket', key: ticket.uuid, ticket, isAnswered: ticket.state === 'answered' }))
}

function isHeld({ heldUntil }: WaitingListPlace): boolean {
  return heldUntil !== null
}

export type UpcomingDays = {
  /** Today and tomorrow, also without items. */
  days: { day: string; items: CalendarItem[] }[]
  /** Periods of several days that overlap the visible days. */
  bands: CalendarBand[]
  /** The day of each item after tomorrow within the visible days, the next first. */
  later: string[]
}

export function lastVisibleDay(today: string): string {
  return shiftDay(today, homePageDays - 1, 'day')
}

export function upcomingDays({ items, bands }: Calendar, today: string): UpcomingDays {
  const last = lastVisibleDay(today)
  const tomorrow = shiftDay(today, 1, 'day')
  return {
    days: [today, tomorrow].map((day) => ({ day, items: sortByTime(items.filter((item) => item.day === day)) })),
    bands: bands.filter(({ from, to }) => from <= last && to >= today),
    later: items
      .map(({ day }) => day)
      .filter((day) => tomorrow < day && day <= last)
      .sort(),
  }
}

/** Whether an item is over, current or ahead; `minutes` since midnight of `today`. */
export function phaseOf({ day, hours }: CalendarItem, today: string, minutes: number): 'over' | 'now' | 'ahead' {
  if (day !== today) return day < today ? 'over' : 'ahead'
  if (hours === null || minutes < hours.from) return 'ahead'
  return minutes < hours.to ? 'now' : 'over'
}

/** Tasks that end within the visible days, the next first. */
export function homeworkDue(entries: readonly ScheduleEntry[], now: number): ScheduleEntry[] {
  const until = now + homePageDays * 86_400_000
  return entries
    .filter(({ category, endsAt }) => category === 'selfStudy' && isWithin(Date.parse(endsAt), now, until))
    .sort((one, other) => Date.parse(one.endsAt) - Date.parse(other.endsAt))
}

function isWithin(time: number, from: number, until: number): boolean {
  return from < time && time <= until
}

const maxChanges = 5

/** Changes of what is not over, siblings in one row, the new ones first, and the number of new ones after them. */
export function relevantChanges(
  changes: readonly ScheduleChange[],
  now: number,
): { shown: MergedScheduleChange[]; moreNew: number } {
  const ahead = changes.filter(({ isNew, endsAt }) => isNew || Date.parse(endsAt) > now)
  const merged = [...mergeScheduleChanges(ahead).values()].toSorted((one, other) => +other.isNew - +one.isNew)
  return { shown: merged.slice(0, maxChanges), moreNew: merged.slice(maxChanges).filter(({ isNew }) => isNew).length }
}
