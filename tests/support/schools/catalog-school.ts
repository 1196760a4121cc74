import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Course } from '#contract/enrolment/catalog.ts'
import type { ContractStatus } from '#contract/enumerations.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, groupMemberships, programs, slots, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { waitingListEntries } from '#server/db/schema/transfers.ts'
import type { TestApp } from '#tests/support/server/app.ts'
import { ids, openSmallSchool } from './small-school.ts'

type Group = Partial<typeof studyGroups.$inferInsert> & { meets?: Course['groups'][number]['slots'] }
type Planned = Partial<typeof programs.$inferInsert> & { groups?: readonly Group[] }

const subjectTitles = {
  math: 'Математика',
  biology: 'Биология',
  history: 'История',
  chess: 'Шахматы',
  informatics: 'Информатика',
}

/** The small school with the subjects of a catalog. Its own course of physics is for sale too. */
export async function openCatalog(server: TestApp) {
  const { database } = server.opened
  const school = await openSmallSchool(server)
  const rows = Object.entries(subjectTitles).map(([code, title]) => ({ code, title }))
  await database.insert(subjects).values(rows)
  // Starts at four digits, so that titles sort in the order of creation.
  let numbers = 1000

  async function addCampaign(campaign: Partial<typeof campaigns.$inferInsert> = {}): Promise<string> {
    const id = randomUUID()
    const days = { startsOn: '2026-09-01', endsOn: '2027-08-31', enrolUntil: '2027-06-30' }
    const title = `Набор ${++numbers}`
    await database.insert(campaigns).values({
      id,
      kind: 'year',
      branch: 'school',
      title,
      description: 'Год',
      schoolYear: '2026/2027',
      ...days,
      ...campaign,
    })
    return id
  }

  async function addGroup(programId: string, { meets = [], ...group }: Group = {}): Promise<string> {
    const id = randomUUID()
    await database.insert(studyGroups).values({
      id,
      programId,
      campaignId: ids.campaign,
      territoryId: group.format && group.format !== 'offline' ? null : ids.territory,
      teacherId: ids.teacher,
      title: `Группа ${++numbers}`,
      format: 'offline',
      startsOn: '2026-09-01',
      endsOn: '2027-05-31',
      price: 6_600_000,
      paymentSchemes: ['OnePayment'],
      placesTotal: 12,
      ...group,
    })
    for (const { weekday, from, to } of meets)
      await database.insert(slots).values({ groupId: id, weekday, startsAt: from, endsAt: to })
    return id
  }

  return {
    ...school,
    addCampaign,
    addGroup,
    /** By default with one group. */
    async addCourse({ groups = [{}], ...program }: Planned = {}) {
      const id = program.id ?? randomUUID()
      await database.insert(programs).values({
        id,
        title: `Курс ${++numbers}`,
        description: 'Описание',
        subjectCode: 'math',
        branch: 'school',
        grades: [8],
        ...program,
      })
      const groupIds: string[] = []
      for (const group of groups) groupIds.push(await addGroup(id, group))
      return { id, groupIds, groupId: groupIds[0] as string }
    },
    /** Removes all courses from sale. */
    async clear() {
      await database.transaction(async (transaction) => {
        // Triggers prevent truncating `operations`; they do not run in this role.
        await transaction.execute(sql`set local session_replication_role = replica`)
        await transaction.execute(sql`truncate programs, contracts cascade`)
      })
    },
    async joinGroup(
      studentId: string,
      groupId: string,
      days = { joinedOn: '2026-09-01' } as { joinedOn: string; leftOn?: string },
    ) {
      await database.insert(groupMemberships).values({ groupId, studentId, ...days })
    },
    async addContract(studentId: string, groupId: string, status: ContractStatus = 'Concluded') {
      const [group] = await database.select().from(studyGroups).where(eq(studyGroups.id, groupId))
      if (!group) throw new Error('A contract needs its group')
      const { programId, campaignId, format } = group
      const own = { studentId, customerId: studentId, programId, campaignId, groupId, format, status }
      const money = { paymentScheme: 'OnePayment', total: 0, createdAt: new Date('2026-08-20T09:00:00Z') } as const
      await database.insert(contracts).values({ number: `26-КУР-${++numbers}`, ...own, ...money })
    },
    async wait(studentId: string, groupId: string, more: Partial<typeof waitingListEntries.$inferInsert> = {}) {
      const joinedAt = new Date(Date.parse('2026-10-01T09:00:00Z') + ++numbers * 60_000)
      await database
        .insert(waitingListEntries)
        .values({ groupId, studentId, requestedById: studentId, joinedAt, ...more })
    },
    async setGrade(studentId: string, grade: number | null) {
      await database.update(users).set({ grade }).where(eq(users.id, studentId))
    },
  }
}
