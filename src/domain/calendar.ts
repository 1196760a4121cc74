import type { I18n } from '@lingui/core'
import type { Absence } from '#contract/people/absences.ts'
import type { Dates } from '#src/i18n/dates.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { dueLabel, lessonStateLabels, movedFromMessages, substituteMessage } from '#src/i18n/lesson-labels.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import type { Tone } from '#src/ui/tone.ts'
import type { AbsencesByEntry } from './absences.ts'
import type { ChildTags } from './child-tags.ts'
import { itemAppearance, itemLabel } from './item-kind.ts'
import { movedFrom, type ScheduleChangesByItem } from './schedule-changes.ts'
import {
  dayOfEntry,
  dueTimeOf,
  entryTitleOf,
  entryTopicOf,
  firstAndLastDay,
  isDeadline,
  isMultiDay,
  type ScheduleEntry,
  studentNamesOf,
} from './schedule-entries.ts'
import { schoolLangOf } from './school-lang.ts'
import type { TightConnections } from './tight-connections.ts'
import { unbrokenReferences } from './unbroken-references.ts'

export type Calendar = { items: CalendarItem[]; bands: CalendarBand[] }

/** The colour of each child, by uuid. */
export type ChildTones = ReadonlyMap<string, Tone>

type CalendarContext = {
  dates: Dates
  i18n: I18n
  tags: ChildTags
  /** Colours the items by child instead of by kind; one of several children is neutral. */
  childTones?: ChildTones | null
  /** The previous time of a changed entry. */
  changes?: ScheduleChangesByItem
  /** Reported absences and their text; `names` is empty where only one student is shown. */
  absences?: { of: AbsencesByEntry; text: (names: string) => string }
  /** The note begins with the place, for a list whose lines cut the topic. */
  isPlaceFirst?: true
  /** Tight connections and their text. */
  tightConnections?: { of: TightConnections; text: (minutes: number) => string }
}

const midnight = 24 * 60

/** Calendar items in the school's time: multi-day entries as bands, deadlines by their time, others by the hour. */
export function calendarOf(
  entries: readonly ScheduleEntry[],
  { dates, i18n, tags, childTones = null, changes, tightConnections, absences, isPlaceFirst }: CalendarContext,
): Calendar {
  const clock = clockOf(dates)
  const items: CalendarItem[] = []
  const bands: CalendarBand[] = []
  for (const entry of entries) {
    const title = entryTitleOf(entry)
    const names = studentNamesOf(entry, tags)
    const letters = entry.students.flatMap((uuid) => tags.get(uuid)?.letters ?? [])
    const appearance = {
      key: entry.key,
      ...itemAppearance(entry),
      ...(childTones && { tone: childrenTone(entry, childTones) }),
    }
    const titleLang = schoolLangOf(title, i18n.locale)
    if (isMultiDay(entry)) {
      const days = firstAndLastDay(entry, dates)
      bands.push({
        ...appearance,
        ...days,
        title,
        ...(titleLang && { titleLang }),
        ...(names.length > 0 && { person: names.join(', '), personInitials: letters.join(', ') }),
      })
      continue
    }
    const { day, minute, text } = clock(entry.startsAt)
    const end = clock(entry.endsAt)
    const change = changes?.get(entry.key)
    const previous = change && movedFrom({ was: change.was, startsAt: entry.startsAt }, dates)
    const previousTime = previous && 'time' in previous ? previous.time : null
    // The words follow «Перенесено».
    const previousDay =
      entry.state === 'moved' && previous && 'day' in previous ? movedFromMessages(previous.day) : undefined
    const absent = absences?.of.get(entry.key) ?? []
    const isSubstituted = entry.replacedTeacher !== null && entry.state !== 'cancelled'
    const substitute = isSubstituted && i18n._(substituteMessage(entry.teacher && surnameWithInitials(entry.teacher)))
    // Another state leaves no room for the name.
    const isStateSubstitute = isSubstituted && entry.state === 'planned' && absent.length === 0
    const noteSubstitute = !isStateSubstitute && substitute
    const place = entry.place && unbrokenReferences(entry.place)
    // Two lines after the place have no room for both.
    const placeFirst = [place, noteSubstitute || entryTopicOf(entry)]
    const note = (isPlaceFirst ? placeFirst : [noteSubstitute, entryTopicOf(entry), place])
      .filter(Boolean)
      .join(separator)
    const noteLang = schoolLangOf(note, i18n.locale)
    const stateWith = (movedFromText?: string) =>
      [
        entry.state !== 'planned' &&
          [i18n._(labelOf(lessonStateLabels, entry.state)), movedFromText].filter(Boolean).join(' '),
        isStateSubstitute && substitute,
        absences && absent.length > 0 && absences.text(absentNames(absent, tags)),
      ]
        .filter(Boolean)
        .join(', ')
    const state = stateWith()
    const tightConnection = tightConnections?.of.get(entry.key)
    items.push({
      ...appearance,
      ...(isDeadline(entry)
        ? deadlineOf(entry, dates, i18n)
        : {
            day,
            hours: entry.allDay ? null : { from: minute, to: end.day === day ? end.minute : midnight },
            starts: entry.allDay ? '' : text,
            ends: entry.allDay ? '' : end.text,
          }),
      title,
      ...(titleLang && { titleLang }),
      ...(note !== '' && { note }),
      ...(noteLang && { noteLang }),
      ...(letters.length > 0 && {
        person: names.join(', '),
        personInitials: letters.join(', '),
        people: entry.students,
      }),
      ...(state !== '' && { state }),
      ...(isStateSubstitute && { stateIcon: 'profile' }),
      ...(absent.length > 0 && { stateIcon: 'logout' }),
      ...(isSubstituted && !isStateSubstitute && { secondIcon: 'profile' }),
      ...(entry.state === 'cancelled' && { cancelled: true }),
      ...(previousTime && { previousTime }),
      ...(previousDay && {
        movedFrom: {
          state: stateWith(i18n._(previousDay.long)),
          shortState: stateWith(i18n._(previousDay.short)),
          short: i18n._(previousDay.short),
        },
      }),
      ...(tightConnection && tightConnections && { warning: tightConnections.text(tightConnection.minutes) }),
      kindLabel: i18n._(itemLabel(entry)),
    })
  }
  return { items, bands }
}

