import type { LessonState } from '#contract/enumerations.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addDays, type Day, mondayOf } from '#server/time/calendar-days.ts'

const states = ['moved', 'cancelled'] as const

/** Changes of a group's lessons in the week of seeding and in the following days. */
export type DemoChanges = { week: LessonState[]; near: LessonState[] }

/**
 * Every demo account sees one moved and one cancelled lesson this week and in the following days, of its own or of its
 * children.
 */
export function planDemoChanges(school: School): ReadonlyMap<string, DemoChanges> {
  const [week, near] = [changesOfWeek(school), changesAhead(school)]
  const groups = new Set([...week.keys(), ...near.keys()])
  return new Map([...groups].map((id) => [id, { week: week.get(id) ?? [], near: near.get(id) ?? [] }]))
}

/** Each state once in this week, preferably for future lessons, and once ahead of `now`. */
export function changedMeetings(
  meetings: readonly { day: Day; place: LessonPlace }[],
  { week, near }: DemoChanges,
  { now, today }: { now: Date; today: Day },
): ReadonlyMap<number, LessonState> {
  const ahead = (index: number) => (meetings[index]?.place.startsAt.getTime() ?? 0) - now.getTime()
  const all = meetings.map((_, index) => index)
  const nearest = all.filter((index) => ahead(index) > 0 && ahead(index) <= changeNoticeMs)
  const ofWeek = all.filter((index) => mondayOf(meetings[index]?.day ?? today) === mondayOf(today))
  const toComeFirst = [...ofWeek.filter((index) => ahead(index) > 0), ...ofWeek.filter((index) => ahead(index) <= 0)]
  const changed = new Map<number, LessonState>()
  const change = (among: readonly number[], state: LessonState) => {
    const first = among.find((index) => !changed.has(index))
    if (first !== undefined) changed.set(first, state)
  }
  for (const state of week) change(toComeFirst, state)
  for (const state of near) if (!nearest.some((index) => changed.get(index) === state)) change(nearest, state)
  return changed
}

/** At most one change per weekly meeting of a group; demo accounts of children are included. */
function changesOfWeek({ structure, people, memberships, transfers, today }: School): Map<string, LessonState[]> {
  const present = memberships.filter(
    ({ joinedOn, leftOn }) => joinedOn < addDays(mondayOf(today), 7) && (!leftOn || leftOn > today),
  )
  const shown = people.students.filter(({ isShown }) => isShown)
  const groupsOf = (such: typeof shown) =>
    present.flatMap(({ studentId, groupId }) => (such.some(({ person }) => person.id === studentId) ? groupId : []))
  const families = Map.groupBy(shown, ({ customer }) => customer.id)
  const viewers = [...shown.filter(({ person }) => person.subject).map((each) => [each]), ...families.values()]
  const meetings = new Map(structure.groups.map(({ row, slots }) => [row.id, slots.length]))
  const changes = new Map<string, LessonState[]>()
  for (const own of viewers.map(groupsOf)) {
    for (const state of states) {
      if (own.some((group) => changes.get(group)?.includes(state))) continue
      const free = own.filter((group) => (changes.get(group)?.length ?? 0) < (meetings.get(group) ?? 0))
      const group = free.find((each) => !transfers.steady.has(each)) ?? free[0]
      if (group) changes.set(group, [...(changes.get(group) ?? []), state])
    }
  }
  return changes
}

function changesAhead({ people, memberships, transfers, today }: School): Map<string, LessonState[]> {
  const viewers = new Map(
    people.students.filter(({ isShown }) => isShown).map(({ person, customer }) => [person.id, customer.id]),
  )
  const present = memberships.filter(
    ({ studentId, groupId, joinedOn, leftOn }) =>
      viewers.has(studentId) && joinedOn <= today && !leftOn && !transfers.steady.has(groupId),
  )
  const changes = new Map<string, LessonState[]>()
  for (const own of Map.groupBy(present, ({ studentId }) => viewers.get(studentId)).values()) {
    const groups = own.map(({ groupId }) => groupId)
    for (const state of states) {
      if (groups.some((group) => changes.get(group)?.includes(state))) continue
      // A group may meet once a week: the second change then goes to another group.
      const group = groups.find((each) => !changes.has(each)) ?? (groups[0] as string)
      changes.set(group, [...(changes.get(group) ?? []), state])
    }
  }
  return changes
}

const hour = 3_600_000
/** Lessons further ahead than this are not changed. */
const changeNoticeMs = 14 * 24 * hour

export type LessonPlace = { startsAt: Date; endsAt: Date; place: string | null }

type Change = {
  changedAt: Date | null
  previousStartsAt: Date | null
  previousEndsAt: Date | null
  previousPlace: string | null
}

/** When the lesson was moved or cancelled (some days before it, not after now), and its original time and place. */
export function createLessonChange(random: Random, state: LessonState, was: LessonPlace, now: Date): Change {
  const latest = Math.min(was.startsAt.getTime() - 6 * hour, now.getTime() - hour)
  const changedAt = state === 'planned' ? null : new Date(latest - random.integer(0, 40) * hour)
  return state === 'moved'
    ? { changedAt, previousStartsAt: was.startsAt, previousEndsAt: was.endsAt, previousPlace: was.place }
    : { changedAt, previousStartsAt: null, previousEndsAt: null, previousPlace: null }
}

/** The drawn state, or `planned` if the lesson is too far ahead. */
export function stateAt(drawn: LessonState, startsAt: Date, now: Date): LessonState {
  return startsAt.getTime() > now.getTime() + changeNoticeMs ? 'planned' : drawn
}
