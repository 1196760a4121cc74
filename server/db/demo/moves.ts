import { addDays, type Day, instantAt, mondayOf, weekdayOf } from '#server/days.ts'
import { groupMoves, groupQueue } from '#server/db/schema/moves.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import { type DemoLogin, demoSubject } from './accounts.ts'
import type { Agreement } from './agreements.ts'
import { type Batch, batch } from './batch.ts'
import { addChoices, addGroup } from './choices.ts'
import type { Frame, Group } from './frame.ts'
import type { People } from './people.ts'
import type { Random } from './random.ts'
import { covers, daysOf } from './school-year.ts'

type Membership = typeof groupMemberships.$inferInsert
type Move = {
  agreement: Agreement
  from: Group
  to: Group
  state: 'coming' | 'done'
  requestedOn: Day
  effectiveFrom: Day
}
type Wait = { agreement: Agreement; group: Group; joinedOn: Day; isHeld: boolean }

/** Moves and waiting lists; their contracts are made later, with the money. */
export type Moving = { moves: Move[]; waits: Wait[] }

type School = { frame: Frame; people: People; agreements: Agreement[]; memberships: Membership[] }

/** What changing groups looks like, at the families that are shown: every reason why not, and every turn it can take. */
export function addMoving(random: Random, school: School): Moving {
  const { frame, people } = school
  const world = { random, frame, teachers: people.teachers }
  const [son, son2, daughter] = [
    ofAccount(school, 'family', 0, 0),
    ofAccount(school, 'family', 0, 1),
    ofAccount(school, 'family', 1, 0),
  ]
  const [boy, boy2, girl] = [
    ofAccount(school, 'parent', 0, 0),
    ofAccount(school, 'parent', 0, 1),
    ofAccount(school, 'parent', 1, 0),
  ]
  const [mover, single] = [ofAccount(school, 'edcheck-parent', 0, 0), ofAccount(school, 'edcheck-parent', 0, 1)]
  const moving: Moving = { moves: [], waits: [] }
  // Before there are more groups than the two that everybody may be in.
  for (const agreement of [son, boy]) fillOther(school, moving, agreement)
  if (daughter) holdPlace(school, moving, daughter)
  if (boy2) beginMove(random, school, moving, boy2)
  if (mover) endMove(random, school, moving, mover)
  if (son?.group)
    addChoices(world, son.group, { other: son2?.group ?? undefined, sibling: daughter?.group ?? undefined })
  if (boy?.group) addChoices(world, boy.group, { other: moving.moves[0]?.to, sibling: girl?.group ?? undefined })
  if (single) addOnlyGroup(world, school, single)
  return moving
}

export function* moveRows(
  random: Random,
  { moves, waits }: Moving,
  contractOf: ReadonlyMap<Agreement, string>,
  { now, timeZone }: { now: Date; timeZone: string },
): Generator<Batch> {
  const idOf = (agreement: Agreement) => contractOf.get(agreement) as string
  const rows = moves.map(({ agreement, from, to, state, requestedOn, effectiveFrom }) => ({
    id: random.uuid(),
    contractId: idOf(agreement),
    studentId: agreement.student.person.id,
    fromGroupId: from.row.id,
    toGroupId: to.row.id,
    requestedById: agreement.student.customer.id,
    requestedAt: instantAt(requestedOn, '00:10', timeZone),
    month: `${requestedOn.slice(0, 7)}-01`,
    effectiveFrom,
    state,
  }))
  yield batch(groupMoves, rows)
  const lines = waits.map(({ agreement, group, joinedOn, isHeld }) => ({
    id: random.uuid(),
    groupId: group.row.id,
    contractId: idOf(agreement),
    askedById: agreement.student.customer.id,
    joinedAt: instantAt(joinedOn, '12:00', timeZone),
    state: isHeld ? ('held' as const) : ('waiting' as const),
    heldUntil: isHeld ? new Date(now.getTime() + 20 * 3_600_000) : null,
  }))
  yield batch(groupQueue, lines)
}

/** The contract in order of one of an account's children. */
function ofAccount(
  { people, agreements }: School,
  login: DemoLogin,
  child: number,
  position: number,
): Agreement | undefined {
  const children = people.students.filter(({ customer }) => customer.subject === demoSubject(login))
  return agreements.filter(
    ({ student, status, group }) => student === children[child] && status === 'Concluded' && group !== null,
  )[position]
}

function otherGroupOf({ frame }: School, { program, group }: Agreement): Group | undefined {
  return frame.groups.find((each) => each.program === program && each !== group)
}

