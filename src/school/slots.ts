import type { StudyGroup } from '#contract/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** A time of the week at which a group meets. */
export type Slot = StudyGroup['slots'][number]

/** When a group meets, days of the same hours together: «пн, ср 17:00–18:30». */
export function slotsWords(slots: readonly Slot[], dates: Dates): string[] {
  // Word joiners keep the hours on one line.
  const byHours = Map.groupBy(slots, ({ from, to }) => `${from}\u2060–\u2060${to}`)
  return [...byHours].map(([hours, same]) => `${same.map((slot) => weekdayWords(slot, dates)).join(', ')} ${hours}`)
}

function weekdayWords({ weekday }: Slot, dates: Dates): string {
  return dates.weekdayShort(someWeek[weekday - 1] ?? '')
}

/** The first of January 2024 was a Monday. */
const someWeek = Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`)

/** Whose lessons nobody goes to: not yet, or not at present. */
const idle: readonly StudyGroup['reason'][] = ['frozen', 'not-paid', 'not-begun']

/** The groups that the same child goes to, besides the one that is left, that meet when a new group does. */
export function clashesWith(slots: readonly Slot[], left: StudyGroup, present: readonly StudyGroup[]): StudyGroup[] {
  return present.filter(
    ({ studentUuid, contractUuid, reason, slots: theirs }) =>
      studentUuid === left.studentUuid &&
      !idle.includes(reason) &&
      contractUuid !== left.contractUuid &&
      slots.some((slot) => theirs.some((other) => overlap(slot, other))),
  )
}

function overlap(one: Slot, other: Slot): boolean {
  return one.weekday === other.weekday && one.from < other.to && other.from < one.to
}
