import type { ScheduleChange } from '#contract/learning/schedule.ts'
import type { Calendar } from '#src/domain/calendar.ts'
import { lastUpcomingDay } from '#src/domain/periods.ts'
import { type MergedScheduleChange, mergeScheduleChanges } from '#src/domain/schedule-changes.ts'
import type { ScheduleEntry } from '#src/domain/schedule-entries.ts'
import { shiftDay, startOfWeek } from '#src/i18n/calendar-days.ts'
import { type CalendarBand, type CalendarItem, sortByTime } from '#src/ui/calendar/calendar-items.ts'

export type UpcomingDays = {
  /** Today and tomorrow, also without items. */
  days: { day: string; items: CalendarItem[] }[]
  /** Periods of several days that overlap the visible days. */
  bands: CalendarBand[]
  /** The day of each item after tomorrow within the visible days, the next first. */
  later: string[]
}

export function upcomingDays({ items, bands }: Calendar, today: string): UpcomingDays {
  const last = lastUpcomingDay(today)
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

/** What is on the calendar at its time: homework has a list of its own. */
export function withoutHomework(entries: readonly ScheduleEntry[]): ScheduleEntry[] {
  return entries.filter(({ category }) => category !== 'selfStudy')
}

/** The week whose homework the page shows: that of tomorrow. */
export function homeworkMonday(today: string): string {
  return startOfWeek(shiftDay(today, 1, 'day'))
}

const maxChanges = 3

/** Changes of what is ahead, siblings in one row, the new ones first, and the number of new ones after them. */
export function relevantChanges(
  changes: readonly ScheduleChange[],
  now: number,
): { shown: MergedScheduleChange[]; moreNew: number } {
  const ahead = changes.filter(({ endsAt }) => Date.parse(endsAt) > now)
  const merged = [...mergeScheduleChanges(ahead).values()].toSorted((one, other) => +other.isNew - +one.isNew)
  return { shown: merged.slice(0, maxChanges), moreNew: merged.slice(maxChanges).filter(({ isNew }) => isNew).length }
}