/** No place is left in the programme's other group, and two wait for one. */
function fillOther(school: School, moving: Moving, agreement: Agreement | undefined): void {
  const group = agreement && otherGroupOf(school, agreement)
  if (!group) return
  group.row.placesTotal = Math.max(1, group.row.placesTaken)
  if (group.row.placesTaken === 0) return
  for (const [index, waiting] of othersIn(school, agreement).slice(0, 2).entries()) {
    moving.waits.push({ agreement: waiting, group, joinedOn: addDays(school.frame.today, index - 6), isHeld: false })
  }
}

/** A place was freed, and is kept for this one; another waits behind. */
function holdPlace(school: School, moving: Moving, agreement: Agreement): void {
  const group = otherGroupOf(school, agreement)
  if (!group) return
  group.row.placesTaken += 1
  group.row.placesTotal = group.row.placesTaken
  const { today } = school.frame
  moving.waits.push({ agreement, group, joinedOn: addDays(today, -9), isHeld: true })
  const [next] = othersIn(school, agreement)
  if (next) moving.waits.push({ agreement: next, group, joinedOn: addDays(today, -3), isHeld: false })
}

function othersIn({ agreements }: School, { group, student }: Agreement): Agreement[] {
  return agreements.filter(
    (each) => each.group === group && each.status === 'Concluded' && each.student !== student && !each.student.isShown,
  )
}

function beginMove(random: Random, school: School, moving: Moving, agreement: Agreement): void {
  const { frame, memberships } = school
  const [from, to] = [agreement.group, otherGroupOf(school, agreement)]
  const effectiveFrom = to && firstWeekOf(frame, to, addDays(mondayOf(frame.today), 7))
  const present = memberships.find(
    ({ groupId, studentId }) => groupId === from?.row.id && studentId === agreement.student.person.id,
  )
  if (!from || !to || !effectiveFrom || !present) return
  present.leftOn = effectiveFrom
  memberships.push({ ...present, id: random.uuid(), groupId: to.row.id, joinedOn: effectiveFrom, leftOn: null })
  to.row.placesTaken += 1
  to.row.placesTotal = Math.max(to.row.placesTotal, to.row.placesTaken)
  moving.moves.push({ agreement, from, to, state: 'coming', requestedOn: frame.today, effectiveFrom })
}

/** On this month's first Monday, as far as it is over. */
function endMove(random: Random, school: School, moving: Moving, agreement: Agreement): void {
  const { today, year } = school.frame
  const [from, to] = [otherGroupOf(school, agreement), agreement.group]
  const firstOfMonth = `${today.slice(0, 7)}-01`
  const effectiveFrom = addDays(mondayOf(addDays(firstOfMonth, -1)), 7)
  const present = school.memberships.find(
    ({ groupId, studentId }) => groupId === to?.row.id && studentId === agreement.student.person.id,
  )
  if (!from || !to || !present || effectiveFrom > today || from.row.startsOn !== year.startsOn) return
  agreement.joinedOn = effectiveFrom
  present.joinedOn = effectiveFrom
  school.memberships.push({
    ...present,
    id: random.uuid(),
    groupId: from.row.id,
    joinedOn: from.row.startsOn,
    leftOn: effectiveFrom,
  })
  moving.moves.push({ agreement, from, to, state: 'done', requestedOn: firstOfMonth, effectiveFrom })
}

/** A programme that has this one group. */
function addOnlyGroup(
  world: Parameters<typeof addGroup>[0],
  { frame, agreements, memberships }: School,
  { student, ...terms }: Agreement,
): void {
  const program = {
    ...terms.program,
    id: world.random.uuid(),
    mark: 'ТЕА',
    title: 'Театральная мастерская',
    description: 'Этюды, голос и движение, к концу года — спектакль группы в школьном театре.',
    subject: 'literature' as const,
    price: 46_800,
    lessonsAWeek: 1,
  }
  frame.programs.push(program)
  const place = { format: 'offline' as const, territory: frame.territories[0]?.id, places: 10 }
  const { row } = terms.group as Group
  const group = addGroup(
    world,
    { program, row },
    { ...place, slots: [{ weekday: 6, startsAt: '15:00', endsAt: '16:30' }] },
  )
  group.row.placesTaken = 1
  agreements.push({
    ...terms,
    student,
    program,
    group,
    total: group.row.price,
    signedOn: addDays(group.row.startsOn, -20),
  })
  const days = { joinedOn: group.row.startsOn, leftOn: null }
  memberships.push({ id: world.random.uuid(), groupId: group.row.id, studentId: student.person.id, ...days })
}

/** Monday of the first week from `from` on in which a group meets. */
function firstWeekOf({ year }: Frame, { program, row, slots }: Group, from: Day): Day | undefined {
  const free = year.vacations[program.branch]
  const meets = (day: Day) =>
    slots.some(({ weekday }) => weekday === weekdayOf(day)) && !free.some((each) => covers(each, day))
  const first = daysOf({ startsOn: from, endsOn: row.endsOn }).find(meets)
  return first && mondayOf(first)
}
