import type { LessonState } from '#contract/enumerations.ts'
import { addDays, type Day, mondayOf } from '#server/days.ts'
import { foresight, type Place } from './lesson-changes.ts'
import type { School } from './school.ts'

const states = ['moved', 'cancelled'] as const

/** What becomes of a group's lessons in the week of the seeding, and in the days to come. */
export type Changes = { week: LessonState[]; near: LessonState[] }

/**
 * Whoever signs in and looks finds one lesson moved and one cancelled this week, and in the days to come, of one's own
 * or of one's children.
 */
export function changesToShow(school: School): ReadonlyMap<string, Changes> {
  const [week, near] = [changesOfWeek(school), changesAhead(school)]
  const groups = new Set([...week.keys(), ...near.keys()])
  return new Map([...groups].map((id) => [id, { week: week.get(id) ?? [], near: near.get(id) ?? [] }]))
}

/** Each state once in the week, of what is still to come where there is such, and once ahead of `now`. */
export function changedMeetings(
  meetings: readonly { day: Day; place: Place }[],
  { week, near }: Changes,
  { now, today }: { now: Date; today: Day },
): ReadonlyMap<number, LessonState> {
  const ahead = (index: number) => (meetings[index]?.place.startsAt.getTime() ?? 0) - now.getTime()
  const all = meetings.map((_, index) => index)
  const nearest = all.filter((index) => ahead(index) > 0 && ahead(index) <= foresight)
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

/** As many of a group as it has meetings in a week; those who sign in as children look, too. */
function changesOfWeek({ frame, people, memberships, moving, today }: School): Map<string, LessonState[]> {
  const present = memberships.filter(
    ({ joinedOn, leftOn }) => joinedOn < addDays(mondayOf(today), 7) && (!leftOn || leftOn > today),
  )
  const shown = people.students.filter(({ isShown }) => isShown)
  const groupsOf = (such: typeof shown) =>
    present.flatMap(({ studentId, groupId }) => (such.some(({ person }) => person.id === studentId) ? groupId : []))
  const families = Map.groupBy(shown, ({ customer }) => customer.id)
  const lookers = [...shown.filter(({ person }) => person.subject).map((each) => [each]), ...families.values()]
  const meetings = new Map(frame.groups.map(({ row, slots }) => [row.id, slots.length]))
  const changes = new Map<string, LessonState[]>()
  for (const own of lookers.map(groupsOf)) {
    for (const state of states) {
      if (own.some((group) => changes.get(group)?.includes(state))) continue
      const free = own.filter((group) => (changes.get(group)?.length ?? 0) < (meetings.get(group) ?? 0))
      const group = free.find((each) => !moving.steady.has(each)) ?? free[0]
      if (group) changes.set(group, [...(changes.get(group) ?? []), state])
    }
  }
  return changes
}

function changesAhead({ people, memberships, moving, today }: School): Map<string, LessonState[]> {
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
    for (const state of states) {
      if (groups.some((group) => changes.get(group)?.includes(state))) continue
      // Some groups meet once a week: the other change goes to another group where there is one.
      const group = groups.find((each) => !changes.has(each)) ?? (groups[0] as string)
      changes.set(group, [...(changes.get(group) ?? []), state])
    }
  }
  return changes
}