/** A deadline on its day: with the time at which it is due instead of hours, and a flag. */
function deadlineOf(entry: ScheduleEntry, dates: Dates, i18n: I18n) {
  const { minute, time } = dueTimeOf(entry, dates)
  return {
    day: dayOfEntry(entry, dates),
    hours: null,
    starts: time,
    ends: '',
    due: { minute, label: i18n._(dueLabel) },
    icon: 'flag' as const,
    marked: true,
  }
}

function absentNames(absent: readonly Absence[], tags: ChildTags): string {
  return [...new Set(absent.flatMap(({ studentUuid }) => tags.get(studentUuid)?.name ?? []))].join(', ')
}

/** The colour of the child of an entry; neutral for several. */
function childrenTone({ students }: ScheduleEntry, tones: ChildTones): Tone {
  const [only, ...others] = students
  return (others.length === 0 && tones.get(only ?? '')) || 'neutral'
}

/** Cached: few instants are distinct, and formatting is slow. */
function clockOf(dates: Dates) {
  const seen = new Map<string, { day: string; minute: number; text: string }>()
  return (iso: string) => {
    const moment = seen.get(iso) ?? { day: dates.dayOf(iso), minute: dates.minuteOf(iso), text: dates.time(iso) }
    seen.set(iso, moment)
    return moment
  }
}

/** The part of a calendar within consecutive days. */
export function clipCalendar(days: readonly string[], { items, bands }: Calendar): Calendar {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return {
    items: items.filter(({ day }) => first <= day && day <= last),
    bands: bands.filter(({ from, to }) => from <= last && to >= first),
  }
}

export function mergeCalendars(...calendars: readonly Calendar[]): Calendar {
  return { items: calendars.flatMap(({ items }) => items), bands: calendars.flatMap(({ bands }) => bands) }
}

/** «Белова И. С.» of «Белова Ирина Сергеевна»: a row or a block of the calendar has no room for more. */
function surnameWithInitials(fullName: string): string {
  const [surname, ...others] = fullName.split(' ')
  return [surname, ...others.map((word) => `${[...word][0]}.`)].join('\u00a0')
}
