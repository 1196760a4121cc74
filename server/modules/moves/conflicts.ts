import type { MoveConflict } from '#contract/enumerations.ts'
import { travelMinutes } from '#contract/limits.ts'
import type { MovePreview } from '#contract/schedule.ts'

type Item = MovePreview['items'][number]
type Conflict = MovePreview['conflicts'][number]

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
        const minutesBetween = minutesBetweenOf(item, other)
        const kind = kindOf(item, other, minutesBetween)
        return kind ? [{ kind, itemUuid: item.uuid, otherUuid: other.uuid, minutesBetween }] : []
      }),
    )
}

function kindOf(item: Item, other: Item, minutesBetween: number): MoveConflict | null {
  const isSameChild = item.studentUuid === other.studentUuid
  if (!isSameChild) return minutesBetween < 0 && areApart(item, other) ? 'children-apart' : null
  if (minutesBetween < 0) return 'overlap'
  return minutesBetween < travelMinutes && areApart(item, other) ? 'too-far' : null
}

/** Of one's own work and of vacations nobody comes late. */
function isAttended({ category, state }: Item): boolean {
  return state !== 'cancelled' && category !== 'vacations' && category !== 'selfStudy'
}

function areApart({ territory }: Item, other: Item): boolean {
  return territory !== null && other.territory !== null && territory.uuid !== other.territory.uuid
}

/** Below zero where they overlap. */
function minutesBetweenOf(one: Item, other: Item): number {
  const laterStart = Math.max(Date.parse(one.startsAt), Date.parse(other.startsAt))
  const earlierEnd = Math.min(Date.parse(one.endsAt), Date.parse(other.endsAt))
  return Math.round((laterStart - earlierEnd) / 60_000)
}
