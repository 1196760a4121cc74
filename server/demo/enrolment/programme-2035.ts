import type { baskets } from '#server/db/schema/contracts.ts'
import type {
  enrolments,
  groupMemberships,
  offers,
  opportunities,
  opportunityGroups,
} from '#server/db/schema/programs.ts'
import type { Student } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import {
  findCampaign2035,
  findPastCampaign2035,
  type Group,
  type SchoolStructure,
} from '#server/demo/structure/school-structure.ts'
import { addDays, zonedInstant } from '#server/time/calendar-days.ts'

export type Programme2035 = {
  opportunities: (typeof opportunities.$inferInsert & { id: string })[]
  opportunityGroups: (typeof opportunityGroups.$inferInsert)[]
  offers: (typeof offers.$inferInsert)[]
  baskets: (typeof baskets.$inferInsert)[]
  enrolments: (typeof enrolments.$inferInsert)[]
  memberships: (typeof groupMemberships.$inferInsert)[]
}

const lessonHours = 1.5

/** The opportunities of the campaign with a group each, and the enrolments. Paid ones have a basket. */
export function createProgramme2035(
  random: Random,
  structure: SchoolStructure,
  students: readonly Student[],
  timeZone: string,
): Programme2035 {
  const campaign = findCampaign2035(structure)
  const groups = structure.groups.filter(({ row }) => row.campaignId === campaign.id)
  const result: Programme2035 = {
    opportunities: [],
    opportunityGroups: [],
    offers: [{ token: tokenOf(random), campaignId: campaign.id }],
    baskets: [],
    enrolments: [],
    memberships: [],
  }
  const choices = groups.map((group) => {
    const { title, description, grades, mark, lessonsAWeek, price } = group.program
    const opportunity = {
      id: random.uuid(),
      campaignId: campaign.id,
      title: title.replace(/^2035: (.)/, (_, first: string) => first.toUpperCase()),
      description,
      hours: Math.round(12 * lessonsAWeek * lessonHours),
      // Includes the grade of the demo student account.
      grades: mark === 'ИИ' ? [8, ...grades] : [...grades],
      isForOwn: price > 0,
    }
    result.opportunities.push(opportunity)
    result.opportunityGroups.push({ opportunityId: opportunity.id, groupId: group.row.id })
    if (price > 0) {
      result.baskets.push({
        id: random.uuid(),
        campaignId: campaign.id,
        groupId: null,
        opportunityId: opportunity.id,
        studentId: null,
        filledById: null,
        paymentScheme: 'OnePayment',
        contractId: null,
        createdAt: zonedInstant(addDays(structure.today, -20), '10:00', timeZone),
      })
    }
    return { group, opportunity }
  })
  for (const student of students.filter((each) => mayChoose(random, each))) {
    const choice = random.pick(choices)
    if (choice.group.capacity > 1 && choice.group.program.price === 0)
      enrol(random, result, structure, student, choice, timeZone)
  }
  const past = findPastCampaign2035(structure)
  const opportunity = {
    id: random.uuid(),
    campaignId: past.id,
    title: 'Робототехника',
    description: 'Осенний набор завершён: группа уже занимается.',
    hours: 24,
    grades: [],
    isForOwn: false,
  }
  result.offers.push({ token: tokenOf(random), campaignId: past.id })
  result.opportunities.push(opportunity)
  result.opportunityGroups.push({ opportunityId: opportunity.id, groupId: (groups[0] as Group).row.id })
  return result
}

type Choice = { group: Group; opportunity: { id: string } }

function enrol(
  random: Random,
  result: Programme2035,
  { today }: SchoolStructure,
  student: Student,
  { group, opportunity }: Choice,
  timeZone: string,
) {
  group.capacity -= 1
  result.enrolments.push({
    id: random.uuid(),
    campaignId: group.row.campaignId,
    opportunityId: opportunity.id,
    groupId: group.row.id,
    studentId: student.person.id,
    enrolledById: student.customer.id,
    createdAt: zonedInstant(addDays(today, -random.integer(1, 15)), '18:40', timeZone),
  })
  result.memberships.push({
    id: random.uuid(),
    groupId: group.row.id,
    studentId: student.person.id,
    joinedOn: group.row.startsOn,
    leftOn: null,
  })
}

/** The demo families have not enrolled yet; the adult demo students have. */
function mayChoose(random: Random, { grade, isShown, customer, person }: Student): boolean {
  if (grade === null || grade < 9) return false
  return isShown ? customer === person : random.chance(0.3)
}

/** 128 bits in base64url. */
function tokenOf(random: Random): string {
  return Buffer.from(random.uuid().replaceAll('-', ''), 'hex').toString('base64url')
}
