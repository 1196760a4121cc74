import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StudyGroup } from '#contract/learning/schedule.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { campaigns, groupMemberships, programs } from '#server/db/schema/programs.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { mytischi, openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { runBehindLock } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
let parent: Person & { userId: string }
let childId: string
let contractUuid: string
let home: string
let campaignId: string
beforeEach(async () => {
  await at('2026-10-14T09:00:00Z')
  ;({ home, campaignId, parent, childId, contractUuid } = await school.beginWithFamily())
})
const {
  requestTransfer,
  joinWaitingList,
  groupsOf,
  choiceOf,
  previewOf,
  transfersOf,
  contractOf,
  lessonsOf,
  settle,
  at,
  refusalOf,
  sentMessages,
} = transferCalls(() => ({ server, contractUuid }))

describe('The current groups', () => {
  test('have times, teacher and the available places, online last', async () => {
    await school.addSlot(home, 4, '16:00', '17:30')
    await school.addSlot(home, 2, '09:00', '10:30')
    await school.addGroup()
    await school.addGroup()
    await school.addGroup({ territoryId: null, format: 'webinar' })
    const group = {
      contractUuid,
      studentUuid: childId,
      groupUuid: home,
      title: 'ФИЗ-1',
      subject: 'Физика',
      teacher: 'Белова Ирина Сергеевна',
      territory: { uuid: ids.territory, title: 'Сокол' },
      territories: [
        { uuid: mytischi, title: 'Мытищи' },
        { uuid: onlineTerritoryUuid, title: 'Онлайн' },
      ],
      slots: [
        { weekday: 2, from: '09:00', to: '10:30' },
        { weekday: 4, from: '16:00', to: '17:30' },
      ],
      canChange: true,
      reason: null,
    }
    expect(await groupsOf(parent)).toEqual([group])
    const [inEnglish] = await groupsOf(parent, { 'accept-language': 'en' })
    expect(inEnglish?.territories.at(-1)).toEqual({ uuid: onlineTerritoryUuid, title: 'Online' })
  })

  test('are those of the user or the user’s children', async () => {
    await school.addGroup()
    const other = await school.addFamily('Вера')
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    const own = (await student.call('GET /v1/student/schedule/groups/list')).json<StudyGroup[]>()
    expect(own.map((group) => group.contractUuid)).toEqual([contractUuid])
    expect(await groupsOf(other.parent)).toEqual([])
    const body = { contractUuid, groupUuid: await school.addGroup() }
    const headers = { 'idempotency-key': randomUUID() }
    expect((await student.call('POST /v1/student/schedule/groups/change', { body, headers })).statusCode).toBe(200)
    expect(await transfersOf(student)).toEqual(await transfersOf(parent))
  })

  test.each([
    ['Frozen', 'frozen'],
    ['OnTermination', 'terminating'],
    ['Termination', 'terminating'],
    ['NotPaid', 'not-paid'],
    ['Open', 'not-begun'],
  ] as const)(
    'cannot be changed by a contract that is %s, and the change call rejects it too',
    async (status, reason) => {
      const group = await school.addGroup({ placesTotal: 3, placesTaken: 3 })
      await server.opened.database.update(contracts).set({ status }).where(eq(contracts.id, contractUuid))
      expect(await groupsOf(parent)).toMatchObject([{ canChange: false, reason }])
      expect(refusalOf(await requestTransfer(parent, group))).toEqual([409, 'transfer-refused'])
      expect(refusalOf(await joinWaitingList(parent, group))).toEqual([409, 'transfer-refused'])
      expect(refusalOf(await previewOf(parent, group))).toEqual([409, 'transfer-refused'])
    },
  )

  test('exclude those of past years and of the 2035 programme', async () => {
    await school.addGroup()
    await at('2027-06-01T09:00:00Z')
    expect(await groupsOf(parent)).toEqual([])
    await at('2026-10-14T09:00:00Z')
    await server.opened.database.update(campaigns).set({ kind: 'u2035' }).where(eq(campaigns.id, campaignId))
    expect(await groupsOf(parent)).toEqual([])
  })
})

