import { addDays, type Day, isoWeekday } from './calendar-days.ts'

/** The day that is `count` working days after `day`. Saturdays and Sundays do not count; the product knows no public holidays. */
export function addWorkingDays(day: Day, count: number): Day {
  let last = day
  for (let left = count; left > 0; ) {
    last = addDays(last, 1)
    if (isoWeekday(last) <= 5) left -= 1
  }
  return last
}
