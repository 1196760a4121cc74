import type { I18n } from '@lingui/core'
import type { Dates } from '#src/i18n/dates.ts'
import { lessonStateWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/items.ts'
import type { ChildTag } from './children.ts'
import type { ScheduleEntry } from './entries.ts'
import { lookOf, wordsOf } from './looks.ts'

export type Calendar = { items: CalendarItem[]; bands: CalendarBand[] }

type Surroundings = {
  dates: Dates
  i18n: I18n
  /** Empty where the schedule is of one person, who needs no name on every item. */
  tags: ReadonlyMap<string, ChildTag>
}

const dayLength = 86_400_000
const midnight = 24 * 60

/** What the calendar draws, in the school's time: vacations and what lasts for days as bands, the rest by the hour. */
export function toCalendar(entries: readonly ScheduleEntry[], { dates, i18n, tags }: Surroundings): Calendar {
  const clock = clockOf(dates)
  const items: CalendarItem[] = []
  const bands: CalendarBand[] = []
  for (const entry of entries) {
    const title = titleOf(entry)
    const names = namesOf(entry, tags)
    const look = { key: entry.key, ...lookOf(entry) }
    if (lastsForDays(entry)) {
      const { from, to } = daysOf(entry, dates)
      bands.push({ ...look, from, to, title: [title, ...names].join(' · ') })
      continue
    }
    const { day, minute, words } = clock(entry.startsAt)
    const end = clock(entry.endsAt)
    const letters = entry.students.flatMap((uuid) => tags.get(uuid)?.letters ?? [])
    const note = [names.join(', '), topicOf(entry), entry.place].filter(Boolean).join(' · ')
    const state = entry.state === 'planned' ? [] : [i18n._(wordsFor(lessonStateWords, entry.state))]
    items.push({
      ...look,
      day,
      hours: entry.allDay ? null : { from: minute, to: end.day === day ? end.minute : midnight },
      starts: entry.allDay ? '' : words,
      ends: entry.allDay ? '' : end.words,
      title,
      ...(note === '' ? {} : { note }),
      ...(letters.length > 0 ? { whose: letters.join(', ') } : {}),
      cancelled: entry.state === 'cancelled',
      spoken: [i18n._(wordsOf(entry)), ...state, ...names].join(', '),
    })
  }
  return { items, bands }
}

/** Lessons and tasks are known by their subject; what exactly they are about stands in the second line. */
export function titleOf({ category, subject, title }: ScheduleEntry): string {
  return category === 'lessons' || category === 'selfStudy' ? (subject ?? title) : title
}

export function topicOf(entry: ScheduleEntry): string | null {
  return titleOf(entry) === entry.title ? null : entry.title
}

export function namesOf({ students }: ScheduleEntry, tags: ReadonlyMap<string, ChildTag>): string[] {
  return students.flatMap((uuid) => tags.get(uuid)?.name ?? [])
}

export function lastsForDays({ category, startsAt, endsAt }: ScheduleEntry): boolean {
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  return category === 'vacations' || length > dayLength
}

/** First and last day; an end at midnight belongs to the day before it. */
export function daysOf({ startsAt, endsAt }: ScheduleEntry, dates: Dates): { from: string; to: string } {
  const start = Date.parse(startsAt)
  return { from: dates.dayOf(startsAt), to: dates.dayOf(new Date(Math.max(start, Date.parse(endsAt) - 1))) }
}

/** Lessons begin and end at few different instants, and asking the time zone for each anew is what takes long. */
function clockOf(dates: Dates) {
  const seen = new Map<string, { day: string; minute: number; words: string }>()
  return (iso: string) => {
    const known = seen.get(iso)
    if (known !== undefined) return known
    const moment = { day: dates.dayOf(iso), minute: dates.minuteOf(iso), words: dates.time(iso) }
    seen.set(iso, moment)
    return moment
  }
}

/** The part of a calendar that lies in some days in a row. */
export function within(days: readonly string[], { items, bands }: Calendar): Calendar {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    items: items.filter(({ day }) => first <= day && day <= last),
    bands: bands.filter(({ from, to }) => from <= last && to >= first),
  }
}
