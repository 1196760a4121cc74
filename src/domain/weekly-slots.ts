import type { StudyGroup } from '#contract/schedule.ts'
import type { Dates } from '#src/i18n/dates.ts'

/** A time of the week at which a group meets. */
export type Slot = StudyGroup['slots'][number]

/** Weekly times, days with the same hours together: «пн, ср 17:00–18:30». */
export function slotsText(slots: readonly Slot[], dates: Dates): string[] {
  // Word joiners keep the hours on one line.
  const byHours = Map.groupBy(slots, ({ from, to }) => `${from}\u2060–\u2060${to}`)
  return [...byHours].map(([hours, same]) => `${same.map((slot) => weekdayText(slot, dates)).join(', ')} ${hours}`)
}

function weekdayText({ weekday }: Slot, dates: Dates): string {
  return dates.weekdayShort(referenceWeek[weekday - 1] ?? '')
}

/** The first of January 2024 was a Monday. */
const referenceWeek = Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`)

/** Reasons for which a group is currently not attended. */
const inactiveReasons: readonly StudyGroup['reason'][] = ['frozen', 'not-paid', 'not-begun']

/** Other present groups of the child whose times overlap with those of the new group. */
export function conflictingGroups(
  slots: readonly Slot[],
  left: StudyGroup,
  present: readonly StudyGroup[],
): StudyGroup[] {
  return present.filter(
    ({ studentUuid, contractUuid, reason, slots: theirs }) =>
      studentUuid === left.studentUuid &&
      !inactiveReasons.includes(reason) &&
      contractUuid !== left.contractUuid &&
      slots.some((slot) => theirs.some((other) => overlap(slot, other))),
  )
}

function overlap(one: Slot, other: Slot): boolean {
  return one.weekday === other.weekday && one.from < other.to && other.from < one.to
}
