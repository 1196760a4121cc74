import { shiftDay } from '#src/i18n/calendar-days.ts'
import type { Calendar } from '#src/routes/-schedule/to-calendar.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/items.ts'

export type UpcomingDay = { day: string; items: CalendarItem[] }
export type Upcoming = {
  /** Today, even when it is free, and then the next days that have something. */
  days: UpcomingDay[]
  /** What lasts for days and touches the days to come. */
  bands: CalendarBand[]
  /** Items of the days to come for which there was no room. */
  hidden: number
}

/** How many days the home page looks ahead, today being the first. */
const outlook = 7

export function lastDayInSight(today: string): string {
  return shiftDay(today, outlook - 1, 'day')
}

/** The whole of today, and after it as much of the next days as there is room for. */
export function upcomingOf({ items, bands }: Calendar, today: string, room = 3): Upcoming {
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

export type Moment = 'over' | 'now' | 'ahead'

/** Where an item stands against the present, `minutes` since midnight of `today`. */
export function momentOf({ day, hours }: CalendarItem, today: string, minutes: number): Moment {
  if (day !== today) return day < today ? 'over' : 'ahead'
  if (hours === null || minutes < hours.from) return 'ahead'
  return minutes < hours.to ? 'now' : 'over'
}

function start({ hours }: CalendarItem): number {
  return hours?.from ?? -1
}
