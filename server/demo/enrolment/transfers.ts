import type { groupMemberships } from '#server/db/schema/programs.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import type { People } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type Batch, batch } from '#server/demo/rows/row-batch.ts'
import type { Group, SchoolStructure } from '#server/demo/structure/school-structure.ts'
import { covers, daysOf } from '#server/demo/structure/school-year.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, type Day, isoWeekday, mondayOf, zonedInstant } from '#server/time/calendar-days.ts'
import { addAvailableGroups, addOnlyGroup } from './available-groups.ts'
import type { PlannedContract } from './planned-contracts.ts'

type Membership = typeof groupMemberships.$inferInsert
type PlannedTransfer = {
  agreement: PlannedContract
  from: Group
  to: Group
  state: 'coming' | 'done'
  requestedOn: Day
  effectiveFrom: Day
}

/** Transfers and waiting lists; their contracts are created later with the payments. */
export type DemoTransfers = {
  planned: PlannedTransfer[]
  entries: PlannedEntry[]
  /** Groups with which the available groups conflict: their lessons after this week are not changed. */
  steady: ReadonlySet<string>
}

type School = { structure: SchoolStructure; people: People; agreements: PlannedContract[]; memberships: Membership[] }

/**
 * Transfers of the demo families: every obstacle that their contracts do not have yet, and every state of a transfer.
 * Uses its own random stream.
 */
export function addTransfers(random: Random, school: School): DemoTransfers {
  const { structure, people } = school
  const context = { random, structure, teachers: people.teachers }
  const [son, son2] = inOrder(school, 'family', 0)
  const [daughter] = inOrder(school, 'family', 1)
  const [boy, boy2] = inOrder(school, 'parent', 0)
  const [girl] = inOrder(school, 'parent', 1)
  const [transferred, single] = inOrder(school, 'edcheck-parent', 0)

  const entries = [son, boy].flatMap((each) => (each ? fillOtherGroup(school, each) : []))
  if (daughter) entries.push(...holdPlace(school, daughter))
  const coming = boy2 && beginTransfer(random, school, boy2)
  const done = transferred && endTransfer(random, school, transferred)

  const ofSon = { other: son2?.group, sibling: daughter?.group }
  const ofBoy = { other: coming?.to, sibling: girl?.group }
  const choices = [
    ...(son?.group ? addAvailableGroups(context, son.group, ofSon) : []),
    ...(boy?.group ? addAvailableGroups(context, boy.group, ofBoy) : []),
  ]
  if (single) addOnlyGroup(context, school, single)
  const clashing = [...choices, ofSon.other, ofSon.sibling, ofBoy.other, ofBoy.sibling]
  const steady = clashing.flatMap((group) => group?.row.id ?? [])
  return { planned: [coming, done].flatMap((transfer) => transfer ?? []), entries, steady: new Set(steady) }
}

export function* transferRows(
  random: Random,
  { planned, entries }: DemoTransfers,
  contractOf: ReadonlyMap<PlannedContract, string>,
  moment: { now: Date; timeZone: string },
): Generator<Batch> {
  const rows = planned.map(({ agreement, from, to, state, requestedOn, effectiveFrom }) => ({
    id: random.uuid(),
    contractId: contractOf.get(agreement) as string,
    studentId: agreement.student.person.id,
    fromGroupId: from.row.id,
    toGroupId: to.row.id,
    requestedById: agreement.student.customer.id,
    requestedAt: zonedInstant(requestedOn, '00:10', moment.timeZone),
    month: `${requestedOn.slice(0, 7)}-01`,
    effectiveFrom,
    state,
  }))
  yield batch(transfers, rows)
  yield waitingListRows(random, entries, contractOf, moment)
}

/** The active contracts of one child of an account. */
function inOrder({ people, agreements }: School, login: DemoLogin, child: number): PlannedContract[] {
  const children = people.students.filter(({ customer }) => customer.subject === demoSubject(login))
  return agreements.filter(
    ({ student, status, group }) => student === children[child] && status === 'Concluded' && group,
  )
}

function beginTransfer(random: Random, school: School, agreement: PlannedContract): PlannedTransfer | undefined {
  const { structure, memberships } = school
  const [from, to] = [agreement.group, findOtherGroup(school, agreement)]
  const effectiveFrom = to && firstWeekOf(structure, to, addDays(mondayOf(structure.today), 7))
  const present = memberships.find(isOf(agreement))
  if (!from || !to || !effectiveFrom || !present) return
  present.leftOn = effectiveFrom
  memberships.push({ ...present, id: random.uuid(), groupId: to.row.id, joinedOn: effectiveFrom, leftOn: null })
  to.row.placesTaken += 1
  to.row.placesTotal = Math.max(to.row.placesTotal, to.row.placesTaken)
  return { agreement, from, to, state: 'coming', requestedOn: structure.today, effectiveFrom }
}

