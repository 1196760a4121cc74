import type { TransferConflict } from '#contract/enumerations.ts'
import { territoryIn, travelMinutes } from '#contract/limits.ts'
import type { TransferPreview } from '#contract/schedule.ts'
import { toZonedTime } from '#server/calendar-days.ts'

type Item = TransferPreview['items'][number]
type Conflict = TransferPreview['conflicts'][number]

/** Where a student is, in minutes since any common origin. Territories are compared by equality; null is online. */
export type LocatedInterval = { studentUuid: string; territory: string | null; from: number; to: number }

/** `until` is the end of the first week, ISO 8601. */
type FirstWeek = { until: string; timeZone: string }

/**
 * Conflicts of the new group's lessons with the remaining schedule: the student's own items, and lessons of siblings in
 * another territory at the same time. The group that is left is ignored. After the first week a conflict carries its
 * items and is reported only if no similar one was.
 */
export function findScheduleConflicts(items: readonly Item[], { until, timeZone }: FirstWeek): Conflict[] {
  const reported = new Set<string>()
  return findOverlaps(items).flatMap(({ item, other, ...clash }) => {
    const hour = toZonedTime(item.startsAt, timeZone).format('d HH:mm')
    const key = [clash.kind, hour, clash.minutesBetween, other.studentUuid, other.groupUuid ?? other.uuid].join(' ')
    const isLater = item.startsAt >= until
    if (isLater && reported.has(key)) return []
    reported.add(key)
    const conflict = { ...clash, itemUuid: item.uuid, otherUuid: other.uuid }
    return [isLater ? { ...conflict, later: { item, other } } : conflict]
  })
}

type Clash = { kind: TransferConflict; item: Item; other: Item; minutesBetween: number }

/** In the order of the new group's lessons. */
function findOverlaps(items: readonly Item[]): Clash[] {
  const attended = items.filter(isAttended)
  const staying = attended.filter(({ side }) => side === 'stays')
  return attended
    .filter(({ side }) => side === 'comes')
    .flatMap((item) =>
      staying.flatMap((other) => {
        const conflict = conflictBetween(toLocatedInterval(item), toLocatedInterval(other))
        return conflict ? [{ ...conflict, item, other }] : []
      }),
    )
}

/** The kind of conflict between two stays; `minutesBetween` is negative if they overlap. */
export function conflictBetween(
  one: LocatedInterval,
  other: LocatedInterval,
): { kind: TransferConflict; minutesBetween: number } | null {
  const minutesBetween = Math.round(Math.max(one.from, other.from) - Math.min(one.to, other.to))
  const kind = kindOf(one, other, minutesBetween)
  return kind && { kind, minutesBetween }
}

function kindOf(one: LocatedInterval, other: LocatedInterval, minutesBetween: number): TransferConflict | null {
  const isSameChild = one.studentUuid === other.studentUuid
  if (!isSameChild) return minutesBetween < 0 && areInDifferentTerritories(one, other) ? 'children-apart' : null
  if (minutesBetween < 0) return 'overlap'
  return minutesBetween < travelMinutes && areInDifferentTerritories(one, other) ? 'too-far' : null
}

/** Self-study and vacations need no presence. */
function isAttended({ category, state }: Item): boolean {
  return state !== 'cancelled' && category !== 'vacations' && category !== 'selfStudy'
}

function areInDifferentTerritories({ territory }: LocatedInterval, other: LocatedInterval): boolean {
  return territory !== null && other.territory !== null && territory !== other.territory
}

/** Compares territories by the text of the place, as the calendar does: exams and talks have no group. */
function toLocatedInterval({ studentUuid, place, startsAt, endsAt }: Item): LocatedInterval {
  const minuteOf = (instant: string) => Date.parse(instant) / 60_000
  return { studentUuid, territory: territoryIn(place), from: minuteOf(startsAt), to: minuteOf(endsAt) }
}
