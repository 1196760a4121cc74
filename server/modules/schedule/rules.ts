import { addDays, type Day, mondayOf } from '#server/days.ts'

/** The calendar sheet of the month that holds `day` (D-23): Monday of its first week to Sunday of its last. */
export function sheetOf(day: Day): { from: Day; to: Day } {
  const first = `${day.slice(0, 7)}-01`
  const someDayOfNextMonth = addDays(first, 31)
  const last = addDays(`${someDayOfNextMonth.slice(0, 7)}-01`, -1)
  return { from: mondayOf(first), to: addDays(mondayOf(last), 6) }
}
