import { formatLocale } from '#contract/enumerations.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { firstAndLastDay, lastsForDays, type ScheduleEntry } from './entries.ts'

/** Days from one to another (YYYY-MM-DD, both included), such as «31 декабря 2026 – 10 января 2027». */
export function daysWords(from: string, to: string, locale: string): string {
  const format = new Intl.DateTimeFormat(formatLocale(locale), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const words = format.formatRange(new Date(`${from}T12:00Z`), new Date(`${to}T12:00Z`))
  // Some put thin spaces there: a page is painted in one place and taken over in another.
  return withoutYearMark(words.replace(/\s/gu, ' '))
}

/** Russian dates with a year end in «г.», which headings and ranges do without. */
export function withoutYearMark(words: string): string {
  return words.replace(/\s?г\./gu, '')
}

/** When an entry is, in the school's time: days, or a day with its hours. */
export function entryTimeWords(entry: ScheduleEntry, dates: Dates, locale: string): string {
  const { from, to } = firstAndLastDay(entry, dates)
  if (lastsForDays(entry)) return daysWords(from, to, locale)
  if (entry.allDay) return dates.weekday(from)
  const start = `${dates.weekday(from)}, ${dates.time(entry.startsAt)}`
  // Word joiners keep the hours on one line.
  return from === to ? `${start}\u2060–\u2060${dates.time(entry.endsAt)}` : `${start} – ${dates.dateTime(entry.endsAt)}`
}
