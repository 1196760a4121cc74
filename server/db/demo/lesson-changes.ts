import type { LessonState } from '#contract/enumerations.ts'
import type { Random } from './random.ts'
import type { School } from './school.ts'

const hour = 3_600_000
/** Nobody moves or cancels what is further ahead than this. */
const foresight = 14 * 24 * hour

export type Place = { startsAt: Date; endsAt: Date; place: string | null }

type Change = { changedAt: Date | null; wasStartsAt: Date | null; wasEndsAt: Date | null; wasPlace: string | null }

/** When it was moved or cancelled, some days ahead and never later than now, and from where it was moved. */
export function changeOf(random: Random, state: LessonState, was: Place, now: Date): Change {
  const latest = Math.min(was.startsAt.getTime() - 6 * hour, now.getTime() - hour)
  const changedAt = state === 'planned' ? null : new Date(latest - random.integer(0, 40) * hour)
  return state === 'moved'
    ? { changedAt, wasStartsAt: was.startsAt, wasEndsAt: was.endsAt, wasPlace: was.place }
    : { changedAt, wasStartsAt: null, wasEndsAt: null, wasPlace: null }
}

/** What was drawn for something that starts then, unless it is too far ahead for anybody to have changed it. */
export function stateAt(drawn: LessonState, startsAt: Date, now: Date): LessonState {
  return startsAt.getTime() > now.getTime() + foresight ? 'planned' : drawn
}

/** Whether somebody who looks today finds it in the days to come. */
export function isNear(startsAt: Date, now: Date): boolean {
  const ahead = startsAt.getTime() - now.getTime()
  return ahead > 0 && ahead <= foresight
}

/**
 * What becomes of the nearest lessons of some groups: whoever signs in and looks finds one lesson moved and one
 * cancelled, of one's own or of one's children.
 */
export function changesToShow({
  people,
  memberships,
  moving,
  today,
}: School): ReadonlyMap<string, readonly LessonState[]> {
  const lookers = new Map(
    people.students.filter(({ isShown }) => isShown).map(({ person, customer }) => [person.id, customer.id]),
  )
  const present = memberships.filter(
    ({ studentId, groupId, joinedOn, leftOn }) =>
      lookers.has(studentId) && joinedOn <= today && !leftOn && !moving.steady.has(groupId),
  )
  const changes = new Map<string, LessonState[]>()
  for (const own of Map.groupBy(present, ({ studentId }) => lookers.get(studentId)).values()) {
    const groups = own.map(({ groupId }) => groupId)
    for (const state of ['moved', 'cancelled'] as const) {
      if (groups.some((group) => changes.get(group)?.includes(state))) continue
      // Some groups meet once a week: the other change goes to another group where there is one.
      const group = groups.find((each) => !changes.has(each)) ?? (groups[0] as string)
      changes.set(group, [...(changes.get(group) ?? []), state])
    }
  }
  return changes
}
