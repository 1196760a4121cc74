import { type Day, dayAt } from '#server/days.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import type { DemoAccount } from './accounts.ts'
import { type Agreement, agreementsOf, looseAgreements, membershipOf } from './agreements.ts'
import { type Frame, frameOf } from './frame.ts'
import { addMoving, type Moving } from './moves.ts'
import { addOffers } from './offers.ts'
import { addBookworm, addCollector, type BookwormAccounts, type People, peopleOf, type Student } from './people.ts'
import { type Program2035, program2035Of } from './program-2035.ts'
import { addPurchases, type Purchases } from './purchases.ts'
import { type Random, randomFrom } from './random.ts'
import { assignTeachers } from './teaching.ts'

export type SchoolPlan = {
  now: Date
  timeZone: string
  /** Families in all, those of the demo accounts among them. */
  families: number
  seed: string
  /** One more parent, with this many contracts. */
  collector?: { account: DemoAccount; contracts: number }
  /** One more student with a parent, and with this many marks. */
  bookworm?: { accounts: BookwormAccounts; marks: number }
}

/** Who there is and what everybody has agreed to; `rowsOf` makes the rest of it, which is bulky. */
export type School = {
  plan: SchoolPlan
  today: Day
  random: Random
  frame: Frame
  people: People
  agreements: Agreement[]
  memberships: (typeof groupMemberships.$inferInsert)[]
  program2035: Program2035
  bookworm: { student: Student; marks: number } | null
  moving: Moving
  purchases: Purchases
}

/** Always the same school for the same seed; its days lie around `now`. */
export function schoolOf(plan: SchoolPlan): School {
  const { now, timeZone, families, seed, collector, bookworm } = plan
  const random = randomFrom(seed)
  const today = dayAt(now, timeZone)
  const frame = frameOf(random.fork('frame'), today, families)
  const people = peopleOf(random.fork('people'), now, families)
  assignTeachers(frame, people.teachers)

  const agreements = agreementsOf(random.fork('agreements'), frame, people.students)
  const program2035 = program2035Of(random.fork('2035'), frame, people.students, timeZone)
  const places = random.fork('places')
  const memberships = [
    ...agreements.flatMap((agreement) => membershipOf(places, agreement)),
    ...program2035.memberships,
  ]
  countPlaces(frame, agreements, memberships)
  const moving = addMoving(random.fork('moves'), { frame, people, agreements, memberships })
  const purchases = addPurchases({ frame, people, agreements, moving })
  addOffers(random.fork('offers'), { frame, people, agreements, memberships, purchases })

  if (collector) {
    const own = random.fork('collector')
    const students = addCollector(people, own, collector.account, now)
    agreements.push(...looseAgreements(own, frame, students, collector.contracts))
  }
  const added = bookworm && {
    student: addBookworm(people, random.fork('bookworm'), bookworm.accounts, now),
    marks: bookworm.marks,
  }
  return {
    bookworm: added ?? null,
    plan,
    today,
    random,
    frame,
    people,
    agreements,
    memberships,
    program2035,
    moving,
    purchases,
  }
}

/** Some groups are full and some have their last place left; both must be seen. */
function countPlaces({ groups }: Frame, agreements: readonly Agreement[], memberships: School['memberships']) {
  const taken = new Map<string, number>()
  const count = (groupId: string) => taken.set(groupId, (taken.get(groupId) ?? 0) + 1)
  for (const { groupId, leftOn } of memberships) if (!leftOn) count(groupId)
  // An open contract has its place before its student is one of the group.
  for (const { status, group } of agreements) if (status === 'Open' && group) count(group.row.id)
  for (const [index, { row }] of groups.entries()) {
    row.placesTaken = taken.get(row.id) ?? 0
    if (index % 7 === 2) row.placesTotal = Math.max(1, row.placesTaken)
    if (index % 7 === 4) row.placesTotal = row.placesTaken + 1
  }
}
