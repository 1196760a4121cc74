import { type ContractStatus, contractStatuses, type PaymentScheme, paymentSchemes } from '#contract/enumerations.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import type { Student } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import type { Program } from '#server/demo/structure/curriculum.ts'
import { findCampaign, type Group, type SchoolStructure, type Slot } from '#server/demo/structure/school-structure.ts'
import { addDays, type Day, zonedInstant } from '#server/time/calendar-days.ts'

/** A planned contract and membership of a student. */
export type PlannedContract = {
  student: Student
  campaign: SchoolStructure['campaigns'][number]
  program: SchoolStructure['programs'][number]
  /** Null for a past year. */
  group: Group | null
  status: ContractStatus
  scheme: PaymentScheme
  signedOn: Day
  /** Absent for members from the start of the group. */
  joinedOn?: Day
  /** The first day without lessons of a student who left or paused. */
  leftOn: Day | null
  total: number
}

/** Statuses that the demo families have besides an active contract for each child. */
const shownStatuses: readonly ContractStatus[] = [
  'Open',
  'Concluded',
  'Frozen',
  'OnTermination',
  'NotPaid',
  'Concluded',
  'Termination',
]

const usualStatuses = [
  ['Concluded', 78],
  ['Open', 6],
  ['NotPaid', 3],
  ['Frozen', 3],
  ['OnTermination', 4],
  ['Termination', 6],
] as const

/** Minimum, maximum, and the number for demo accounts. */
const groupsAStudent = { school: [1, 3, 4], academy: [1, 2, 2], college: [1, 1, 1] } as const

type Kind = { status: ContractStatus; scheme?: PaymentScheme }

/** Every combination of status and payment scheme occurs among the first contracts; the others are random. */
const everyKind: readonly Kind[] = contractStatuses.flatMap((status) =>
  paymentSchemes.map((scheme) => ({ status, scheme })),
)

export function planContracts(
  random: Random,
  structure: SchoolStructure,
  students: readonly Student[],
): PlannedContract[] {
  const agreements: PlannedContract[] = []
  let others = 0
  const shownOf = new Map<string, number>()
  const shownKind = ({ customer }: Student, position: number): Kind => {
    if (position === 0) return { status: 'Concluded' }
    const count = shownOf.get(customer.id) ?? 0
    shownOf.set(customer.id, count + 1)
    return { status: shownStatuses[count % shownStatuses.length] as ContractStatus }
  }
  for (const [index, student] of students.entries()) {
    const own = random.fork(`agreements ${index}`)
    for (const [position, group] of chooseGroups(own, structure, student).entries()) {
      const kind = student.isShown ? shownKind(student, position) : everyKind[others++]
      const agreement = agreementOf(own, structure, student, group, kind)
      if (student.isShown && position === 0 && isPaidByOthers(agreement)) agreement.scheme = 'Recurent'
      agreements.push(agreement)
    }
    if (student.isShown || own.chance(0.5)) agreements.push(agreementOfLastYear(own, structure, student))
  }
  return agreements
}

export function membershipRow(random: Random, { group, student, status, leftOn }: PlannedContract) {
  if (group === null || status === 'Open' || status === 'NotPaid') return []
  const membership: typeof groupMemberships.$inferInsert = {
    id: random.uuid(),
    groupId: group.row.id,
    studentId: student.person.id,
    joinedOn: group.row.startsOn,
    leftOn,
  }
  return [membership]
}

function chooseGroups(random: Random, structure: SchoolStructure, student: Student): Group[] {
  const [least, most, shown] = groupsAStudent[student.branch]
  const wanted = student.isShown ? shown : random.integer(least, most)
  const campaign = findCampaign(structure, student.branch)
  const chosen: Group[] = []
  for (const group of random.shuffled(structure.groups)) {
    if (chosen.length === wanted) break
    if (group.row.campaignId !== campaign.id || group.capacity === 0) continue
    if (!isForGrade(group.program, student.grade)) continue
    if (chosen.some((other) => other.program === group.program || slotsOverlap(other.slots, group.slots))) continue
    group.capacity -= 1
    chosen.push(group)
  }
  return chosen
}

