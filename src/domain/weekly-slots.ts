import { type Weekday, weekdays } from '#contract/enumerations.ts'
import type { StudyGroup } from '#contract/learning/schedule.ts'
import { dayPartHours } from '#contract/limits.ts'
import type { ScheduleChangeSearch } from '#contract/screen-search.ts'
import { type Dates, timeRange } from '#src/i18n/dates.ts'

/** A time of the week at which a group meets. */
export type Slot = StudyGroup['slots'][number]

/** Weekly times, days with the same hours together: «пн, ср 17:00–18:30». */
export function slotsText(slots: readonly Slot[], dates: Dates): string[] {
  // No-break characters keep the day and the hours on one line.
  const byHours = Map.groupBy(slots, ({ from, to }) => timeRange(from, to))
  return [...byHours].map(([hours, same]) => `${same.map((slot) => weekdayText(slot, dates)).join(', ')}\u00a0${hours}`)
}

function weekdayText({ weekday }: Pick<Slot, 'weekday'>, dates: Dates): string {
  return dates.weekdayShort(referenceWeek[weekday - 1] ?? '')
}

/** Days of the week for a filter. */
export function weekdayOptions(dates: Dates): { value: Weekday; label: string }[] {
  return weekdays.map((value) => ({ value, label: weekdayText({ weekday: Number(value) }, dates) }))
}

/** The first of January 2024 was a Monday. */
const referenceWeek = Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`)

/** Weekdays (1 is Monday) and parts of the day that suit; undefined is any. */
export type TimeFilter = NonNullable<ScheduleChangeSearch['filter']>

/** Whether all meetings of a group suit. A group without regular times always does. */
export function matchesTimeFilter(slots: readonly Slot[], { day, hours }: TimeFilter = {}): boolean {
  return slots.every(
    ({ weekday, from }) =>
      (day === undefined || day.some((each) => Number(each) === weekday)) &&
      (hours === undefined || hours.some((part) => isDuring(from, dayPartHours[part]))),
  )
}

function isDuring(time: string, { from, until }: { from: string; until: string }): boolean {
  return time >= from && time < until
}
