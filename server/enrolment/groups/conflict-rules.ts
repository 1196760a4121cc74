import type { TransferConflict } from '#contract/enumerations.ts'
import type { ScheduleConflict } from '#contract/learning/schedule.ts'
import { territoryIn, travelMinutes } from '#contract/limits.ts'
import type { Day } from '#server/time/calendar-days.ts'

/** A time at which a student has to be somewhere, on the clock of the school. */
export type Attendance = {
  studentUuid: string
  /** Lesson, exam or talk; null for a time that only the weekly slots of a group name. */
  uuid: string | null
  groupUuid: string | null
  title: string
  /** Begins with the territory; null is online. */
  place: string | null
  day: Day
  weekday: number
  /** `HH:MM`, and in minutes since midnight. */
  slot: { from: string; to: string }
  from: number
  to: number
  /** A place that is taken and not paid yet. */
  isUnpaid: boolean
}

/** A conflict with the ids of its lessons on all days. */
export type FoundConflict = ScheduleConflict & { itemUuids: string[] }

/**
 * Conflicts of the lessons of a new group with everything else that the family attends: other items of the student, and
 * items of siblings in another territory at the same time. Conflicts of the same times in several weeks are one. Weekly
 * ones come first, then those of a single day.
 */
export function findConflicts(
  coming: readonly Omit<Attendance, 'isUnpaid'>[],
  attended: readonly Attendance[],
): FoundConflict[] {
  const byDay = Map.groupBy(attended, ({ day }) => day)
  const found = new Map<string, FoundConflict>()
  for (const lesson of coming) {
    for (const other of byDay.get(lesson.day) ?? []) {
      if (other.groupUuid !== null && other.groupUuid === lesson.groupUuid) continue
      const conflict = conflictBetween(lesson, other)
      if (conflict) add(found, { ...conflict, lesson, other })
    }
  }
  return [...found.values()].sort(
    (one, other) => order(one).localeCompare(order(other)) || one.other.title.localeCompare(other.other.title),
  )
}

type Pair = { kind: TransferConflict; minutesBetween: number; lesson: Omit<Attendance, 'isUnpaid'>; other: Attendance }

function add(found: Map<string, FoundConflict>, { kind, minutesBetween, lesson, other }: Pair): void {
  const { studentUuid, title, place, uuid, isUnpaid } = other
  const [slot, theirs] = [slotOf(lesson), slotOf(other)]
  const itemUuids = [lesson.uuid, other.uuid].filter((uuid) => uuid !== null)
  const key = JSON.stringify([kind, slot, theirs, studentUuid, other.groupUuid ?? title])
  const known = found.get(key)
  if (known) {
    known.day = known.day === lesson.day ? known.day : null
    known.itemUuids.push(...itemUuids)
    return
  }
  const calendarGap = isUnpaid ? 'not-paid' : uuid === null ? 'not-planned' : null
  const attended = { studentUuid, title, slot: theirs, place, calendarGap } as const
  found.set(key, { kind, slot, other: attended, minutesBetween, day: lesson.day, itemUuids })
}

function slotOf({ weekday, slot }: Pick<Attendance, 'weekday' | 'slot'>): ScheduleConflict['slot'] {
  return { weekday, ...slot }
}

function order({ day, slot: { weekday, from } }: FoundConflict): string {
  return `${day ?? ''} ${weekday} ${from}`
}

type Interval = Pick<Attendance, 'studentUuid' | 'place' | 'from' | 'to'>

/** The kind of conflict between two items of a day; `minutesBetween` is negative if they overlap. */
function conflictBetween(one: Interval, other: Interval): { kind: TransferConflict; minutesBetween: number } | null {
  const minutesBetween = Math.max(one.from, other.from) - Math.min(one.to, other.to)
  const kind = kindOf(one, other, minutesBetween)
  return kind && { kind, minutesBetween }
}

function kindOf(one: Interval, other: Interval, minutesBetween: number): TransferConflict | null {
  const isSameChild = one.studentUuid === other.studentUuid
  if (!isSameChild) return minutesBetween < 0 && areInDifferentTerritories(one, other) ? 'children-apart' : null
  if (minutesBetween < 0) return 'overlap'
  return minutesBetween < travelMinutes && areInDifferentTerritories(one, other) ? 'too-far' : null
}

/** Compares territories by the text of the place, as the calendar does: exams and talks have no group. */
function areInDifferentTerritories(one: Interval, other: Interval): boolean {
  const [here, there] = [territoryIn(one.place), territoryIn(other.place)]
  return here !== null && there !== null && here !== there
}
