import type { SchoolEvent } from '#contract/events.ts'

/** An event as an iCalendar file of RFC 5545; `now` is when it was made. */
export function calendarFile(event: SchoolEvent, now: Date): string {
  const { uuid, title, summary, category, startsAt, endsAt, place, url } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Personal account//Events//RU',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uuid}`,
    `DTSTAMP:${instant(now)}`,
    `DTSTART:${instant(new Date(startsAt))}`,
    `DTEND:${instant(new Date(endsAt))}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(summary)}`,
    `CATEGORIES:${text(category)}`,
    ...(place === null ? [] : [`LOCATION:${text(place)}`]),
    ...(url !== null && /^https?:\/\/\S+$/.test(url) ? [`URL:${url}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Address of the file itself, for a link that downloads it. */
export function calendarFileAddress(event: SchoolEvent, now: Date): string {
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(event, now))}`
}

/** A UTC instant, `20261120T110500Z`. */
function instant(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Section 3.3.11: these four have a meaning of their own; other control characters have no place at all. */
function text(value: string): string {
  return value
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}

/** Section 3.1: no line is longer than 75 octets; what goes on starts with a space, and no letter is torn apart. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let out = ''
  let octets = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > 75) {
      out += '\r\n '
      octets = 1
    }
    out += letter
    octets += size
  }
  return out
}
