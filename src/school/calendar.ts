import type { I18n } from '@lingui/core'
import type { Dates } from '#src/i18n/dates.ts'
import { lessonStateWords, wordsFor } from '#src/i18n/enumeration-words.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/items.ts'
import type { ChildTags } from './children.ts'
import { firstAndLastDay, lastsForDays, namesOf, type ScheduleEntry, titleOf, topicOf } from './entries.ts'
import { itemLook, itemWords } from './kinds.ts'

export type Calendar = { items: CalendarItem[]; bands: CalendarBand[] }

type Surroundings = { dates: Dates; i18n: I18n; tags: ChildTags }

const midnight = 24 * 60

/** What the calendar draws, in the school's time: vacations and what lasts for days as bands, the rest by the hour. */
export function calendarOf(entries: readonly ScheduleEntry[], { dates, i18n, tags }: Surroundings): Calendar {
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
      spoken: [i18n._(itemWords(entry)), ...state, ...names].join(', '),
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
