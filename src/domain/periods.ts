import { shiftDay } from '#src/i18n/calendar-days.ts'

/** Days ahead that the home page, the finder and the summary of today show, including today. */
const upcomingDayCount = 7

export function lastUpcomingDay(today: string): string {
  return shiftDay(today, upcomingDayCount - 1, 'day')
}

/** The months whose calendar grids hold the upcoming days: one, or also the next. */
export function upcomingMonths(today: string): string[] {
  return monthsOfGrids(today, lastUpcomingDay(today))
}

/** First day of the month: all days of a month share one cached answer. */
export function monthKeyOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** The months that the agenda of a day shows at first: below the last days of a month the next one is seen. */
export function agendaMonthsOf(day: string): { first: string; last: string } {
  return { first: monthKeyOf(day), last: monthKeyOf(lastUpcomingDay(day)) }
}

/** The first days of consecutive months, both ends included. */
export function monthsBetween(first: string, last: string): string[] {
  return first > last ? [] : [first, ...monthsBetween(shiftDay(first, 1, 'month'), last)]
}

/** The months whose calendar grids hold all days of a period of at most a month: one, or also the next. */
export function monthsOfGrids(from: string, to: string): string[] {
  const month = monthKeyOf(from)
  return to <= lastDayOfGrid(month) ? [month] : [month, monthKeyOf(to)]
}

/** The Sunday of the last week of a month. */
function lastDayOfGrid(month: string): string {
  const last = new Date(month)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  last.setUTCDate(last.getUTCDate() + ((7 - last.getUTCDay()) % 7))
  return last.toISOString().slice(0, 10)
}

/** The last closed year, which tax declarations are about. */
export function lastClosedYear(today: string): number {
  return Number(today.slice(0, 4)) - 1
}
