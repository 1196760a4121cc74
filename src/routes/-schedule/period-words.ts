import type { CalendarView } from '#contract/enumerations.ts'
import { weekOf } from '#src/i18n/calendar-days.ts'

/** The period that a view shows, such as «ноябрь 2026» or «16–22 ноября 2026». */
export function periodWords(view: CalendarView, date: string, locale: string): string {
  if (view === 'month') {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' })
    return withoutYearMark(format.format(noon(date)))
  }
  const days = weekOf(date)
  return daysWords(days[0] ?? date, days.at(-1) ?? date, locale)
}

/** Days from one to another (YYYY-MM-DD, both included), such as «31 декабря 2026 – 10 января 2027». */
export function daysWords(from: string, to: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' })
  return withoutYearMark(format.formatRange(noon(from), noon(to)))
}

/** An hour of the day at the side of the week, such as «09:00» or “9 AM”. */
export function hourFormat(locale: string): (hour: number) => string {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(hour12 ? { hour: 'numeric' } : { hour: '2-digit', minute: '2-digit' }),
  })
  return (hour) => format.format(Date.UTC(2000, 0, 1, hour))
}

function noon(day: string): Date {
  return new Date(`${day}T12:00Z`)
}

/** Russian dates with a year end in «г.», which a heading does without. */
function withoutYearMark(words: string): string {
  return words.replace(/\s?г\./gu, '')
}
