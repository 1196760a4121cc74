import { type ContractStatus, contractStatuses, type PaymentScheme, paymentSchemes } from '#contract/enumerations.ts'
import { addDays, type Day } from '#server/days.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import type { Program } from './curriculum.ts'
import { campaignOf, type Frame, type Group, type Slot } from './frame.ts'
import type { Student } from './people.ts'
import type { Random } from './random.ts'

/** That a student studies somewhere on certain terms: a contract and a place in a group come of it. */
export type Agreement = {
  student: Student
  campaign: Frame['campaigns'][number]
  program: Frame['programs'][number]
  /** Null for a year that is over. */
  group: Group | null
  status: ContractStatus
  scheme: PaymentScheme
  signedOn: Day
  /** Absent for whoever is in the group since it began. */
  joinedOn?: Day
  /** The last day of lessons of whoever left or paused. */
  leftOn: Day | null
  total: number
}

/** What the shown families meet besides the one contract that is in order for every child. */
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

/** At least, at most, and where people sign in and look. */
const groupsAStudent = { school: [1, 3, 4], academy: [1, 2, 2], college: [1, 1, 1] } as const

type Kind = { status: ContractStatus; scheme?: PaymentScheme }

/** Every status with every payment scheme comes up among the first agreements of the others; chance decides after that. */
const everyKind: readonly Kind[] = contractStatuses.flatMap((status) =>
  paymentSchemes.map((scheme) => ({ status, scheme })),
)

export function agreementsOf(random: Random, frame: Frame, students: readonly Student[]): Agreement[] {
  const agreements: Agreement[] = []
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
    for (const [position, group] of chooseGroups(own, frame, student).entries()) {
      const kind = student.isShown ? shownKind(student, position) : everyKind[others++]
      agreements.push(agreementOf(own, frame, student, group, kind))
    }
    if (student.isShown || own.chance(0.5)) agreements.push(agreementOfLastYear(own, frame, student))
  }
  return agreements
}

/** `of` agreements without a place in a group, shared out among the students: for measuring long lists. */
export function looseAgreements(random: Random, frame: Frame, students: readonly Student[], of: number): Agreement[] {
  return Array.from({ length: of }, (_, index) =>
    agreementOfLastYear(random, frame, students[index % students.length] as Student),
  )
}

export function membershipOf(random: Random, { group, student, status, leftOn }: Agreement) {
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

function chooseGroups(random: Random, frame: Frame, student: Student): Group[] {
  const [least, most, shown] = groupsAStudent[student.branch]
  const wanted = student.isShown ? shown : random.integer(least, most)
  const campaign = campaignOf(frame, student.branch)
  const chosen: Group[] = []
  for (const group of random.shuffled(frame.groups)) {
    if (chosen.length === wanted) break
    if (group.row.campaignId !== campaign.id || group.capacity === 0) continue
    if (!isFor(group.program, student.grade)) continue
    if (chosen.some((other) => other.program === group.program || meetAtOnce(other.slots, group.slots))) continue
    group.capacity -= 1
    chosen.push(group)
  }
  return chosen
}

function agreementOf(random: Random, frame: Frame, student: Student, group: Group, kind?: Kind): Agreement {
  const { today } = frame
  const status = kind?.status ?? random.weighted(usualStatuses)
  const { startsOn } = group.row
  const startsWithYear = startsOn === frame.year.startsOn
  return {
    student,
    campaign: campaignOf(frame, student.branch),
    program: group.program,
    group,
    status,
    scheme: kind?.scheme ?? usualScheme(random, student),
    signedOn: recentlySigned(random, status, today) ?? addDays(startsOn, -random.integer(4, startsWithYear ? 80 : 12)),
    leftOn: hasLeft(status) ? latest(startsOn, addDays(today, -random.integer(2, 45))) : null,
    total: group.row.price,
  }
}

/** It is over: paid to the end, or ended before it and returned in part. */
function agreementOfLastYear(random: Random, frame: Frame, student: Student): Agreement {
  const { branch, grade } = student
  const { lastYear } = frame
  const program = random.pick(
    frame.programs.filter((each) => each.branch === branch && each.price > 0 && isFor(each, grade)),
  )
  const status = random.weighted([
    ['Concluded', 80],
    ['Termination', 20],
  ] as const)
  return {
    student,
    campaign: campaignOf(frame, branch, lastYear),
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

export function isFor({ grades }: Program, grade: number | null): boolean {
  return grade === null || grades.includes(grade)
}

function meetAtOnce(some: readonly Slot[], others: readonly Slot[]): boolean {
  return some.some((one) =>
    others.some(
      ({ weekday, startsAt, endsAt }) => weekday === one.weekday && startsAt < one.endsAt && one.startsAt < endsAt,
    ),
  )
}

function latest(one: Day, other: Day): Day {
  return one > other ? one : other
}
