import { daysInSight } from '#contract/screens.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import type { Calendar } from '#src/school/calendar.ts'
import { type CalendarBand, type CalendarItem, inOrder } from '#src/ui/calendar/items.ts'

export type DaysAhead = {
  /** Today and tomorrow, whole, even where they are free. */
  days: { day: string; items: CalendarItem[] }[]
  /** What lasts for days and touches the days to come. */
  bands: CalendarBand[]
  /** Items of the days after tomorrow that are still in sight. */
  later: number
}

export function lastDayInSight(today: string): string {
  return shiftDay(today, daysInSight - 1, 'day')
}

export function daysAhead({ items, bands }: Calendar, today: string): DaysAhead {
  const last = lastDayInSight(today)
  const tomorrow = shiftDay(today, 1, 'day')
  return {
    days: [today, tomorrow].map((day) => ({ day, items: inOrder(items.filter((item) => item.day === day)) })),
    bands: bands.filter(({ from, to }) => from <= last && to >= today),
    later: items.filter(({ day }) => tomorrow < day && day <= last).length,
  }
}

/** Where an item stands against the present, `minutes` since midnight of `today`. */
export function phaseOf({ day, hours }: CalendarItem, today: string, minutes: number): 'over' | 'now' | 'ahead' {
  if (day !== today) return day < today ? 'over' : 'ahead'
  if (hours === null || minutes < hours.from) return 'ahead'
  return minutes < hours.to ? 'now' : 'over'
}
