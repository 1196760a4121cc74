import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Locale } from '#contract/enumerations.ts'
import { addDays, dayAt, wallClockAt } from '#server/days.ts'
import { spelledMoment } from '#server/delivery/spelling.ts'
import type { FeedItem } from './feed-items.ts'
import { vtimezone } from './vtimezone.ts'
import { feedWords } from './words.ts'

type Making = {
  items: readonly FeedItem[]
  language: Locale
  timeZone: string
  /** Of our own address: it makes the UIDs ours. */
  host: string
  /** What an item that was never changed counts from. */
  since: Date
}

/** A schedule as iCalendar (RFC 5545): the same items give the same text, so that an unchanged one is known by it. */
export function calendarOf({ items, language, timeZone, host, since }: Making): string {
  const days = items.map(({ startsAt }) => dayAt(new Date(startsAt), timeZone)).sort()
  const first = addDays(days[0] ?? dayAt(since, timeZone), -1)
  const last = addDays(days.at(-1) ?? first, 2)
  const calendar = ical({
    prodId: { company: 'Personal account', product: 'Schedule', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    name: feedWords[language].name,
    // Without a name for the whole: a zone there would make even the stamps, which are UTC, times of its wall clock.
    timezone: { name: null, generator: (name) => vtimezone(name, first, last) },
    ttl: 60 * 60,
    events: items.map((item) => eventOf(item, { language, timeZone, host, since })),
  })
  return `${calendar.toString()}\r\n`
}

function eventOf(item: FeedItem, { language, timeZone, host, since }: Omit<Making, 'items'>): ICalEventData {
  const { uuid, category, startsAt, endsAt, allDay, place, joinUrl, state, changedAt } = item
  const isFree = category === 'vacations' || state === 'cancelled'
  const at = (instant: string) => (allDay ? wallClockAt(instant, timeZone).utc(true) : wallClockAt(instant, timeZone))
  return {
    id: `${uuid}@${host}`,
    sequence: sequenceOf(changedAt),
    stamp: changedAt ?? since,
    lastModified: changedAt ?? since,
    start: at(startsAt),
    end: at(endsAt),
    allDay,
    ...(!allDay && { timezone: timeZone }),
    summary: summaryOf(item, language),
    description: descriptionOf(item, language, timeZone),
    location: place ?? joinUrl,
    url: joinUrl,
    status: state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: isFree ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  }
}

/** It only ever rises: a calendar takes the move of a move, and its cancellation, for the later word. */
function sequenceOf(changedAt: Date | null): number {
  return changedAt === null ? 0 : Math.max(1, Math.floor((changedAt.getTime() - Date.UTC(2020, 0)) / 1000))
}

/** Lessons and tasks are known by their subject, everything else by its own title; and for whom it is. */
function summaryOf({ category, subject, title, names, state }: FeedItem, language: Locale): string {
  const known = category === 'lessons' || category === 'selfStudy' ? (subject ?? title) : title
  const whole = names.length === 0 ? known : `${known} (${names.join(', ')})`
  return state === 'cancelled' ? `${feedWords[language].cancelled}: ${whole}` : whole
}

function descriptionOf(item: FeedItem, language: Locale, timeZone: string): string {
  const { category, format, title, teacher, groupTitle, joinUrl, state, wasAt } = item
  const words = feedWords[language]
  const said: [string, string | null][] = [
    [words.topic, category === 'lessons' || category === 'selfStudy' ? title : null],
    [words.teacher, teacher],
    [words.group, groupTitle],
    [words.join, state === 'cancelled' ? null : joinUrl],
  ]
  return [
    format === null ? words.category[category] : words.format[format],
    ...(wasAt === null ? [] : [words.moved(spelledMoment(wasAt, language, timeZone))]),
    ...said.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
  ].join('\n')
}
