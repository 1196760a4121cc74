import type { Dates } from '#src/i18n/dates.ts'
import type { ScheduleEntry } from './entries.ts'
import { daysWords } from './period-words.ts'
import { daysOf, lastsForDays } from './to-calendar.ts'

/** When it is, in the school's time: days, or a day with its hours. */
export function whenOf(entry: ScheduleEntry, dates: Dates, locale: string): string {
  const { from, to } = daysOf(entry, dates)
  if (lastsForDays(entry)) return daysWords(from, to, locale)
  if (entry.allDay) return dates.weekday(from)
  const start = `${dates.weekday(from)}, ${dates.time(entry.startsAt)}`
  // Word joiners keep the hours on one line.
  return from === to ? `${start}\u2060–\u2060${dates.time(entry.endsAt)}` : `${start} – ${dates.dateTime(entry.endsAt)}`
}