describe('The groups to change to', () => {
  test('include full ones, ordered by place', async () => {
    const free = await school.addGroup({ title: 'ФИЗ-2', placesTotal: 12, placesTaken: 5 })
    const full = await school.addGroup({ title: 'ФИЗ-3', placesTotal: 4, placesTaken: 4, teacherId: null })
    const online = await school.addGroup({ title: 'ФИЗ-4', territoryId: null, format: 'webinar' })
    await school.addSlot(free, 3, '17:15', '18:45')
    const territory = { uuid: mytischi, title: 'Мытищи' }
    const common = { startsOn: '2026-09-01', slots: [], conflicts: [] }
    const teacher = 'Белова Ирина Сергеевна'
    const slots = [{ weekday: 3, from: '17:15', to: '18:45' }]
    expect(await choiceOf(parent)).toEqual([
      { ...common, groupUuid: free, title: 'ФИЗ-2', teacher, territory, slots, placesLeft: 7, placesTotal: 12 },
      { ...common, groupUuid: full, title: 'ФИЗ-3', teacher: null, territory, placesLeft: 0, placesTotal: 4 },
    ])
    expect(await choiceOf(parent, onlineTerritoryUuid)).toMatchObject([{ groupUuid: online, territory: null }])
    expect(await choiceOf(parent, ids.territory)).toEqual([])
  })

  test('are other groups of the same programme that still meet and exclude the child’s own', async () => {
    const { database } = server.opened
    const [program] = await database
      .insert(programs)
      .values({ title: 'Химия', description: '-', subjectCode: 'physics', branch: 'school', grades: [8] })
      .returning({ id: programs.id })
    const [campaign] = await database
      .insert(campaigns)
      .values({
        kind: 'year',
        branch: 'school',
        title: 'Школа',
        description: '-',
        schoolYear: '2025/2026',
        startsOn: '2025-09-01',
        endsOn: '2026-08-31',
        enrolUntil: '2026-06-30',
      })
      .returning({ id: campaigns.id })
    expect(await groupsOf(parent)).toMatchObject([{ canChange: false, reason: 'no-other-group', territories: [] }])
    await school.addGroup({ programId: program?.id ?? '' })
    await school.addGroup({ campaignId: campaign?.id ?? '' })
    await school.addGroup({ meets: '2026-10-16T13:00:00Z' })
    const [present, leaving] = [await school.addGroup(), await school.addGroup()]
    const membership = { studentId: childId, joinedOn: '2026-09-01' }
    await database.insert(groupMemberships).values([
      { ...membership, groupId: present },
      { ...membership, groupId: leaving, leftOn: '2027-05-31' },
    ])
    const cancelled = await school.addGroup({ weeks: 0 })
    await school.addLesson(cancelled, new Date('2026-10-20T13:00:00Z'), { state: 'cancelled' })
    expect(await choiceOf(parent)).toEqual([])
    for (const group of [home, present, leaving, cancelled, randomUUID()]) {
      await school.addGroup({ title: `ФИЗ ${randomUUID()}` })
      expect(refusalOf(await requestTransfer(parent, group))).toEqual([404, 'not-found'])
      expect(refusalOf(await previewOf(parent, group))).toEqual([404, 'not-found'])
    }
  })

  test('exclude groups of the child’s other contracts, also of future ones', async () => {
    const bought = await school.addGroup()
    const contract = await school.addContract(childId, { groupId: bought })
    const { database } = server.opened
    await database.update(contracts).set({ status: 'Open' }).where(eq(contracts.id, contract))
    await database.delete(groupMemberships).where(eq(groupMemberships.groupId, bought))
    expect(await choiceOf(parent)).toEqual([])
    await database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, contract))
    expect((await choiceOf(parent)).map(({ groupUuid }) => groupUuid)).toEqual([bought])
  })

  test('of a contract of another family are not found', async () => {
    const group = await school.addGroup()
    const { parent: other } = await school.addFamily('Вера')
    const query = `contractUuid=${contractUuid}&territoryUuid=${mytischi}`
    const looked = await other.call('GET /v1/parent/children/schedule/groups/to-change', { query })
    expect(refusalOf(looked)).toEqual([404, 'not-found'])
    expect(refusalOf(await requestTransfer(other, group))).toEqual([404, 'not-found'])
    expect(refusalOf(await joinWaitingList(other, group))).toEqual([404, 'not-found'])
    expect(refusalOf(await previewOf(other, group))).toEqual([404, 'not-found'])
    const waitingLists = await other.call('GET /v1/schedule/group/waiting-list/list', {
      query: `contractUuid=${contractUuid}`,
    })
    expect(refusalOf(waitingLists)).toEqual([404, 'not-found'])
  })
})

