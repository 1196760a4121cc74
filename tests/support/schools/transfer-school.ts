import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns, groupMemberships, programs, slots, studyGroups, territories } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import type { TestApp } from '#tests/support/server/app.ts'
import { ids, openSmallSchool } from './small-school.ts'

export const mytischi = '00000000-0000-4000-8000-000000000006'

type Group = Partial<typeof studyGroups.$inferInsert> & {
  /** Its first lesson: 90 minutes, repeated weekly. */
  meets?: string
  weeks?: number
}

export type TransferSchool = Awaited<ReturnType<typeof openTransferSchool>>

/**
 * The small school with groups to change to, contracts to transfer and two territories; call `begin` before each test.
 */
export async function openTransferSchool(server: TestApp) {
  const { database } = server.opened
  const school = await openSmallSchool(server)
  await database.insert(territories).values({ id: mytischi, title: 'Мытищи', address: 'Новомытищинский проспект, 30' })
  let numbers = 0
  let home = ''
  let programId = ''
  let campaignId = ''

  async function addLesson(groupId: string, startsAt: Date, more: Partial<typeof lessons.$inferInsert> = {}) {
    const id = randomUUID()
    const lesson = { id, groupId, topic: 'Закон Ома', format: 'offline', place: 'кабинет 204' } as const
    const endsAt = new Date(startsAt.getTime() + 90 * 60_000)
    await database.insert(lessons).values({ ...lesson, startsAt, endsAt, ...more })
    return id
  }

  async function addGroup({ meets = '2026-10-20T13:00:00Z', weeks = 1, ...group }: Group = {}): Promise<string> {
    const id = randomUUID()
    await database.insert(studyGroups).values({
      id,
      programId,
      campaignId,
      territoryId: mytischi,
      teacherId: ids.teacher,
      title: `ФИЗ ${id.slice(0, 8)}`,
      format: 'offline',
      startsOn: '2026-09-01',
      endsOn: '2027-05-31',
      price: 6_600_000,
      paymentSchemes: ['OnePayment'],
      placesTotal: 12,
      ...group,
    })
    for (let week = 0; week < weeks; week += 1) {
      await addLesson(id, new Date(Date.parse(meets) + week * 7 * 86_400_000))
    }
    return id
  }

  /** With a place in the group since its beginning. */
  async function addContract(studentId: string, { groupId = home, customerId = studentId } = {}): Promise<string> {
    const id = randomUUID()
    numbers += 1
    const [group] = await database.select().from(studyGroups).where(eq(studyGroups.id, groupId))
    if (!group) throw new Error('A contract needs its group')
    await database.insert(contracts).values({
      id,
      number: `26-ФИЗ-${numbers}`,
      status: 'Concluded',
      concludedOn: '2026-08-20',
      studentId,
      customerId,
      campaignId: group.campaignId,
      programId: group.programId,
      groupId,
      territoryId: group.territoryId,
      format: group.format,
      paymentScheme: 'StepByStep',
      total: 0,
      createdAt: new Date('2026-08-20T09:00:00Z'),
    })
    await database.insert(groupMemberships).values({ groupId, studentId, joinedOn: group.startsOn })
    await database
      .update(studyGroups)
      .set({ placesTaken: group.placesTaken + 1, placesTotal: Math.max(group.placesTotal, group.placesTaken + 1) })
      .where(eq(studyGroups.id, groupId))
    return id
  }

  return {
    ...school,
    /** A separate course with one group in Сокол that has no lessons yet, so that tests share nothing else. */
    async begin() {
      numbers += 1
      programId = randomUUID()
      campaignId = randomUUID()
      await database.insert(programs).values({
        id: programId,
        title: `Физика ${numbers}`,
        description: 'Опыты',
        subjectCode: 'physics',
        branch: 'school',
        grades: [8],
      })
      await database.insert(campaigns).values({
        id: campaignId,
        kind: 'year',
        branch: 'school',
        title: `Школа ${numbers}`,
        description: 'Год',
        schoolYear: '2026/2027',
        startsOn: '2026-09-01',
        endsOn: '2027-08-31',
        enrolUntil: '2027-06-30',
      })
      home = await addGroup({ title: 'ФИЗ-1', territoryId: ids.territory, weeks: 0 })
      return { home, programId, campaignId }
    },
    addGroup,
    /** A separate school year, with a family whose contract is for the home group. */
    async beginWithFamily() {
      const begun = await this.begin()
      const family = await school.addFamily('Артём')
      const contractUuid = await addContract(family.childId, { customerId: family.parent.userId })
      return { ...begun, ...family, contractUuid }
    },
    addLesson,
    async addSlot(groupId: string, weekday: number, startsAt: string, endsAt: string) {
      await database.insert(slots).values({ groupId, weekday, startsAt, endsAt })
    },
    addContract,
    /** A family with its own contract and contacts for notifications. */
    async addNeighbours(email: string, { language = null }: { language?: Locale | null } = {}) {
      const { parent, childId } = await school.addFamily('Вера')
      await database.update(users).set({ email, language }).where(eq(users.id, parent.userId))
      return { parent, childId, contract: await addContract(childId, { customerId: parent.userId }) }
    },
    /** The contract's total grows by it. */
    async addPayment(
      contractId: string,
      line: { position: number; amount: number } & Partial<typeof payments.$inferInsert>,
    ) {
      const id = randomUUID()
      const defaults = { title: `${line.position}-й платёж`, dueOn: '2026-11-05', status: 'Open' } as const
      await database.transaction(async (transaction) => {
        await transaction
          .update(contracts)
          .set({ total: sql`${contracts.total} + ${line.amount}` })
          .where(eq(contracts.id, contractId))
        await transaction.insert(payments).values({ id, contractId, ...defaults, ...line })
      })
      return id
    },
    async placesOf(groupId: string): Promise<number | undefined> {
      const [group] = await database.select().from(studyGroups).where(eq(studyGroups.id, groupId))
      return group?.placesTaken
    },
  }
}
