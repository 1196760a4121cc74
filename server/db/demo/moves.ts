import { addDays, type Day, instantAt, mondayOf, weekdayOf } from '#server/days.ts'
import { groupMoves } from '#server/db/schema/moves.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import { type DemoLogin, demoSubject } from './accounts.ts'
import type { Agreement } from './agreements.ts'
import { type Batch, batch } from './batch.ts'
import { addChoices, addOnlyGroup } from './choices.ts'
import type { Frame, Group } from './frame.ts'
import type { People } from './people.ts'
import type { Random } from './random.ts'
import { covers, daysOf } from './school-year.ts'
import { fillOther, holdPlace, otherGroupOf, type Wait, waitRows } from './waits.ts'

type Membership = typeof groupMemberships.$inferInsert
type Move = {
  agreement: Agreement
  from: Group
  to: Group
  state: 'coming' | 'done'
  requestedOn: Day
  effectiveFrom: Day
}

/** Moves and waiting lists; their contracts are made later, with the money. */
export type Moving = {
  moves: Move[]
  waits: Wait[]
  /** Groups whose lessons the choices are made to clash with: none of those after this week is moved or cancelled. */
  steady: ReadonlySet<string>
}

type School = { frame: Frame; people: People; agreements: Agreement[]; memberships: Membership[] }

/**
 * What changing groups looks like, at the families that are shown: every reason why not that their contracts do not
 * have by themselves, and every turn that it can take. Nothing that chance has made before is made otherwise.
 */
export function addMoving(random: Random, school: School): Moving {
  const { frame, people } = school
  const world = { random, frame, teachers: people.teachers }
  const [son, son2] = inOrder(school, 'family', 0)
  const [daughter] = inOrder(school, 'family', 1)
  const [boy, boy2] = inOrder(school, 'parent', 0)
  const [girl] = inOrder(school, 'parent', 1)
  const [mover, single] = inOrder(school, 'edcheck-parent', 0)

  const waits = [son, boy].flatMap((each) => (each ? fillOther(school, each) : []))
  if (daughter) waits.push(...holdPlace(school, daughter))
  const coming = boy2 && beginMove(random, school, boy2)
  const done = mover && endMove(random, school, mover)

  const ofSon = { other: son2?.group, sibling: daughter?.group }
  const ofBoy = { other: coming?.to, sibling: girl?.group }
  const choices = [
    ...(son?.group ? addChoices(world, son.group, ofSon) : []),
    ...(boy?.group ? addChoices(world, boy.group, ofBoy) : []),
  ]
  if (single) addOnlyGroup(world, school, single)
  const clashing = [...choices, ofSon.other, ofSon.sibling, ofBoy.other, ofBoy.sibling]
  const steady = clashing.flatMap((group) => group?.row.id ?? [])
  return { moves: [coming, done].flatMap((move) => move ?? []), waits, steady: new Set(steady) }
}

export function* moveRows(
  random: Random,
  { moves, waits }: Moving,
  contractOf: ReadonlyMap<Agreement, string>,
  moment: { now: Date; timeZone: string },
): Generator<Batch> {
  const rows = moves.map(({ agreement, from, to, state, requestedOn, effectiveFrom }) => ({
    id: random.uuid(),
    contractId: contractOf.get(agreement) as string,
    studentId: agreement.student.person.id,
    fromGroupId: from.row.id,
    toGroupId: to.row.id,
    requestedById: agreement.student.customer.id,
    requestedAt: instantAt(requestedOn, '00:10', moment.timeZone),
    month: `${requestedOn.slice(0, 7)}-01`,
    effectiveFrom,
    state,
  }))
  yield batch(groupMoves, rows)
  yield waitRows(random, waits, contractOf, moment)
}

/** The contracts in order of one of an account's children. */
function inOrder({ people, agreements }: School, login: DemoLogin, child: number): Agreement[] {
  const children = people.students.filter(({ customer }) => customer.subject === demoSubject(login))
  return agreements.filter(
    ({ student, status, group }) => student === children[child] && status === 'Concluded' && group,
  )
}

function beginMove(random: Random, school: School, agreement: Agreement): Move | undefined {
  const { frame, memberships } = school
  const [from, to] = [agreement.group, otherGroupOf(school, agreement)]
  const effectiveFrom = to && firstWeekOf(frame, to, addDays(mondayOf(frame.today), 7))
  const present = memberships.find(isOf(agreement))
  if (!from || !to || !effectiveFrom || !present) return
  present.leftOn = effectiveFrom
  memberships.push({ ...present, id: random.uuid(), groupId: to.row.id, joinedOn: effectiveFrom, leftOn: null })
  to.row.placesTaken += 1
  to.row.placesTotal = Math.max(to.row.placesTotal, to.row.placesTaken)
  return { agreement, from, to, state: 'coming', requestedOn: frame.today, effectiveFrom }
}

/** Asked for on the first of this month, as far as the Monday after it is over. */
function endMove(random: Random, school: School, agreement: Agreement): Move | undefined {
  const { today } = school.frame
  const [from, to] = [otherGroupOf(school, agreement), agreement.group]
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

function isOf({ group, student }: Agreement) {
  return ({ groupId, studentId }: Membership) => groupId === group?.row.id && studentId === student.person.id
}

/** Monday of the first week from `from` on in which a group meets. */
function firstWeekOf({ year }: Frame, { program, row, slots }: Group, from: Day): Day | undefined {
  const free = year.vacations[program.branch]
  const meets = (day: Day) =>
    slots.some(({ weekday }) => weekday === weekdayOf(day)) && !free.some((each) => covers(each, day))
  const first = daysOf({ startsOn: from, endsOn: row.endsOn }).find(meets)
  return first && mondayOf(first)
}
