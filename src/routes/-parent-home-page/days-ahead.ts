import { daysInSight } from '#contract/screens.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'
import type { Calendar } from '#src/school/calendar.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/items.ts'

export type DaysAhead = {
  /** Today, even when it is free, and then the next days that have something. */
  days: { day: string; items: CalendarItem[] }[]
  /** What lasts for days and touches the days to come. */
  bands: CalendarBand[]
  /** Items of the days to come for which there was no room. */
  hidden: number
}

export function lastDayInSight(today: string): string {
  return shiftDay(today, daysInSight - 1, 'day')
}

/** The whole of today, and after it as much of the next days as there is room for. */
export function daysAhead({ items, bands }: Calendar, today: string, room = 3): DaysAhead {
  const last = lastDayInSight(today)
  const inSight = items
    .filter(({ day }) => today <= day && day <= last)
    .toSorted((one, other) => one.day.localeCompare(other.day) || start(one) - start(other))
  const ofToday = inSight.filter(({ day }) => day === today)
  const later = inSight.slice(ofToday.length)
  const days = [{ day: today, items: ofToday }]
  for (const item of later.slice(0, room)) {
    const open = days.at(-1)
    if (open?.day === item.day) open.items.push(item)
    else days.push({ day: item.day, items: [item] })
  }
  return {
    days,
    bands: bands.filter(({ from, to }) => from <= last && to >= today),
    hidden: Math.max(0, later.length - room),
  }
}

/** Where an item stands against the present, `minutes` since midnight of `today`. */
export function phaseOf({ day, hours }: CalendarItem, today: string, minutes: number): 'over' | 'now' | 'ahead' {
  if (day !== today) return day < today ? 'over' : 'ahead'
  if (hours === null || minutes < hours.from) return 'ahead'
  return minutes < hours.to ? 'now' : 'over'
}

function start({ hours }: CalendarItem): number {
  return hours?.from ?? -1
}
