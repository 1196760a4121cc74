/**
 * Reckoning with days (YYYY-MM-DD), each as midnight of UTC, where no clock is ever put forward or back.
 * The platform does it: on the first load of the schedule a date library would weigh more than these lines.
 */

const msPerDay = 86_400_000

/** A day moved by whole units; a month ends on its last day (31 January + 1 month = 28 February). */
export function shiftDay(day: string, amount: number, unit: 'day' | 'week' | 'month'): string {
  if (unit !== 'month') return dayOf(midnight(day) + amount * msPerDay * (unit === 'week' ? 7 : 1))
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const target = new Date(Date.UTC(year, month - 1 + amount, 1))
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(target.setUTCDate(Math.min(date, last)))
}

/** The Monday of the week (S1). */
export function startOfWeek(day: string): string {
  const sinceMonday = (new Date(midnight(day)).getUTCDay() + 6) % 7
  return shiftDay(day, -sinceMonday, 'day')
}

/** The days of the calendar sheet of the month that holds `day`: whole weeks, Monday first (D-23). */
export function sheetOf(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`
  const last = shiftDay(shiftDay(first, 1, 'month'), -1, 'day')
  return daysFrom(startOfWeek(first), shiftDay(startOfWeek(last), 6, 'day'))
}

export function weekOf(day: string): string[] {
  const monday = startOfWeek(day)
  return daysFrom(monday, shiftDay(monday, 6, 'day'))
}

function daysFrom(first: string, last: string): string[] {
  const count = (midnight(last) - midnight(first)) / msPerDay + 1
  return Array.from({ length: count }, (_, index) => shiftDay(first, index, 'day'))
}

function midnight(day: string): number {
  return Date.parse(`${day}T00:00Z`)
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
