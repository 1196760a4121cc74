import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Locale } from '#contract/enumerations.ts'
import { formatInstant } from '#server/notifications/formats.ts'
import { addDays, dayInZone, toZonedTime } from '#server/time/calendar-days.ts'
import type { FeedItem } from './feed-items.ts'
import { feedTexts } from './feed-texts.ts'
import { buildVtimezone } from './vtimezone.ts'

type CalendarOptions = {
  items: readonly FeedItem[]
  language: Locale
  timeZone: string
  /** The host of the public address, for UIDs. */
  host: string
  /** Time stamp of items that were never changed. */
  since: Date
}

/** A schedule as iCalendar (RFC 5545). The output depends only on the items, so the ETag detects changes. */
export function buildCalendar({ items, language, timeZone, host, since }: CalendarOptions): string {
  const days = items.map(({ startsAt }) => dayInZone(new Date(startsAt), timeZone)).sort()
  const first = addDays(days[0] ?? dayInZone(since, timeZone), -1)
  const last = addDays(days.at(-1) ?? first, 2)
  const calendar = ical({
    prodId: { company: 'Personal account', product: 'Schedule', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
    name: feedTexts[language].name,
    // The calendar itself has no zone name: with one, the UTC time stamps would be written in local time.
    timezone: { name: null, generator: (name) => buildVtimezone(name, first, last) },
    ttl: 60 * 60,
    events: items.map((item) => eventOf(item, { language, timeZone, host, since })),
  })
  return `${propertiesFirst(calendar.toString())}\r\n`
}

/** RFC 5545, 3.6: properties of the calendar come before its components. The library writes some after the time zone. */
function propertiesFirst(calendar: string): string {
  const properties: string[] = []
  const components: string[] = []
  let open = 0
  const lines = calendar.split('\r\n')
  for (const line of lines.slice(1, -1)) {
    if (line.startsWith('BEGIN:')) open += 1
    const part = open > 0 ? components : properties
    part.push(line)
    if (line.startsWith('END:')) open -= 1
  }
  return [...lines.slice(0, 1), ...properties, ...components, ...lines.slice(-1)].join('\r\n')
}

function eventOf(item: FeedItem, { language, timeZone, host, since }: Omit<CalendarOptions, 'items'>): ICalEventData {
  const { uuid, category, startsAt, endsAt, allDay, place, joinUrl, state, changedAt } = item
  const isFree = category === 'vacations' || state === 'cancelled'
  const at = (instant: string) => (allDay ? toZonedTime(instant, timeZone).utc(true) : toZonedTime(instant, timeZone))
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

/** The sequence number must increase, so that clients accept a later change or cancellation. */
function sequenceOf(changedAt: Date | null): number {
  return changedAt === null ? 0 : Math.max(1, Math.floor((changedAt.getTime() - Date.UTC(2020, 0)) / 1000))
}

/** Lessons and self-study are titled by subject, other items by their title; the names of the children follow. */
function summaryOf({ category, subject, title, names, state }: FeedItem, language: Locale): string {
  const topic = category === 'lessons' || category === 'selfStudy' ? (subject ?? title) : title
  const summary = names.length === 0 ? topic : `${topic} (${names.join(', ')})`
  return state === 'cancelled' ? `${feedTexts[language].cancelled}: ${summary}` : summary
}

function descriptionOf(item: FeedItem, language: Locale, timeZone: string): string {
  const { category, format, title, teacher, groupTitle, joinUrl, state, wasAt } = item
  const texts = feedTexts[language]
  const details: [string, string | null][] = [
    [texts.topic, category === 'lessons' || category === 'selfStudy' ? title : null],
    [texts.teacher, teacher],
    [texts.group, groupTitle],
    [texts.join, state === 'cancelled' ? null : joinUrl],
  ]
  return [
    format === null ? texts.category[category] : texts.format[format],
    ...(wasAt === null ? [] : [texts.moved(formatInstant(wasAt, language, timeZone))]),
    ...details.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
  ].join('\n')
}