describe('A transfer', () => {
  let group: string
  beforeEach(async () => {
    group = await school.addGroup({ title: 'ФИЗ-2', placesTotal: 12, placesTaken: 5, weeks: 2 })
    for (const day of ['13', '20', '27']) await school.addLesson(home, new Date(`2026-10-${day}T07:00:00Z`))
  })

  test('takes the new place at once and keeps the old one, and the lessons change on Monday', async () => {
    const answer = await requestTransfer(parent, group)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { contractUuid, groupUuid: group, effectiveFrom: '2026-10-19' },
    ])
    expect([await school.placesOf(group), await school.placesOf(home)]).toEqual([6, 1])
    expect(await lessonsOf(parent)).toEqual([
      ['2026-10-13', home],
      ['2026-10-20', group],
      ['2026-10-27', group],
    ])
    expect(await contractOf(parent)).toMatchObject({ groupUuid: home, total: 0 })
    expect(await groupsOf(parent)).toMatchObject([{ groupUuid: home, reason: 'transfer-under-way' }])
    expect(await transfersOf(parent)).toEqual([
      {
        uuid: expect.any(String),
        contractUuid,
        studentUuid: childId,
        from: { groupUuid: home, title: 'ФИЗ-1' },
        to: { groupUuid: group, title: 'ФИЗ-2' },
        requestedAt: '2026-10-14T09:00:00.000Z',
        effectiveFrom: '2026-10-19',
        firstLessonAt: expect.stringMatching(/^2026-10-20T/),
        state: 'coming',
        withdrawnAt: null,
      },
    ])
  })

  test('is idempotent by key, and a second one is rejected while it is pending', async () => {
    const key = randomUUID()
    const [first, again] = [
      await requestTransfer(parent, group, { key }),
      await requestTransfer(parent, group, { key }),
    ]
    expect(again.json()).toEqual(first.json())
    const another = await school.addGroup()
    expect(refusalOf(await requestTransfer(parent, another))).toEqual([409, 'transfer-refused'])
    expect([await school.placesOf(group), await school.placesOf(another)]).toEqual([6, 0])
    expect((await transfersOf(parent)).length).toBe(1)
  })

  test('takes effect in the first week in which the new group meets', async () => {
    const afterVacation = await school.addGroup({ meets: '2026-11-12T13:00:00Z' })
    await school.addLesson(afterVacation, new Date('2026-10-21T13:00:00Z'), { state: 'cancelled' })
    expect((await requestTransfer(parent, afterVacation)).json()).toMatchObject({ effectiveFrom: '2026-11-09' })
  })

  test('out of a group that has not begun takes effect on the day it begins', async () => {
    const later = await school.addGroup({ startsOn: '2026-11-30', meets: '2026-12-01T13:00:00Z' })
    const contract = await school.addContract(await school.addChild('Вера', [parent]), { groupId: later })
    expect((await requestTransfer(parent, group, { contract })).statusCode).toBe(200)
    const left = await server.opened.database.select().from(groupMemberships).where(eq(groupMemberships.groupId, later))
    expect(left).toMatchObject([{ joinedOn: '2026-11-30', leftOn: '2026-11-30' }])
  })

  test('changes the contract on its day, once, however often the job runs', async () => {
    const published = await recordEvents(server.opened.database)
    await requestTransfer(parent, group)
    await at('2026-10-18T20:59:59Z')
    await settle()
    expect(await transfersOf(parent)).toMatchObject([{ state: 'coming' }])
    await at('2026-10-18T21:00:00Z')
    await Promise.all([settle(), settle()])
    await settle()
    expect(await transfersOf(parent)).toMatchObject([{ state: 'done' }])
    expect(await contractOf(parent)).toMatchObject({
      groupUuid: group,
      groupTitle: 'ФИЗ-2',
      territory: { uuid: mytischi, title: 'Мытищи' },
      total: 0,
    })
    expect([await school.placesOf(group), await school.placesOf(home)]).toEqual([6, 0])
    const groups = { contractId: contractUuid, fromGroupId: home, toGroupId: group }
    expect(await published(contractUuid)).toMatchObject([
      ['contract.changed', { collection: 'contracts', sourcedId: contractUuid, groupId: group }],
      ['transfer.applied', groups],
      ['transfer.requested', { ...groups, effectiveFrom: '2026-10-19' }],
    ])
  })

  test.each([
    ['frozen', 'Frozen'],
    ['terminating', 'Termination'],
  ] as const)(
    'of a contract that is %s by its day is cancelled, and the requester is notified with the reason',
    async (why, status) => {
      const { database } = server.opened
      await database.delete(deliveries)
      const dearer = await school.addGroup({ title: 'ФИЗ-3', price: 9_900_000 })
      const { parent: other, contract } = await school.addNeighbours('vera@mail.example')
      const lessons = await lessonsOf(other)
      await requestTransfer(other, dearer, { contract })
      await database.update(contracts).set({ status }).where(eq(contracts.id, contract))
      await at('2026-10-19T09:00:00Z')
      await settle()
      await settle()
      expect(await transfersOf(other)).toMatchObject([{ state: 'withdrawn', withdrawnAt: '2026-10-19T09:00:00.000Z' }])
      expect(await contractOf(other, contract)).toMatchObject({ groupUuid: home, total: 0 })
      expect(await database.$count(payments, eq(payments.contractId, contract))).toBe(0)
      expect(await lessonsOf(other)).toEqual(lessons)
      expect([await school.placesOf(dearer), await school.placesOf(home)]).toEqual([0, 2])
      expect(await sentMessages()).toEqual([
        {
          target: 'vera@mail.example',
          kind: 'transfer-called-off',
          language: 'ru',
          values: { group: 'ФИЗ-3', student: 'Вера', why },
        },
      ])
    },
  )

  test('is cancelled by the staff before its day, with a reason in the message and in the audit log', async () => {
    const { database } = server.opened
    await database.delete(deliveries)
    const { parent: other, contract } = await school.addNeighbours('vera@mail.example')
    const lessons = await lessonsOf(other)
    await requestTransfer(other, group, { contract })
    const [{ uuid = '' } = {}] = (await transfersOf(other)) as { uuid: string }[]
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const reason = 'Группу закрывают с понедельника'
    const cancel = (id = uuid) =>
      administrator.call(`POST /v1/admin/transfer/${id}/cancel`, {
        body: { reason },
        headers: { 'idempotency-key': randomUUID() },
      })
    expect((await cancel()).statusCode).toBe(204)
    expect(await transfersOf(other)).toMatchObject([{ state: 'withdrawn' }])
    expect(await lessonsOf(other)).toEqual(lessons)
    const values = { group: 'ФИЗ-2', student: 'Вера', why: 'withdrawn-by-school', reason }
    expect(await sentMessages()).toMatchObject([{ kind: 'transfer-called-off', values }])
    expect((await cancel()).statusCode).toBe(409)
    expect((await cancel(randomUUID())).statusCode).toBe(404)
    const [entry] = await database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'contract.transfer-cancelled'))
    expect(entry).toMatchObject({ actorId: administrator.userId, reason })
  })

  test('that is cancelled does not restore a membership that the school has ended', async () => {
    const { database } = server.opened
    await requestTransfer(parent, group)
    const ofChild = eq(groupMemberships.studentId, childId)
    const ofHome = and(ofChild, eq(groupMemberships.groupId, home))
    await database.update(groupMemberships).set({ leftOn: '2026-10-16' }).where(ofHome)
    await database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, contractUuid))
    await at('2026-10-19T09:00:00Z')
    await settle()
    expect(await transfersOf(parent)).toMatchObject([{ state: 'withdrawn' }])
    const memberships = await database.select().from(groupMemberships).where(ofChild)
    expect(memberships).toMatchObject([{ groupId: home, leftOn: '2026-10-16' }])
  })

  test('ends a membership with a known end too, and its cancellation restores that end', async () => {
    const { database } = server.opened
    const ofHome = and(eq(groupMemberships.studentId, childId), eq(groupMemberships.groupId, home))
    await database.update(groupMemberships).set({ leftOn: '2027-05-31' }).where(ofHome)
    const before = await lessonsOf(parent)
    await requestTransfer(parent, group)
    expect(await lessonsOf(parent)).toEqual([
      ['2026-10-13', home],
      ['2026-10-20', group],
      ['2026-10-27', group],
    ])
    const [{ uuid } = { uuid: '' }] = await transfersOf(parent)
    await parent.call(`DELETE /v1/schedule/group/transfer/${uuid}`)
    expect(await lessonsOf(parent)).toEqual(before)
    expect(await database.select().from(groupMemberships).where(ofHome)).toMatchObject([{ leftOn: '2027-05-31' }])
  })

  test('is limited to one a month: rejected in its month, and possible in the next, also back', async () => {
    await requestTransfer(parent, group)
    await at('2026-10-19T09:00:00Z')
    await settle()
    await school.addLesson(home, new Date('2026-11-10T07:00:00Z'))
    expect(await groupsOf(parent)).toMatchObject([{ groupUuid: group, reason: 'transferred-this-month' }])
    expect(refusalOf(await requestTransfer(parent, home))).toEqual([409, 'transfer-refused'])
    await at('2026-11-01T09:00:00Z')
    expect((await requestTransfer(parent, home)).json()).toMatchObject({ effectiveFrom: '2026-11-09' })
    expect((await transfersOf(parent)).map(({ state }) => state)).toEqual(['coming', 'done'])
  })

  test('can be cancelled until its day without a trace, and requested again', async () => {
    const published = await recordEvents(server.opened.database)
    const before = [await lessonsOf(parent), await contractOf(parent), await groupsOf(parent)]
    await requestTransfer(parent, group)
    const [{ uuid } = { uuid: '' }] = await transfersOf(parent)
    const withdraw = () => parent.call(`DELETE /v1/schedule/group/transfer/${uuid}`)
    const answers = [await withdraw(), await withdraw()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect([await lessonsOf(parent), await contractOf(parent), await groupsOf(parent)]).toEqual(before)
    expect([await school.placesOf(group), await school.placesOf(home)]).toEqual([5, 1])
    expect(await transfersOf(parent)).toMatchObject([{ state: 'withdrawn', withdrawnAt: '2026-10-14T09:00:00.000Z' }])
    expect((await published(contractUuid)).map(([event]) => event)).toEqual([
      'transfer.requested',
      'transfer.withdrawn',
    ])
    expect((await requestTransfer(parent, group)).statusCode).toBe(200)
    expect(await school.placesOf(group)).toBe(6)
  })

  test('cannot be cancelled on its day, applied or not, nor by another user', async () => {
    await requestTransfer(parent, group)
    const [{ uuid } = { uuid: '' }] = await transfersOf(parent)
    const { parent: other } = await school.addFamily('Вера')
    const address = `DELETE /v1/schedule/group/transfer/${uuid}`
    expect(refusalOf(await other.call(address))).toEqual([404, 'not-found'])
    expect(refusalOf(await parent.call(`DELETE /v1/schedule/group/transfer/${randomUUID()}`))).toEqual([
      404,
      'not-found',
    ])
    await at('2026-10-19T09:00:00Z')
    expect(refusalOf(await parent.call(address))).toEqual([409, 'state-conflict'])
    await settle()
    expect(refusalOf(await parent.call(address))).toEqual([409, 'state-conflict'])
    expect(await transfersOf(other)).toEqual([])
  })

  test('that fails does not delay the others', async () => {
    const { parent: other, contract } = await school.addNeighbours('vera@mail.example')
    await requestTransfer(parent, group)
    await requestTransfer(other, group, { contract })
    // The old group of the first transfer has no member, so freeing a place there fails.
    const stray = await school.addGroup()
    const ofParent = eq(transfers.contractId, contractUuid)
    await server.opened.database.update(transfers).set({ fromGroupId: stray }).where(ofParent)
    await at('2026-10-19T09:00:00Z')
    await settle()
    expect([(await transfersOf(parent))[0]?.state, (await transfersOf(other))[0]?.state]).toEqual(['coming', 'done'])
  })
})

