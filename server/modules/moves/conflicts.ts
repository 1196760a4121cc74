import type { MoveConflict } from '#contract/enumerations.ts'
import type { MovePreview } from '#contract/schedule.ts'
import { territoryIn, travelMinutes } from '#contract/travel.ts'
import { wallClockAt } from '#server/days.ts'

type Item = MovePreview['items'][number]
type Conflict = MovePreview['conflicts'][number]

/**
 * Somebody somewhere for a while, in minutes since any instant that both of two have in common. The territory is told
 * as the other one tells it, by whatever; null: at home.
 */
export type Stay = { studentUuid: string; territory: string | null; from: number; to: number }

/** The first week of a move ends at `until`, ISO 8601. */
type FirstWeek = { until: string; timeZone: string }

/**
 * Where the new group's lessons do not fit what stays: the child's own lessons, exams and talks, and the lessons of the
 * other children who would have to be elsewhere at the same time. The group that is left is no obstacle to the new one.
 * A clash after the first week is told with what it is between, and only where none like it was told before.
 */
export function conflictsOf(items: readonly Item[], { until, timeZone }: FirstWeek): Conflict[] {
  const told = new Set<string>()
  return clashesOf(items).flatMap(({ item, other, ...clash }) => {
    const hour = wallClockAt(item.startsAt, timeZone).format('d HH:mm')
    const key = [clash.kind, hour, clash.minutesBetween, other.studentUuid, other.groupUuid ?? other.uuid].join(' ')
    const isLater = item.startsAt >= until
    if (isLater && told.has(key)) return []
    told.add(key)
    const conflict = { ...clash, itemUuid: item.uuid, otherUuid: other.uuid }
    return [isLater ? { ...conflict, later: { item, other } } : conflict]
  })
}

type Clash = { kind: MoveConflict; item: Item; other: Item; minutesBetween: number }

/** In the order of the new group's lessons. */
function clashesOf(items: readonly Item[]): Clash[] {
  const attended = items.filter(isAttended)
  const staying = attended.filter(({ side }) => side === 'stays')
  return attended
    .filter(({ side }) => side === 'comes')
    .flatMap((item) =>
      staying.flatMap((other) => {
        const conflict = conflictBetween(stayAt(item), stayAt(other))
        return conflict ? [{ ...conflict, item, other }] : []
      }),
    )
}

/** Why the one does not fit beside the other; `minutesBetween` is below zero where they overlap. */
export function conflictBetween(one: Stay, other: Stay): { kind: MoveConflict; minutesBetween: number } | null {
  const minutesBetween = Math.round(Math.max(one.from, other.from) - Math.min(one.to, other.to))
  const kind = kindOf(one, other, minutesBetween)
  return kind && { kind, minutesBetween }
}

function kindOf(one: Stay, other: Stay, minutesBetween: number): MoveConflict | null {
  const isSameChild = one.studentUuid === other.studentUuid
  if (!isSameChild) return minutesBetween < 0 && areApart(one, other) ? 'children-apart' : null
  if (minutesBetween < 0) return 'overlap'
  return minutesBetween < travelMinutes && areApart(one, other) ? 'too-far' : null
}

/** Of one's own work and of vacations nobody comes late. */
function isAttended({ category, state }: Item): boolean {
  return state !== 'cancelled' && category !== 'vacations' && category !== 'selfStudy'
}

function areApart({ territory }: Stay, other: Stay): boolean {
  return territory !== null && other.territory !== null && territory !== other.territory
}

/** By the place in words, as the calendar measures: an exam or a talk has no group whose territory it could have. */
function stayAt({ studentUuid, place, startsAt, endsAt }: Item): Stay {
  const minuteOf = (instant: string) => Date.parse(instant) / 60_000
  return { studentUuid, territory: territoryIn(place), from: minuteOf(startsAt), to: minuteOf(endsAt) }
}
