import type { SchoolEvent } from '#contract/learning/events.ts'

/** iCalendar file (RFC 5545) of an event; `now` is its DTSTAMP. */
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
    `DTSTAMP:${formatInstant(now)}`,
    `DTSTART:${formatInstant(new Date(startsAt))}`,
    `DTEND:${formatInstant(new Date(endsAt))}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(summary)}`,
    `CATEGORIES:${escapeText(category)}`,
    ...(place === null ? [] : [`LOCATION:${escapeText(place)}`]),
    ...(url !== null && /^https?:\/\/\S+$/.test(url) ? [`URL:${url}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Data URL of the file for a download link. */
export function calendarFileUrl(event: SchoolEvent, now: Date): string {
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(event, now))}`
}

/** UTC instant in the form `20261120T110500Z`. */
function formatInstant(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** RFC 5545, 3.3.11: escapes special characters and removes control characters. */
function escapeText(value: string): string {
  return value
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}

/** RFC 5545, 3.1: folds lines at 75 octets between characters; continuation lines start with a space. */
function foldLine(line: string): string {
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
