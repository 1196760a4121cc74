import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/roles.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import {
  campaigns,
  groupMemberships,
  programs,
  studyGroups,
  subjects,
  territories,
} from '#server/db/schema/programs.ts'
import type { TestApp } from '#tests/support/server/app.ts'

export const ids = {
  territory: '00000000-0000-4000-8000-000000000001',
  program: '00000000-0000-4000-8000-000000000002',
  campaign: '00000000-0000-4000-8000-000000000003',
  group: '00000000-0000-4000-8000-000000000004',
  teacher: '00000000-0000-4000-8000-000000000005',
} as const

type Parties = { student: string; customer: string; total: number; createdAt: Date }

/** A contract for the program, paid at once, and its only payment; the test adds ids, numbers and states. */
export function contractOfProgram({ student, customer, total, createdAt }: Parties) {
  return {
    contract: {
      studentId: student,
      customerId: customer,
      campaignId: ids.campaign,
      programId: ids.program,
      format: 'offline' as const,
      paymentScheme: 'OnePayment' as const,
      total,
      createdAt,
    },
    line: { position: 1, title: 'Обучение', dueOn: '2026-09-01', amount: total, status: 'Open' as const },
  }
}

/** One group of one program in one place; a test adds users to it. */
export type SmallSchool = ReturnType<typeof membersOf>

export async function openSmallSchool(server: TestApp) {
  const { database } = server.opened
  await database
    .insert(users)
    .values({ id: ids.teacher, firstName: 'Ирина', lastName: 'Белова', patronym: 'Сергеевна' })
  await database
    .insert(territories)
    .values({ id: ids.territory, title: 'Сокол', address: 'Ленинградский проспект, 75' })
  await database.insert(subjects).values({ code: 'physics', title: 'Физика' })
  await database.insert(programs).values({
    id: ids.program,
    title: 'Физика в опытах',
    description: 'Опыты',
    subjectCode: 'physics',
    branch: 'school',
    grades: [7, 8],
  })
  await database.insert(campaigns).values({
    id: ids.campaign,
    kind: 'year',
    branch: 'school',
    title: 'Школа',
    description: 'Год',
    schoolYear: '2026/2027',
    startsOn: '2026-09-01',
    endsOn: '2027-08-31',
    enrolUntil: '2027-06-30',
  })
  await database.insert(studyGroups).values({
    id: ids.group,
    programId: ids.program,
    campaignId: ids.campaign,
    territoryId: ids.territory,
    teacherId: ids.teacher,
    title: 'ФИЗ-1',
    format: 'offline',
    startsOn: '2026-09-01',
    endsOn: '2027-05-31',
    price: 6_600_000,
    paymentSchemes: ['OnePayment', 'StepByStep'],
    placesTotal: 12,
  })
  return membersOf(server)
}

function membersOf(server: TestApp) {
  const { database } = server.opened

  async function addChild(firstName: string, guardians: readonly { userId: string }[] = []): Promise<string> {
    const id = randomUUID()
    await database.insert(users).values({ id, firstName, lastName: 'Соколов', grade: 8 })
    for (const { userId } of guardians) await database.insert(guardianships).values({ guardianId: userId, childId: id })
    return id
  }

  return {
    addChild,
    async joinGroup(studentId: string, days: { joinedOn: string; leftOn?: string } = { joinedOn: '2026-09-01' }) {
      await database.insert(groupMemberships).values({ groupId: ids.group, studentId, ...days })
    },
    /** A signed-in parent with one child. */
    async addFamily(childName: string, role: Role = 'parent') {
      const parent = await server.signInAs({ roles: [role] })
      return { parent, childId: await addChild(childName, [parent]) }
    },
  }
}
