/** Days are `YYYY-MM-DD`, as on the wire (D-22); a time zone turns them into instants and back. */
export type Day = string

const msPerDay = 86_400_000

export function addDays(day: Day, days: number): Day {
  return dayOfUtc(utcMidnight(day) + days * msPerDay)
}

/** Monday = 1, Sunday = 7. */
export function weekdayOf(day: Day): number {
  return new Date(utcMidnight(day)).getUTCDay() || 7
}

export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

/** The day that the clock on the wall of `timeZone` shows. */
export function dayAt(instant: Date, timeZone: string): Day {
  return dayOfUtc(instant.getTime() + offsetAt(instant.getTime(), timeZone))
}

/** The instant at which the clock on the wall of `timeZone` shows `time` (`HH:MM`) of `day`. */
export function instantAt(day: Day, time: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`)
  const guess = wall - offsetAt(wall, timeZone)
  return new Date(wall - offsetAt(guess, timeZone))
}

function utcMidnight(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOfUtc(ms: number): Day {
  return new Date(ms).toISOString().slice(0, 10)
}

const wallClocks = new Map<string, Intl.DateTimeFormat>()

function offsetAt(ms: number, timeZone: string): number {
  const wallClock = wallClocks.get(timeZone) ?? wallClockOf(timeZone)
  wallClocks.set(timeZone, wallClock)
  const part = Object.fromEntries(wallClock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