describe('The price of a transfer', () => {
  /** Four weeks of lessons, two of them ahead. */
  beforeEach(async () => {
    for (const day of ['05', '12', '19', '26']) await school.addLesson(home, new Date(`2026-10-${day}T13:00:00Z`))
  })

  const take = async (group: string) => {
    const { price } = (await previewOf(parent, group)).json<{ price: { now: number; after: number } }>()
    await requestTransfer(parent, group)
    await at('2026-10-19T09:00:00Z')
    await settle()
    const contract = await contractOf(parent)
    return { price, total: contract?.total, lines: contract?.payments.map(({ amount, status }) => [amount, status]) }
  }

  test('is the difference for the remaining lessons, added to the last open payment', async () => {
    await school.addPayment(contractUuid, { position: 1, amount: 6_600_000 })
    const group = await school.addGroup({ price: 7_000_000 })
    expect(await take(group)).toEqual({
      price: { now: 6_600_000, after: 6_800_000 },
      total: 6_800_000,
      lines: [[6_800_000, 'Open']],
    })
  })

  test('is a new payment if everything is paid, and nothing is refunded', async () => {
    await school.addPayment(contractUuid, { position: 1, amount: 6_600_000, status: 'Closed' })
    const dearer = await school.addGroup({ price: 7_000_000 })
    const cheaper = await school.addGroup({ price: 6_000_000 })
    const cheap = (await previewOf(parent, cheaper)).json()
    expect(cheap.price).toEqual({ now: 6_600_000, after: 6_600_000 })
    expect(await take(dearer)).toEqual({
      price: { now: 6_600_000, after: 6_800_000 },
      total: 6_800_000,
      lines: [
        [6_600_000, 'Closed'],
        [200_000, 'Open'],
      ],
    })
    expect((await contractOf(parent))?.payments.at(-1)).toMatchObject({ dueOn: '2026-10-24' })
  })

  // The embedded database has one connection, so there is no concurrency.
  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'is a new payment too if a receipt is being written',
    async () => {
      const paymentId = await school.addPayment(contractUuid, { position: 1, amount: 6_600_000 })
      await requestTransfer(parent, await school.addGroup({ price: 7_000_000 }))
      await at('2026-10-19T09:00:00Z')
      const book = async (transaction: Database) => {
        const receipt = { paymentId, kind: 'ReceivingDS', amount: 6_600_000, at: server.clock.now } as const
        await transaction.insert(operations).values(receipt)
        await transaction.update(payments).set({ status: 'Closed' }).where(eq(payments.id, paymentId))
      }
      await runBehindLock(server.opened, book, settle)
      expect((await contractOf(parent))?.payments.map(({ amount, status }) => [amount, status])).toEqual([
        [6_600_000, 'Closed'],
        [200_000, 'Open'],
      ])
    },
  )
})

