import { type Dates, datesOf, timeRange } from '#src/i18n/dates.ts'
import { dueTimeOf, firstAndLastDay, isDeadline, isMultiDay, type ScheduleEntry } from './schedule-entries.ts'

/** A range of days (YYYY-MM-DD, inclusive), such as «31 декабря 2026 – 10 января 2027» or «16–22 ноября 2026». */
export function dayRangeText(from: string, to: string, locale: string): string {
  const { day, dayWithYear } = datesOf(locale, 'UTC')
  const end = withoutYearSuffix(dayWithYear(to))
  if (from === to) return end
  if (from.slice(0, 7) === to.slice(0, 7)) return timeRange(`${Number(from.slice(8))}`, end)
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isSameYear ? day(from) : withoutYearSuffix(dayWithYear(from))}\u00a0– ${end}`
}

/** The same without the year where both days are of the year of `today`. */
export function nearDayRangeText(from: string, to: string, { today, locale }: { today: string; locale: string }) {
  const year = today.slice(0, 4)
  const text = dayRangeText(from, to, locale)
  return from.startsWith(year) && to.startsWith(year) ? text.replace(/\s\d{4}$/u, '') : text
}

/** Removes the «г.» after the year of Russian dates. */
export function withoutYearSuffix(text: string): string {
  return text.replace(/\s?г\./gu, '')
}

/** Time of an entry in the school's time zone: days, or a day with hours. */
export function entryTimeText(entry: ScheduleEntry, dates: Dates, locale: string): string {
  const { from, to } = firstAndLastDay(entry, dates)
  if (isMultiDay(entry)) return dayRangeText(from, to, locale)
  if (isDeadline(entry)) return `${dates.weekday(to)}, ${dueTimeOf(entry, dates).time}`
  if (entry.allDay) return dates.weekday(from)
  const start = dates.time(entry.startsAt)
  const time = from === to ? timeRange(start, dates.time(entry.endsAt)) : `${start} – ${dates.dateTime(entry.endsAt)}`
  return `${dates.weekday(from)}, ${time}`
}
