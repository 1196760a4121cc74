import { baskets } from '#server/db/schema/contracts.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import type { People, Student } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type Batch, batch } from '#server/demo/rows/row-batch.ts'
import { findCampaign, type Group, type SchoolStructure } from '#server/demo/structure/school-structure.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { addDays, zonedInstant } from '#server/time/calendar-days.ts'
import { isForGrade, type PlannedContract } from './planned-contracts.ts'
import { type DemoTransfers, demoHoldMs } from './transfers.ts'

/** An unfinished purchase or a waiting list entry, from `daysAgo` days ago. */
type PlannedPurchase = { student: Student; group: Group; daysAgo: number }

/** Unfinished purchases and waiting list entries for courses; each has its own course. */
export type Purchases = { begun: PlannedPurchase[]; waitingListEntries: (PlannedPurchase & { isHeld: boolean })[] }

type School = {
  structure: SchoolStructure
  people: People
  agreements: readonly PlannedContract[]
  transfers: DemoTransfers
}

/**
 * Purchases of the demo families: one that can continue, one whose group is full now, one child who is second in a
 * waiting list, and one with a held place.
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
  const plan = (student: Student | undefined, group: Group | undefined, daysAgo: number): PlannedPurchase[] =>
    student && group ? [{ student, group, daysAgo }] : []

  const continued = plan(boy, choose(boy, hasPlaces), 1)
  const full = plan(boy, fill(choose(boy, isUsed)), 3)
  const waited = fill(choose(girl, isUsed))
  const ahead = waited && school.people.students.find((each) => !each.isShown && canChoose(school, each, waited))
  const waiting = [...plan(ahead, waited, 6), ...plan(girl, waited, 4)].map((each) => ({ ...each, isHeld: false }))
  const heldGroup = hold(choose(son, isUsed) ?? choose(daughter, isUsed))
  const holder = [son, daughter].find((each) => each && heldGroup && canChoose(school, each, heldGroup))
  const held = plan(holder, heldGroup, 8).map((each) => ({ ...each, isHeld: true }))
  return { begun: [...continued, ...full], waitingListEntries: [...waiting, ...held] }
}

export function* purchaseRows(
  random: Random,
  { begun, waitingListEntries: entries }: Purchases,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
): Generator<Batch> {
  const at = ({ daysAgo }: PlannedPurchase) => zonedInstant(addDays(today, -daysAgo), '20:15', timeZone)
  const filled = begun.map((plan) => ({
    id: random.uuid(),
    campaignId: plan.group.row.campaignId,
    groupId: plan.group.row.id,
    studentId: plan.student.person.id,
    filledById: plan.student.customer.id,
    paymentScheme: plan.group.row.paymentSchemes[0] ?? ('OnePayment' as const),
    price: plan.group.row.price,
    createdAt: at(plan),
  }))
  yield batch(baskets, filled)
  const rows = entries.map((plan) => ({
    id: random.uuid(),
    groupId: plan.group.row.id,
    studentId: plan.student.person.id,
    requestedById: plan.student.customer.id,
    joinedAt: at(plan),
    state: plan.isHeld ? ('held' as const) : ('waiting' as const),
    heldUntil: plan.isHeld ? new Date(now.getTime() + demoHoldMs) : null,
  }))
  yield batch(waitingListEntries, rows)
}

function childrenOf({ people }: School, login: DemoLogin): Student[] {
  return people.students.filter(
    ({ customer, branch }) => customer.subject === demoSubject(login) && branch === 'school',
  )
}

/** Groups of courses that the child does not have and that the transfer demo does not use. */
function choicesOf(school: School, student: Student): Group[] {
  const { planned, entries, steady } = school.transfers
  const shown = [...planned, ...entries].map(({ agreement }) => agreement.program)
  for (const { program, row } of school.structure.groups) if (steady.has(row.id)) shown.push(program)
  return school.structure.groups.filter((each) => !shown.includes(each.program) && canChoose(school, student, each))
}

function canChoose({ structure, agreements }: School, student: Student, { program, row }: Group): boolean {
  return (
    row.campaignId === findCampaign(structure, student.branch).id &&
    isForGrade(program, student.grade) &&
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