function agreementOf(
  random: Random,
  structure: SchoolStructure,
  student: Student,
  group: Group,
  kind?: Kind,
): PlannedContract {
  const { today } = structure
  const status = kind?.status ?? random.weighted(usualStatuses)
  const { startsOn } = group.row
  const startsWithYear = startsOn === structure.year.startsOn
  return {
    student,
    campaign: findCampaign(structure, student.branch),
    program: group.program,
    group,
    status,
    scheme: kind?.scheme ?? usualScheme(random, student),
    signedOn: recentlySigned(random, status, today) ?? addDays(startsOn, -random.integer(4, startsWithYear ? 80 : 12)),
    leftOn: hasLeft(status) ? latest(startsOn, addDays(today, -random.integer(2, 45))) : endOfTerminated(),
    total: group.row.price,
  }

  /** A demo family has a termination whose last day was yesterday. */
  function endOfTerminated(): Day | null {
    return status === 'OnTermination' && student.isShown ? latest(startsOn, today) : null
  }
}

/** What a purchase charged on the day of the signature: the part of the price for the lessons that were left then. */
export function priceAtSigning(
  { group, signedOn, total }: PlannedContract,
  lessons: readonly { startsAt: Date; state?: string | undefined }[],
  timeZone: string,
): number {
  const starts = lessons.filter(({ state }) => state !== 'cancelled').map(({ startsAt }) => startsAt)
  const since = zonedInstant(addDays(signedOn, 1), '00:00', timeZone)
  const left = starts.filter((startsAt) => startsAt >= since).length
  if (group === null || left === 0 || left === starts.length) return total
  const lastMonth = zonedInstant(addDays(group.row.endsOn, -31), '00:00', timeZone)
  const isPlanned = starts.some((startsAt) => startsAt >= lastMonth)
  return isPlanned ? Math.floor((total * left) / starts.length / 100) * 100 : total
}

/** A contract of last year: fully paid, or terminated early and partly returned. */
function agreementOfLastYear(random: Random, structure: SchoolStructure, student: Student): PlannedContract {
  const { branch, grade } = student
  const { lastYear } = structure
  const program = random.pick(
    structure.programs.filter((each) => each.branch === branch && each.price > 0 && isForGrade(each, grade)),
  )
  const status = random.weighted([
    ['Concluded', 80],
    ['Termination', 20],
  ] as const)
  return {
    student,
    campaign: findCampaign(structure, branch, lastYear),
    program,
    group: null,
    status,
    scheme: usualScheme(random, student),
    signedOn: addDays(lastYear.startsOn, -random.integer(5, 80)),
    leftOn: status === 'Termination' ? addDays(lastYear.startsOn, random.integer(60, 240)) : null,
    total: Math.round(program.price * 0.92) * 100,
  }
}

/** Signed a few days ago, or so long ago that the first payment is overdue. */
function recentlySigned(random: Random, status: ContractStatus, today: Day): Day | null {
  if (status === 'Open') return addDays(today, -random.integer(1, 4))
  if (status === 'NotPaid') return addDays(today, -random.integer(70, 100))
  return null
}

/** A bank or a fund pays. The first contract of a demo student is paid by the family, so that each child has something due. */
function isPaidByOthers({ scheme }: PlannedContract): boolean {
  return scheme === 'BankInstallmentPlan' || scheme === 'MaternalCapital'
}

function usualScheme(random: Random, { branch }: Student): PaymentScheme {
  return random.weighted([
    ['StepByStep', 30],
    ['OnePayment', 22],
    ['Recurent', 26],
    ['BankInstallmentPlan', 12],
    ['Combo', 5],
    ['MaternalCapital', branch === 'college' ? 20 : 5],
  ] as const)
}

function hasLeft(status: ContractStatus): boolean {
  return status === 'Termination' || status === 'Frozen'
}

export function isForGrade({ grades }: Program, grade: number | null): boolean {
  return grade === null || grades.includes(grade)
}

function slotsOverlap(some: readonly Slot[], others: readonly Slot[]): boolean {
  return some.some((one) =>
    others.some(
      ({ weekday, startsAt, endsAt }) => weekday === one.weekday && startsAt < one.endsAt && one.startsAt < endsAt,
    ),
  )
}

function latest(one: Day, other: Day): Day {
  return one > other ? one : other
}