/** Requested on the first of this month, if the following Monday is over. */
function endTransfer(random: Random, school: School, agreement: PlannedContract): PlannedTransfer | undefined {
  const { today } = school.structure
  const [from, to] = [findOtherGroup(school, agreement), agreement.group]
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const effectiveFrom = addDays(mondayOf(firstOfMonth), 7)
  const present = school.memberships.find(isOf(agreement))
  if (!from || !to || !present || effectiveFrom > today || effectiveFrom <= from.row.startsOn) return
  const { startsOn } = from.row
  agreement.joinedOn = effectiveFrom
  present.joinedOn = effectiveFrom
  const before = { groupId: from.row.id, joinedOn: startsOn, leftOn: effectiveFrom }
  school.memberships.push({ ...present, id: random.uuid(), ...before })
  return { agreement, from, to, state: 'done', requestedOn: firstOfMonth, effectiveFrom }
}

function isOf({ group, student }: PlannedContract) {
  return ({ groupId, studentId }: Membership) => groupId === group?.row.id && studentId === student.person.id
}

/** Monday of the first week from `from` on with lessons of the group. */
function firstWeekOf({ year }: SchoolStructure, { program, row, slots }: Group, from: Day): Day | undefined {
  const free = year.vacations[program.branch]
  const meets = (day: Day) =>
    slots.some(({ weekday }) => weekday === isoWeekday(day)) && !free.some((each) => covers(each, day))
  const first = daysOf({ startsOn: from, endsOn: row.endsOn }).find(meets)
  return first && mondayOf(first)
}

type PlannedEntry = { agreement: PlannedContract; group: Group; joinedOn: Day; isHeld: boolean }

/** How long the held place of the demo stays held after seeding: nearly a day. */
export const demoHoldMs = 20 * 3_600_000

function waitingListRows(
  random: Random,
  entries: readonly PlannedEntry[],
  contractOf: ReadonlyMap<PlannedContract, string>,
  { now, timeZone }: { now: Date; timeZone: string },
): Batch {
  const lines = entries.map(({ agreement, group, joinedOn, isHeld }) => ({
    id: random.uuid(),
    groupId: group.row.id,
    studentId: agreement.student.person.id,
    contractId: contractOf.get(agreement) as string,
    requestedById: agreement.student.customer.id,
    joinedAt: zonedInstant(joinedOn, '12:00', timeZone),
    state: isHeld ? ('held' as const) : ('waiting' as const),
    heldUntil: isHeld ? new Date(now.getTime() + demoHoldMs) : null,
  }))
  return batch(waitingListEntries, lines)
}

/** The first other group of the program. */
function findOtherGroup({ structure }: School, { program, group }: PlannedContract): Group | undefined {
  return structure.groups.find((each) => each.program === program && each !== group)
}

/** Fills the other group of the program and adds two waiting list entries. */
function fillOtherGroup(school: School, agreement: PlannedContract): PlannedEntry[] {
  const group = findOtherGroup(school, agreement)
  if (!group || group.row.placesTaken === 0) return []
  group.row.placesTotal = group.row.placesTaken
  return others(school, agreement)
    .slice(0, 2)
    .map((waiting, index) => ({
      agreement: waiting,
      group,
      joinedOn: addDays(school.structure.today, index - 6),
      isHeld: false,
    }))
}

/** A freed place is held for this student; another one waits. */
function holdPlace(school: School, agreement: PlannedContract): PlannedEntry[] {
  const group = findOtherGroup(school, agreement)
  if (!group) return []
  group.row.placesTaken += 1
  group.row.placesTotal = group.row.placesTaken
  const { today } = school.structure
  const next = others(school, agreement).slice(0, 1)
  return [
    { agreement, group, joinedOn: addDays(today, -9), isHeld: true },
    ...next.map((waiting) => ({ agreement: waiting, group, joinedOn: addDays(today, -3), isHeld: false })),
  ]
}

/** Members of the same group without a demo account. */
function others({ agreements }: School, { group }: PlannedContract): PlannedContract[] {
  return agreements.filter(
    (each) => each.group === group && each.status === 'Concluded' && each.leftOn === null && !each.student.isShown,
  )
}
