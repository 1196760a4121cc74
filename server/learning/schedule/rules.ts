import { addDays, type Day, mondayOf } from '#server/calendar-days.ts'

/** The weeks that a month calendar shows (D-23): Monday of the first week to Sunday of the last. */
export function calendarSheetRange(day: Day): { from: Day; to: Day } {
  const first = `${day.slice(0, 7)}-01`
  const someDayOfNextMonth = addDays(first, 31)
  const last = addDays(`${someDayOfNextMonth.slice(0, 7)}-01`, -1)
  return { from: mondayOf(first), to: addDays(mondayOf(last), 6) }
}
