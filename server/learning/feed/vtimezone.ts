import { addDays, type Day, toZonedTime } from '#server/time/calendar-days.ts'

type Transition = { at: Date; from: number; to: number }

/**
 * A VTIMEZONE component (RFC 5545) with every change of the offset between two days, for clients without a zone
 * database.
 */
export function buildVtimezone(timeZone: string, from: Day, to: Day): string {
  const offsetAt = (instant: Date) => toZonedTime(instant, timeZone).utcOffset()
  const first = offsetAt(new Date(`${from}T00:00:00Z`))
  const transitions = [...transitionsOf(offsetAt, from, to)]
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance('STANDARD', '19700101T000000', first, first),
    ...transitions.flatMap(({ at, from: before, to: after }) =>
      observance(after > before ? 'DAYLIGHT' : 'STANDARD', wallClock(at, before), before, after),
    ),
    'END:VTIMEZONE',
  ]
  return lines.join('\r\n')
}

function* transitionsOf(offsetAt: (instant: Date) => number, from: Day, to: Day): Generator<Transition> {
  for (let day = from; day < to; day = addDays(day, 1)) {
    const [start, end] = [new Date(`${day}T00:00:00Z`), new Date(`${addDays(day, 1)}T00:00:00Z`)]
    const [before, after] = [offsetAt(start), offsetAt(end)]
    if (before !== after) yield { at: turnBetween(offsetAt, start, end), from: before, to: after }
  }
}

/** Finds the first minute of the new offset by bisection. */
function turnBetween(offsetAt: (instant: Date) => number, start: Date, end: Date): Date {
  const minute = 60_000
  let [low, high] = [start.getTime() / minute, end.getTime() / minute]
  const before = offsetAt(start)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(new Date(middle * minute)) === before) low = middle
    else high = middle
  }
  return new Date(high * minute)
}

function observance(kind: 'STANDARD' | 'DAYLIGHT', start: string, from: number, to: number): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetWords(from)}`,
    `TZOFFSETTO:${offsetWords(to)}`,
    `END:${kind}`,
  ]
}

/** Local time just before the change. */
function wallClock(instant: Date, offset: number): string {
  return new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}

function offsetWords(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}
