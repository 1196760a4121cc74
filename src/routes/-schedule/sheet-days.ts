import type { Dates } from '#src/i18n/dates.ts'
import type { CalendarDay } from '#src/ui/calendar/items.ts'

type Surroundings = {
  dates: Dates
  today: string
  /** Any day of the month that the sheet is of; days beyond it are `outside`. Absent in a week. */
  month?: string | undefined
  /** The day whose list stands beside the sheet; absent where no list does. */
  chosen?: string | undefined
}

export function sheetDays(days: readonly string[], { dates, today, month, chosen }: Surroundings): CalendarDay[] {
  return days.map((day) => ({
    day,
    number: String(Number(day.slice(8))),
    weekday: dates.weekdayShort(day),
    name: dates.weekday(day),
    today: day === today,
    ...(month === undefined ? {} : { outside: !day.startsWith(month.slice(0, 7)) }),
    ...(chosen === undefined ? {} : { chosen: day === chosen }),
  }))
}
