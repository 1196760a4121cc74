import { addDays, instantAt } from '#server/days.ts'
import { baskets } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { type DemoLogin, demoSubject } from './accounts.ts'
import { type Agreement, isFor } from './agreements.ts'
import { type Batch, batch } from './batch.ts'
import { campaignOf, type Frame, type Group } from './frame.ts'
import type { Moving } from './moves.ts'
import type { People, Student } from './people.ts'
import type { Random } from './random.ts'
import { heldFor } from './waits.ts'

/** What somebody has begun to buy, or waits for a place in; `daysAgo` is when. */
type Wish = { student: Student; group: Group; daysAgo: number }

/** Purchases that were begun and not finished, and the lines for courses; each wish has a course of its own. */
export type Purchases = { begun: Wish[]; waits: (Wish & { isHeld: boolean })[] }

type School = { frame: Frame; people: People; agreements: readonly Agreement[]; moving: Moving }

/**
 * What is left of purchases at the families that are shown: one that can go on, one whose group is full by now, one child
 * who is second in a line, and one for whom a place is held.
 */
export function addPurchases(school: School): Purchases {
  const [boy, girl] = childrenOf(school, 'parent')
  const [son, daughter] = childrenOf(school, 'family')
  const chosen = new Set<Group['program']>()
  const choose = (student: Student | undefined, isWanted: (group: Group) => boolean): Group | undefined => {
    const group = student && choicesOf(school, student).find((each) => !chosen.has(each.program) && isWanted(each))
    if (group) chosen.add(group.program)
    return group
  }
  const wish = (student: Student | undefined, group: Group | undefined, daysAgo: number): Wish[] =>
    student && group ? [{ student, group, daysAgo }] : []

  const goesOn = wish(boy, choose(boy, hasPlaces), 1)
  const full = wish(boy, fill(choose(boy, isUsed)), 3)
  const waited = fill(choose(girl, isUsed))
  const ahead = waited && school.people.students.find((each) => !each.isShown && canChoose(school, each, waited))
  const waits = [...wish(ahead, waited, 6), ...wish(girl, waited, 4)].map((each) => ({ ...each, isHeld: false }))
  const kept = hold(choose(son, isUsed) ?? choose(daughter, isUsed))
  const holder = [son, daughter].find((each) => each && kept && canChoose(school, each, kept))
  const held = wish(holder, kept, 8).map((each) => ({ ...each, isHeld: true }))
  return { begun: [...goesOn, ...full], waits: [...waits, ...held] }
}

export function* purchaseRows(
  random: Random,
  { begun, waits }: Purchases,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): Generator<Batch> {
  const at = ({ daysAgo }: Wish) => instantAt(addDays(today, -daysAgo), '20:15', timeZone)
  const filled = begun.map((wish) => ({
    id: random.uuid(),
    campaignId: wish.group.row.campaignId,
    groupId: wish.group.row.id,
    studentId: wish.student.person.id,
    filledById: wish.student.customer.id,
    paymentScheme: wish.group.row.paymentSchemes[0] ?? ('OnePayment' as const),
    price: wish.group.row.price,
    createdAt: at(wish),
  }))
  yield batch(baskets, filled)
  const lines = waits.map((wish) => ({
    id: random.uuid(),
    groupId: wish.group.row.id,
    studentId: wish.student.person.id,
    askedById: wish.student.customer.id,
    joinedAt: at(wish),
    state: wish.isHeld ? ('held' as const) : ('waiting' as const),
    heldUntil: wish.isHeld ? new Date(now.getTime() + heldFor) : null,
  }))
  yield batch(groupQueue, lines)
}

function childrenOf({ people }: School, login: DemoLogin): Student[] {
  return people.students.filter(
    ({ customer, branch }) => customer.subject === demoSubject(login) && branch === 'school',
  )
}

/** Groups of courses that the child has not, and by which no moves are shown: those stay as they are. */
function choicesOf(school: School, student: Student): Group[] {
  const { moves, waits, steady } = school.moving
  const shown = [...moves, ...waits].map(({ agreement }) => agreement.program)
  for (const { program, row } of school.frame.groups) if (steady.has(row.id)) shown.push(program)
  return school.frame.groups.filter((each) => !shown.includes(each.program) && canChoose(school, student, each))
}

function canChoose({ frame, agreements }: School, student: Student, { program, row }: Group): boolean {
  return (
    row.campaignId === campaignOf(frame, student.branch).id &&
    isFor(program, student.grade) &&
    !agreements.some((each) => each.student === student && each.group?.program === program)
  )
}

function hasPlaces({ row }: Group): boolean {
  return row.placesTaken < row.placesTotal
}

function isUsed({ row }: Group): boolean {
  return row.placesTaken > 0
}

function fill(group: Group | undefined): Group | undefined {
  if (group) group.row.placesTotal = group.row.placesTaken
  return group
}

function hold(group: Group | undefined): Group | undefined {
  if (group) group.row.placesTaken += 1
  return fill(group)
}
