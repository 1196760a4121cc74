import type { I18n } from '@lingui/core'
import type { Dates } from '#src/i18n/dates.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { lessonStateWords } from '#src/i18n/lesson-words.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/items.ts'
import { type Changes, wasWords } from './changes.ts'
import type { ChildTags } from './children.ts'
import { firstAndLastDay, lastsForDays, namesOf, type ScheduleEntry, titleOf, topicOf } from './entries.ts'
import { itemLook, itemWords } from './kinds.ts'
import type { Hurries } from './travel.ts'

export type Calendar = { items: CalendarItem[]; bands: CalendarBand[] }

type Surroundings = {
  dates: Dates
  i18n: I18n
  tags: ChildTags
  /** What was otherwise before. */
  changes?: Changes
  /** What leaves too little time for the way, and the words for it. */
  hurries?: { of: Hurries; words: (minutes: number) => string }
}

const midnight = 24 * 60

/** What the calendar draws, in the school's time: vacations and what lasts for days as bands, the rest by the hour. */
export function calendarOf(
  entries: readonly ScheduleEntry[],
  { dates, i18n, tags, changes, hurries }: Surroundings,
): Calendar {
  const clock = clockOf(dates)
  const items: CalendarItem[] = []
  const bands: CalendarBand[] = []
  for (const entry of entries) {
    const title = titleOf(entry)
    const names = namesOf(entry, tags)
    const look = { key: entry.key, ...itemLook(entry) }
    if (lastsForDays(entry)) {
      bands.push({ ...look, ...firstAndLastDay(entry, dates), title: [title, ...names].join(' · ') })
      continue
    }
    const { day, minute, words } = clock(entry.startsAt)
    const end = clock(entry.endsAt)
    const letters = entry.students.flatMap((uuid) => tags.get(uuid)?.letters ?? [])
    const note = [topicOf(entry), entry.place].filter(Boolean).join(' · ')
    const change = changes?.get(entry.key)
    const was = change && wasWords({ was: change.was, startsAt: entry.startsAt }, dates)
    const hurry = hurries?.of.get(entry.key)
    items.push({
      ...look,
      day,
      hours: entry.allDay ? null : { from: minute, to: end.day === day ? end.minute : midnight },
      starts: entry.allDay ? '' : words,
      ends: entry.allDay ? '' : end.words,
      title,
      ...(note !== '' && { note }),
      ...(letters.length > 0 && { who: names.join(', '), whose: letters.join(', ') }),
      ...(entry.state !== 'planned' && { state: i18n._(wordsFor(lessonStateWords, entry.state)) }),
      ...(entry.state === 'cancelled' && { cancelled: true }),
      ...(was && { was }),
      ...(hurry && hurries && { warning: hurries.words(hurry.minutes) }),
      spoken: i18n._(itemWords(entry)),
    })
  }
  return { items, bands }
}

/** Lessons begin and end at few different instants, and writing each out anew is what takes long. */
function clockOf(dates: Dates) {
  const seen = new Map<string, { day: string; minute: number; words: string }>()
  return (iso: string) => {
    const moment = seen.get(iso) ?? { day: dates.dayOf(iso), minute: dates.minuteOf(iso), words: dates.time(iso) }
    seen.set(iso, moment)
    return moment
  }
}

/** The part of a calendar that lies in some days in a row. */
export function calendarWithin(days: readonly string[], { items, bands }: Calendar): Calendar {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    items: items.filter(({ day }) => first <= day && day <= last),
    bands: bands.filter(({ from, to }) => from <= last && to >= first),
  }
}

export function laidOver(...calendars: readonly Calendar[]): Calendar {
  return { items: calendars.flatMap(({ items }) => items), bands: calendars.flatMap(({ bands }) => bands) }
}
