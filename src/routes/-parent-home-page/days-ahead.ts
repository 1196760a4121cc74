import { homePageDays } from '#contract/screens.ts'
import type { Calendar } from '#src/domain/calendar.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import { type CalendarBand, type CalendarItem, sortByTime } from '#src/ui/calendar/calendar-items.ts'

export type UpcomingDays = {
  /** Today and tomorrow, also without items. */
  days: { day: string; items: CalendarItem[] }[]
  /** Periods of several days that overlap the visible days. */
  bands: CalendarBand[]
  /** Number of items after tomorrow within the visible days. */
  later: number
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
    later: items.filter(({ day }) => tomorrow < day && day <= last).length,
  }
}

/** Whether an item is over, current or ahead; `minutes` since midnight of `today`. */
export function phaseOf({ day, hours }: CalendarItem, today: string, minutes: number): 'over' | 'now' | 'ahead' {
  if (day !== today) return day < today ? 'over' : 'ahead'
  if (hours === null || minutes < hours.from) return 'ahead'
  return minutes < hours.to ? 'now' : 'over'
}
