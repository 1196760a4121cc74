import type { MoveConflict } from '#contract/enumerations.ts'
import { travelMinutes } from '#contract/limits.ts'
import type { MovePreview } from '#contract/schedule.ts'

type Item = MovePreview['items'][number]
type Conflict = MovePreview['conflicts'][number]

/** Somebody somewhere for a while, in minutes since any instant that both of two have in common; null: at home. */
export type Stay = { studentUuid: string; territoryUuid: string | null; from: number; to: number }

/**
 * Where the new group's lessons do not fit what stays: the child's own lessons, exams and talks, and the lessons of the
 * other children who would have to be elsewhere at the same time. The group that is left is no obstacle to the new one.
 */
export function conflictsOf(items: readonly Item[]): Conflict[] {
  const attended = items.filter(isAttended)
  const staying = attended.filter(({ side }) => side === 'stays')
  return attended
    .filter(({ side }) => side === 'comes')
    .flatMap((item) =>
      staying.flatMap((other) => {
        const conflict = conflictBetween(stayAt(item), stayAt(other))
        return conflict ? [{ itemUuid: item.uuid, otherUuid: other.uuid, ...conflict }] : []
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

function areApart({ territoryUuid }: Stay, other: Stay): boolean {
  return territoryUuid !== null && other.territoryUuid !== null && territoryUuid !== other.territoryUuid
}

function stayAt({ studentUuid, territory, startsAt, endsAt }: Item): Stay {
  const minuteOf = (instant: string) => Date.parse(instant) / 60_000
  return { studentUuid, territoryUuid: territory?.uuid ?? null, from: minuteOf(startsAt), to: minuteOf(endsAt) }
}
