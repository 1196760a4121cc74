import { type Day, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'

/*
 * Cells as other programs and Excel in Russia write them. Each function returns null for a text that has no such value.
 */

type Moment = {
  day: Day
  /** `HH:MM:SS`; null without a time. */
  time: string | null
  /** `Z`, `+03:00`; null without one. */
  offset: string | null
}

const momentPattern =
  /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2})\.(\d{1,2})\.(\d{4}))(?:[T ] ?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d:\d\d)?)?$/i

function parseMoment(text: string): Moment | null {
  const found = momentPattern.exec(text)
  if (!found) return null
  const [, year, month, day, dayOfMonth = '', monthOfYear = '', yearLast, hours, minutes, seconds = '00', zone] = found
  const date = yearLast
    ? `${yearLast}-${monthOfYear.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
    : `${year}-${month}-${day}`
  const time = hours === undefined ? null : `${hours.padStart(2, '0')}:${minutes}:${seconds}`
  if (!isDay(date) || (time !== null && !isTime(time))) return null
  return { day: date, time, offset: zone?.toUpperCase() ?? null }
}

/** `Date` would turn the 30th of February into a day of March. */
function isDay(day: Day): boolean {
  const at = new Date(day)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

function isTime(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)
}

/**
 * `2026-11-20` or `20.11.2026`, also with a time. At 00:00 and 23:59 the time only fills the cell: the day is the one that
 * is written, whatever its offset. Any other time with an offset is the day on which that instant falls in `timeZone`.
 */
export function parseDay(text: string, timeZone: string): Day | null {
  const moment = parseMoment(text)
  if (!moment) return null
  const { day, time, offset } = moment
  if (time === null || offset === null || /^(00:00|23:59)/.test(time)) return day
  return dayInZone(instantOf(text, { day, time, offset }), timeZone)
}

/** `2026-11-20T14:05:00+03:00`; without an offset the time is of `timeZone`. A day without a time is no instant. */
export function parseInstant(text: string, timeZone: string): Date | null {
  const moment = parseMoment(text)
  if (!moment || moment.time === null) return null
  const { day, time, offset } = moment
  return offset === null ? zonedInstant(day, time, timeZone) : instantOf(text, { day, time, offset })
}

function instantOf(text: string, { day, time, offset }: { day: Day; time: string; offset: string }): Date {
  const [fraction = ''] = /[.,]\d{1,9}(?=\s?(?:Z|[+-]\d\d:\d\d)$)/i.exec(text) ?? []
  return new Date(`${day}T${time}${fraction.replace(',', '.').slice(0, 4)}${offset}`)
}

/** `9:05`, `09:05:00` as `HH:MM` or `HH:MM:SS`. */
export function parseTime(text: string): string | null {
  const time = /^\d:/.test(text) ? `0${text}` : text
  return isTime(/^\d\d:\d\d$/.test(time) ? `${time}:00` : time) ? time : null
}

/** `true`, `TRUE`, `ИСТИНА`, `да`, `1` and their opposites. */
export function parseFlag(text: string): boolean | null {
  const word = text.toLowerCase()
  if (['true', 'истина', 'да', 'yes', '1'].includes(word)) return true
  return ['false', 'ложь', 'нет', 'no', '0'].includes(word) ? false : null
}

/**
 * A decimal number with a point or a comma, spaces between thousands and nothing else: `-1 234,5`. The text is the number
 * as JSON writes it.
 */
export function parseDecimal(text: string): string | null {
  const plain = text.replace(/^\u2212/, '-').replaceAll(/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, '')
  return /^-?\d{1,12}([.,]\d{1,12})?$/.test(plain) ? plain.replace(',', '.') : null
}

/** A whole number, also as `7,0` or `7.00`. */
export function parseInteger(text: string): number | null {
  const [, whole] = /^(-?\d{1,9})(?:\.0+)?$/.exec(parseDecimal(text) ?? '') ?? []
  return whole === undefined ? null : Number(whole)
}

/** Kopecks of an amount in roubles with at most two decimals, also with `₽`, `р.` or `руб.`, without floating point. */
export function parseAmount(text: string): number | null {
  const number = parseDecimal(text.replace(/(?:₽|р\.?|руб\.?)$/i, '').trimEnd())
  const [, sign, roubles = '', kopecks = ''] = /^(-?)(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(number ?? '') ?? []
  if (roubles === '') return null
  const amount = Number(roubles + kopecks.padEnd(2, '0'))
  return sign ? -amount : amount
}