describe('The preview', () => {
  test('is the week of all children: kept, removed and added lessons, and conflicts', async () => {
    const cancelled = { state: 'cancelled', changedAt: new Date('2026-10-13T09:00:00Z') } as const
    const sister = await school.addChild('Вера', [parent])
    const other = await school.addGroup({ territoryId: ids.territory, weeks: 0, title: 'ФИЗ-5' })
    await school.joinGroup(sister, { joinedOn: '2026-09-01' })
    const { database } = server.opened
    await database.update(groupMemberships).set({ groupId: other }).where(eq(groupMemberships.studentId, sister))
    const group = await school.addGroup({ weeks: 0, title: 'ФИЗ-2' })
    const left = await school.addLesson(home, new Date('2026-10-20T13:00:00Z'))
    const apart = await school.addLesson(other, new Date('2026-10-20T14:00:00Z'))
    const comes = await school.addLesson(group, new Date('2026-10-20T13:30:00Z'))
    // Cancelled lessons neither stay nor leave nor come.
    for (const each of [home, other, group]) await school.addLesson(each, new Date('2026-10-21T13:30:00Z'), cancelled)
    await school.addLesson(group, new Date('2026-10-27T13:30:00Z'))
    const preview = (await previewOf(parent, group)).json()
    const sokol = { uuid: ids.territory, title: 'Сокол' }
    expect(preview).toMatchObject({
      groupUuid: group,
      effectiveFrom: '2026-10-19',
      week: { from: '2026-10-19', to: '2026-10-25' },
      items: [
        { uuid: left, side: 'leaves', studentUuid: childId, territory: sokol },
        {
          uuid: comes,
          side: 'comes',
          studentUuid: childId,
          groupTitle: 'ФИЗ-2',
          teacher: 'Белова Ирина Сергеевна',
          place: 'Мытищи, кабинет 204',
          territory: { uuid: mytischi, title: 'Мытищи' },
        },
        { uuid: apart, side: 'stays', studentUuid: sister, territory: sokol },
      ],
      conflicts: [
        {
          kind: 'children-apart',
          slot: { weekday: 2, from: '16:30', to: '18:00' },
          other: {
            studentUuid: sister,
            title: 'ФИЗ-5',
            slot: { weekday: 2, from: '17:00', to: '18:30' },
            place: 'Сокол',
            calendarGap: null,
          },
          minutesBetween: -60,
          day: '2026-10-20',
        },
      ],
      conflictingItems: [comes, apart],
      price: { now: 0, after: 0 },
    })
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    const own = (await previewOf(student, group)).json<{ items: { uuid: string }[]; conflicts: unknown[] }>()
    expect([own.items.map(({ uuid }) => uuid), own.conflicts]).toEqual([[left, comes], []])
  })
})
