import type { groupMemberships } from '#server/db/schema/programs.ts'
import { createPeople, curator, type People, type Person } from '#server/demo/people/people.ts'
import { createRandom, type Random } from '#server/demo/rows/random.ts'
import type { SubjectCode } from '#server/demo/structure/curriculum.ts'
import { createStructure, type SchoolStructure } from '#server/demo/structure/school-structure.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'
import { addCatalogCourses } from './catalog-courses.ts'
import { membershipRow, type PlannedContract, planContracts } from './planned-contracts.ts'
import { createProgramme2035, type Programme2035 } from './programme-2035.ts'
import { addPurchases, type Purchases } from './purchases.ts'
import { addTransfers, type DemoTransfers } from './transfers.ts'

export type SchoolPlan = {
  now: Date
  timeZone: string
  /** Number of families, including those of the demo accounts. */
  families: number
  seed: string
  /** Origin of the demo bank; without one nothing was paid online. */
  bankOrigin?: string | null
}

/** The people and their planned contracts; `schoolRows` derives the bulk of the rows. */
export type School = {
  plan: SchoolPlan
  today: Day
  random: Random
  structure: SchoolStructure
  people: People
  agreements: PlannedContract[]
  memberships: (typeof groupMemberships.$inferInsert)[]
  programme2035: Programme2035
  transfers: DemoTransfers
  purchases: Purchases
}

/** The same school for the same seed, with days around `now`. */
export function createSchool(plan: SchoolPlan): School {
  const { now, timeZone, families, seed } = plan
  const random = createRandom(seed)
  const today = dayInZone(now, timeZone)
  const structure = createStructure(random.fork('frame'), today, families)
  const people = createPeople(random.fork('people'), now, families)
  assignTeachers(structure, people.teachers)
  assignCurators(structure, people)

  const agreements = planContracts(random.fork('agreements'), structure, people.students)
  const programme2035 = createProgramme2035(random.fork('2035'), structure, people.students, timeZone)
  const places = random.fork('places')
  const memberships = [
    ...agreements.flatMap((agreement) => membershipRow(places, agreement)),
    ...programme2035.memberships,
  ]
  countPlaces(structure, agreements, memberships)
  const transfers = addTransfers(random.fork('moves'), { structure, people, agreements, memberships })
  const purchases = addPurchases({ structure, people, agreements, transfers })
  addCatalogCourses(random.fork('offers'), { structure, people, agreements, memberships, purchases })

  return { plan, today, random, structure, people, agreements, memberships, programme2035, transfers, purchases }
}

/** Some groups are full and some have one place left; the demo must show both. */
function countPlaces(
  { groups }: SchoolStructure,
  agreements: readonly PlannedContract[],
  memberships: School['memberships'],
) {
  const taken = new Map<string, number>()
  const count = (groupId: string) => taken.set(groupId, (taken.get(groupId) ?? 0) + 1)
  for (const { groupId, leftOn } of memberships) if (!leftOn) count(groupId)
  // An open contract takes a place before its student becomes a member, a frozen one keeps it.
  for (const { status, group } of agreements)
    if ((status === 'Open' || status === 'Frozen') && group) count(group.row.id)
  for (const [index, { row }] of groups.entries()) {
    row.placesTaken = taken.get(row.id) ?? 0
    if (index % 7 === 2) row.placesTotal = Math.max(1, row.placesTaken)
    if (index % 7 === 4) row.placesTotal = row.placesTaken + 1
  }
}

/** Subjects of the demo teacher accounts; the other teachers share the rest. */
const shownTeachers: readonly [login: DemoLogin, subject: SubjectCode][] = [
  ['teacher', 'math'],
  ['mixed', 'literature'],
  ['innopolis-teacher', 'intelligence'],
]

/** Assigns every group a teacher of its subject. */
function assignTeachers({ groups }: SchoolStructure, teachers: readonly Person[]): void {
  const bySubject = new Map(
    shownTeachers.map(([login, subject]) => [
      subject,
      teachers.filter(({ subject: sub }) => sub === demoSubject(login)),
    ]),
  )
  const others = teachers.filter(({ subject }) => subject === null)
  let next = 0
  for (const { program, row } of groups) {
    const known = bySubject.get(program.subject) ?? []
    const isTakenTurns = known.length === 0 || row.title.endsWith('-2')
    if (known.length < 2 && isTakenTurns) known.push(others[next++ % others.length] as Person)
    bySubject.set(program.subject, known)
    row.teacherId = (row.title.endsWith('-2') ? known.at(-1) : known[0])?.id ?? null
  }
}

/** The groups of the college and of the primary school have a curator; a teacher of literature is the curator of own groups. */
function assignCurators({ groups }: SchoolStructure, { users }: People): void {
  const idOf = (login: DemoLogin) => users.find(({ subject }) => subject === demoSubject(login))?.id ?? null
  for (const { program, row } of groups) {
    if (program.branch === 'college' || program.subject === 'primary') row.curatorId = idOf(curator)
    if (program.subject === 'literature' && row.teacherId === idOf('mixed')) row.curatorId = row.teacherId
  }
}
