import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Basket } from '#contract/enrolment/catalog.ts'
import { baskets, contractStates, contracts, payments } from '#server/db/schema/contracts.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import {
  campaigns,
  enrolments,
  groupMemberships,
  opportunities,
  opportunityGroups,
  programs,
  studyGroups,
} from '#server/db/schema/programs.ts'
import { concludeContracts } from '#server/enrolment/contracts/contract-status.ts'
import { readPdf } from '#tests/support/documents/pdf.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openProgramme2035 } from '#tests/support/schools/programme-2035.ts'
import { purchaseCalls, wrongPlaces } from '#tests/support/schools/purchase-calls.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { mytischi, openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
let parent: Person & { userId: string }
let childId: string
let group: string
let campaignUuid: string
let programId: string
beforeEach(async () => {
  await at('2026-10-14T09:00:00Z')
  await server.opened.database.delete(deliveries)
  ;({ campaignId: campaignUuid, programId } = await school.begin())
  group = await school.addGroup({ title: 'ФИЗ-2', paymentSchemes: ['OnePayment', 'StepByStep', 'Combo'] })
  const family = await school.addFamily('Артём')
  parent = family.parent
  childId = family.childId
})
const { at, refusalOf, sentMessages } = transferCalls(() => ({ server, contractUuid: '' }))
const { fill, filled, buy, read, drop, basketsOf, contractsOf } = purchaseCalls()
const choice = () => ({ groupUuid: group, studentUuid: childId })
const change = (of: Partial<typeof studyGroups.$inferInsert>) =>
  server.opened.database.update(studyGroups).set(of).where(eq(studyGroups.id, group))
const membershipsOf = (studentId: string) =>
  server.opened.database.select().from(groupMemberships).where(eq(groupMemberships.studentId, studentId))

describe('A basket', () => {
  test('has the course, the student and the payment plan', async () => {
    const answer = await fill(parent, { ...choice(), scheme: 'Combo' })
    const { groceryBasketUuid } = answer.json<{ groceryBasketUuid: string }>()
    expect([answer.statusCode, answer.json()]).toEqual([200, { groceryBasketUuid, campaignUuid }])
    const [course] = await server.opened.database.select().from(programs).where(eq(programs.id, programId))
    const basket = {
      groceryBasketUuid,
      campaignUuid,
      course: { uuid: programId, title: course?.title },
      group: {
        groupUuid: group,
        title: 'ФИЗ-2',
        teacher: 'Белова Ирина Сергеевна',
        format: 'offline',
        territory: { uuid: mytischi, title: 'Мытищи' },
        slots: [],
        startsOn: '2026-09-01',
        price: 6_600_000,
        placesLeft: 12,
        paymentSchemes: ['StepByStep', 'OnePayment', 'Combo'],
      },
      student: { uuid: childId, firstName: 'Артём', lastName: 'Соколов' },
      plan: {
        paymentScheme: 'Combo',
        instalments: [
          { title: 'Собственные средства', kind: 'own', dueOn: '2026-10-19', amount: 1_650_000 },
          { title: 'Материнский капитал', kind: 'fund', dueOn: '2027-01-17', amount: 3_300_000 },
          { title: 'Собственные средства, остаток', kind: 'own-rest', dueOn: '2027-03-23', amount: 1_650_000 },
        ],
      },
      price: { agreed: 6_600_000, now: 6_600_000 },
      isEnrolled: false,
      keptUntil: null,
      obstacle: null,
      contractUuid: null,
      filledAt: '2026-10-14T09:00:00.000Z',
    }
    expect((await read(parent, groceryBasketUuid)).json()).toEqual(basket)
    expect(await basketsOf(parent)).toEqual([basket])
  })

  test('that is filled again keeps its id and takes the new scheme, price and time', async () => {
    const first = await filled(parent, choice())
    await change({ price: 7_000_000 })
    expect((await basketsOf(parent))[0]?.price).toEqual({ agreed: 6_600_000, now: 7_000_000 })
    await at('2026-10-15T09:00:00Z')
    expect(await filled(parent, { ...choice(), scheme: 'StepByStep' })).toEqual(first)
    expect(await basketsOf(parent)).toMatchObject([
      {
        groceryBasketUuid: first.groceryBasketUuid,
        plan: { paymentScheme: 'StepByStep' },
        price: { agreed: 7_000_000, now: 7_000_000 },
        filledAt: '2026-10-15T09:00:00.000Z',
      },
    ])
  })

  test('is for the user or the user’s child, and hidden from others', async () => {
    const { parent: stranger, childId: strange } = await school.addFamily('Вера')
    expect(refusalOf(await fill(parent, { ...choice(), studentUuid: strange }))).toEqual([404, 'not-found'])
    expect(refusalOf(await fill(parent, { ...choice(), studentUuid: parent.userId }))).toEqual([404, 'not-found'])
    expect(refusalOf(await fill(parent, { ...choice(), groupUuid: randomUUID() }))).toEqual([404, 'not-found'])
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    expect((await fill(student, choice())).statusCode).toBe(200)
    expect(refusalOf(await fill(student, { ...choice(), studentUuid: strange }))).toEqual([404, 'not-found'])
    const basket = await filled(parent, choice())
    expect((await basketsOf(student)).map(({ groceryBasketUuid }) => groceryBasketUuid)).not.toContain(
      basket.groceryBasketUuid,
    )
    expect(await basketsOf(stranger)).toEqual([])
    for (const answer of [
      await read(stranger, basket.groceryBasketUuid),
      await drop(stranger, basket.groceryBasketUuid),
      await buy(stranger, basket),
    ]) {
      expect(refusalOf(answer)).toEqual([404, 'not-found'])
    }
  })

  test('can be read as a draft contract with its plan, by the user only, and binds to nothing', async () => {
    const basket = await filled(parent, { ...choice(), scheme: 'StepByStep' })
    const link = (person: Person) => person.call(`GET /v1/catalog/basket/${basket.groceryBasketUuid}/contract-link`)
    const opened = await parent.open((await link(parent)).json<{ url: string }>().url)
    const text = (await readPdf(opened.rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/^Проект договора .*проект, ни к чему не обязывает.*Обучающийся: Соколов Артём.*Группа: ФИЗ-2/)
    const { instalments } = (await read(parent, basket.groceryBasketUuid)).json<Basket>().plan
    expect(text.match(/\d\d\.\d\d\.\d{4} 22 000,00 ₽/g)).toHaveLength(instalments.length)
    expect(refusalOf(await link((await school.addFamily('Вера')).parent))).toEqual([404, 'not-found'])
    expect(await contractsOf(parent)).toEqual([])
  })

  test('is refused with a separate reason for each obstacle', async () => {
    const refused = async () => refusalOf(await fill(parent, choice()))
    expect(refusalOf(await fill(parent, { ...choice(), scheme: 'Recurent' }))).toEqual([409, 'purchase-refused'])
    await server.opened.database.update(users).set({ grade: 5 }).where(eq(users.id, childId))
    expect(await refused()).toEqual([409, 'purchase-refused'])
    await server.opened.database.update(users).set({ grade: 8 }).where(eq(users.id, childId))
    await change({ placesTotal: 1, placesTaken: 1 })
    expect(await refused()).toEqual([409, 'no-place-left'])
    await change({ placesTotal: 12, placesTaken: 0 })
    const enrolUntil = (day: string) =>
      server.opened.database.update(campaigns).set({ enrolUntil: day }).where(eq(campaigns.id, campaignUuid))
    await enrolUntil('2026-10-13')
    expect(await refused()).toEqual([409, 'purchase-refused'])
    await enrolUntil('2026-10-14')
    await school.addContract(childId, { groupId: group })
    expect(await refused()).toEqual([409, 'purchase-refused'])
    expect(await server.opened.database.$count(baskets, eq(baskets.studentId, childId))).toBe(0)
  })

  test('reports obstacles that have appeared since it was filled', async () => {
    const { groceryBasketUuid } = await filled(parent, { ...choice(), scheme: 'Combo' })
    const obstacle = async () => (await read(parent, groceryBasketUuid)).json<Basket>().obstacle
    await change({ paymentSchemes: ['OnePayment'] })
    expect(await obstacle()).toBe('scheme-gone')
    await change({ placesTotal: 1, placesTaken: 1 })
    expect(await obstacle()).toBe('full')
    await school.addContract(childId, { groupId: group })
    expect(await obstacle()).toBe('already-there')
  })

  test('can be discarded repeatedly, and filled again afterwards', async () => {
    const basket = await filled(parent, choice())
    expect((await drop(parent, basket.groceryBasketUuid)).statusCode).toBe(204)
    expect((await drop(parent, basket.groceryBasketUuid)).statusCode).toBe(204)
    expect(await basketsOf(parent)).toEqual([])
    expect(refusalOf(await read(parent, basket.groceryBasketUuid))).toEqual([404, 'not-found'])
    expect(refusalOf(await buy(parent, basket))).toEqual([404, 'not-found'])
    const again = await filled(parent, choice())
    expect(again.groceryBasketUuid).not.toBe(basket.groceryBasketUuid)
    expect((await buy(parent, again)).statusCode).toBe(200)
    expect(refusalOf(await drop(parent, again.groceryBasketUuid))).toEqual([409, 'state-conflict'])
    expect(refusalOf(await drop(parent, randomUUID()))).toEqual([404, 'not-found'])
  })
})

describe('A contract', () => {
  test('is created from a basket with its number, place and payments, and the buyer is notified', async () => {
    await server.opened.database
      .update(users)
      .set({ email: 'anna@mail.example', language: 'en' })
      .where(eq(users.id, parent.userId))
    const basket = await filled(parent, { ...choice(), scheme: 'Combo' })
    const published = await recordEvents(server.opened.database)
    const answer = await buy(parent, basket)
    const { contractUuid } = answer.json<{ contractUuid: string }>()
    expect(await published(contractUuid)).toMatchObject([
      ['contract.created', { sourcedId: contractUuid, status: 'Open' }],
    ])
    const location = `/contracts-and-payments/${contractUuid}`
    expect([answer.statusCode, answer.json()]).toEqual([200, { contractUuid, location }])
    const [contract] = await contractsOf(parent)
    expect(contract).toMatchObject({
      uuid: contractUuid,
      number: expect.stringMatching(/^26-ФИЗ-\d{8}$/),
      status: 'Open',
      concludedOn: null,
      student: { uuid: childId },
      campaignUuid,
      groupUuid: group,
      territory: { uuid: mytischi },
      format: 'offline',
      paymentScheme: 'Combo',
      total: 6_600_000,
      paid: 0,
      debt: 6_600_000,
      payments: [
        { title: 'Собственные средства', dueOn: '2026-10-19', amount: 1_650_000, status: 'Open' },
        { title: 'Материнский капитал', dueOn: '2027-01-17', amount: 3_300_000, status: 'DeferredPayment' },
        { title: 'Собственные средства, остаток', dueOn: '2027-03-23', amount: 1_650_000, status: 'Open' },
      ],
    })
    expect(await wrongPlaces(server, [group])).toEqual([])
    expect(await school.placesOf(group)).toBe(1)
    expect(await membershipsOf(childId)).toEqual([])
    expect(await basketsOf(parent)).toEqual([])
    expect((await read(parent, basket.groceryBasketUuid)).json()).toMatchObject({ contractUuid, obstacle: null })
    expect(await sentMessages()).toEqual([
      {
        target: 'anna@mail.example',
        kind: 'contract-made',
        language: 'en',
        values: {
          number: contract?.number,
          course: contract?.program.title,
          student: 'Артём',
          amount: '₽16,500',
          until: '19 October 2026',
        },
      },
    ])
  })

  test('is created once from a basket: another tab and a repeated click get the same contract', async () => {
    const basket = await filled(parent, choice())
    const headers = { 'idempotency-key': randomUUID() }
    const first = await buy(parent, basket, headers)
    expect(first.statusCode).toBe(200)
    expect((await buy(parent, basket, headers)).json()).toEqual(first.json())
    expect((await buy(parent, basket)).json()).toEqual(first.json())
    expect((await contractsOf(parent)).length).toBe(1)
    expect(await school.placesOf(group)).toBe(1)
  })

  test('of a student whom a free enrolment has put into the group takes over the place, also in a full group', async () => {
    const { database } = server.opened
    const programme = await openProgramme2035(server)
    const { opportunityUuid } = await programme.addOpportunity()
    await database.insert(opportunityGroups).values({ opportunityId: opportunityUuid, groupId: group })
    const body = { campaignUuid: programme.campaignUuid, opportunityUuid, groupUuid: group, studentUuid: childId }
    const headers = { 'idempotency-key': randomUUID() }
    expect((await parent.call('POST /v1/schedule/group/enroll', { body, headers })).statusCode).toBe(200)
    await change({ placesTotal: 1 })
    expect((await buy(parent, await filled(parent, choice()))).statusCode).toBe(200)
    expect(await school.placesOf(group)).toBe(1)
    expect(await wrongPlaces(server, [group])).toEqual([])
  })

  test('cannot be created for another campaign', async () => {
    const basket = await filled(parent, choice())
    const answer = await buy(parent, { ...basket, campaignUuid: randomUUID() })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'campaignUuid', message: 'another' }]])
  })

  test('requires a confirmation of a changed price by filling the basket again', async () => {
    const basket = await filled(parent, choice())
    await change({ price: 7_000_001 })
    expect(refusalOf(await buy(parent, basket))).toEqual([409, 'price-changed'])
    expect(await school.placesOf(group)).toBe(0)
    await filled(parent, choice())
    expect((await buy(parent, basket)).statusCode).toBe(200)
    expect(await contractsOf(parent)).toMatchObject([{ total: 7_000_001, payments: [{ amount: 7_000_001 }] }])
  })

  test('is refused because of later obstacles, without side effects', async () => {
    const basket = await filled(parent, { ...choice(), scheme: 'Combo' })
    const refused = async () => refusalOf(await buy(parent, basket))
    await change({ paymentSchemes: ['OnePayment'] })
    expect(await refused()).toEqual([409, 'purchase-refused'])
    await change({ paymentSchemes: ['Combo'], placesTotal: 1, placesTaken: 1 })
    expect(await refused()).toEqual([409, 'no-place-left'])
    await change({ placesTotal: 12, placesTaken: 0, endsOn: '2026-10-13' })
    expect(await refused()).toEqual([409, 'purchase-refused'])
    await change({ endsOn: '2027-05-31' })
    expect(await contractsOf(parent)).toEqual([])
    expect(await school.placesOf(group)).toBe(0)
    expect((await buy(parent, basket)).statusCode).toBe(200)
  })

  test('of a free course is concluded at once, and the child is in the group', async () => {
    await server.opened.database.update(users).set({ phone: '+79160000001' }).where(eq(users.id, parent.userId))
    await change({ price: 0, startsOn: '2026-11-02' })
    const basket = await filled(parent, choice())
    expect((await read(parent, basket.groceryBasketUuid)).json()).toMatchObject({ plan: { instalments: [] } })
    expect((await buy(parent, basket)).statusCode).toBe(200)
    expect(await contractsOf(parent)).toMatchObject([
      { status: 'Concluded', concludedOn: '2026-10-14', total: 0, debt: 0, payments: [] },
    ])
    expect(await membershipsOf(childId)).toMatchObject([{ groupId: group, joinedOn: '2026-11-02', leftOn: null }])
    expect(await sentMessages()).toMatchObject([
      { target: '+79160000001', kind: 'contract-concluded', language: 'ru', values: { from: '2 ноября 2026 года' } },
    ])
  })
})

describe('An open contract', () => {
  const conclude = (id: string, now: string) =>
    server.opened.database.transaction((transaction) =>
      concludeContracts(transaction, [id], { now: new Date(now), timeZone: 'Europe/Moscow' }),
    )

  test('is concluded once, dated in the school’s time zone, and its student joins the group', async () => {
    const { contractUuid } = (await buy(parent, await filled(parent, choice()))).json<{ contractUuid: string }>()
    const results = await Promise.all([1, 2, 3].map(() => conclude(contractUuid, '2026-10-16T22:00:00Z')))
    expect(results.toSorted((one, other) => one.length - other.length)).toEqual([[], [], [contractUuid]])
    expect(await conclude(contractUuid, '2026-10-20T09:00:00Z')).toEqual([])
    expect(await contractsOf(parent)).toMatchObject([{ status: 'Concluded', concludedOn: '2026-10-17' }])
    const states = await server.opened.database
      .select({ status: contractStates.status, at: contractStates.at })
      .from(contractStates)
      .where(eq(contractStates.contractId, contractUuid))
    expect(states).toEqual([{ status: 'Concluded', at: new Date('2026-10-16T22:00:00Z') }])
    expect(await membershipsOf(childId)).toMatchObject([{ groupId: group, joinedOn: '2026-10-17', leftOn: null }])
    expect(await school.placesOf(group)).toBe(1)
  })

  test('of a member of its group adds no second membership, also if the first has a known end', async () => {
    const { contractUuid } = (await buy(parent, await filled(parent, choice()))).json<{ contractUuid: string }>()
    const membership = { groupId: group, studentId: childId, joinedOn: '2026-09-01', leftOn: '2027-05-31' }
    await server.opened.database.insert(groupMemberships).values(membership)
    expect(await conclude(contractUuid, '2026-10-16T22:00:00Z')).toEqual([contractUuid])
    expect(await membershipsOf(childId)).toMatchObject([membership])
  })
})

describe('The basket of an opportunity', () => {
  let basket: { groceryBasketUuid: string; campaignUuid: string }
  let opportunityId: string
  beforeEach(async () => {
    const { database } = server.opened
    opportunityId = randomUUID()
    basket = { groceryBasketUuid: randomUUID(), campaignUuid }
    await database.update(campaigns).set({ kind: 'u2035' }).where(eq(campaigns.id, campaignUuid))
    await database
      .insert(opportunities)
      .values({ id: opportunityId, campaignId: campaignUuid, title: 'Материалы', description: 'Опыты', hours: 36 })
    await database.insert(opportunityGroups).values({ opportunityId, groupId: group })
    await database.insert(baskets).values({
      id: basket.groceryBasketUuid,
      campaignId: campaignUuid,
      opportunityId,
      paymentScheme: 'OnePayment',
      createdAt: new Date('2026-10-01T09:00:00Z'),
    })
  })
  async function enrol(studentId: string, at = '2026-10-13T09:00:00Z') {
    const { database } = server.opened
    const id = randomUUID()
    const enrolment = { id, campaignId: campaignUuid, opportunityId, groupId: group, studentId }
    await database.insert(enrolments).values({ ...enrolment, enrolledById: studentId, createdAt: new Date(at) })
    const [found] = await database.select().from(studyGroups).where(eq(studyGroups.id, group))
    await change({ placesTaken: (found?.placesTaken ?? 0) + 1 })
    return id
  }

  test('is available to enrolled students and takes no second place', async () => {
    expect(refusalOf(await read(parent, basket.groceryBasketUuid))).toEqual([404, 'not-found'])
    expect(refusalOf(await buy(parent, basket))).toEqual([404, 'not-found'])
    const enrolmentId = await enrol(childId)
    // The group is full: the enrolment holds the place already.
    await change({ placesTotal: 1 })
    expect(await basketsOf(parent)).toMatchObject([
      {
        groceryBasketUuid: basket.groceryBasketUuid,
        student: { uuid: childId },
        price: { agreed: 6_600_000, now: 6_600_000 },
        obstacle: null,
        keptUntil: '2026-10-20',
        filledAt: '2026-10-13T09:00:00.000Z',
      },
    ])
    const first = await buy(parent, basket)
    expect(first.statusCode).toBe(200)
    expect((await buy(parent, basket)).json()).toEqual(first.json())
    const made = await server.opened.database.select().from(contracts).where(eq(contracts.enrolmentId, enrolmentId))
    expect(made).toMatchObject([{ studentId: childId, groupId: group, total: 6_600_000, status: 'Open' }])
    expect(await school.placesOf(group)).toBe(1)
    expect(await wrongPlaces(server, [group])).toEqual([])
    expect(await basketsOf(parent)).toEqual([])
    expect((await read(parent, basket.groceryBasketUuid)).json()).toMatchObject({
      contractUuid: made[0]?.id,
      keptUntil: null,
    })
    expect(await server.opened.database.$count(payments, eq(payments.contractId, made[0]?.id ?? ''))).toBe(1)
  })

  test('belongs to the given campaign and cannot be discarded: the enrolment stays', async () => {
    expect(refusalOf(await drop(parent, basket.groceryBasketUuid))).toEqual([404, 'not-found'])
    await enrol(childId)
    expect((await buy(parent, { ...basket, campaignUuid: randomUUID() })).statusCode).toBe(422)
    expect(refusalOf(await drop(parent, basket.groceryBasketUuid))).toEqual([409, 'state-conflict'])
    expect((await basketsOf(parent)).length).toBe(1)
  })

  test('becomes a contract for each enrolled child: the given one, else the next', async () => {
    const sister = await school.addChild('Мария', [parent])
    await enrol(childId, '2026-10-12T09:00:00Z')
    await enrol(sister, '2026-10-13T09:00:00Z')
    const stranger = await school.addChild('Вера')
    expect(refusalOf(await buy(parent, { ...basket, studentUuid: stranger }))).toEqual([404, 'not-found'])
    const named = await buy(parent, { ...basket, studentUuid: childId })
    expect((await buy(parent, { ...basket, studentUuid: childId })).json()).toEqual(named.json())
    expect((await basketsOf(parent)).map(({ student }) => student.uuid)).toEqual([sister])
    expect((await buy(parent, basket)).statusCode).toBe(200)
    const bought = (await contractsOf(parent)).map(({ student }) => student.uuid)
    expect(bought.toSorted()).toEqual([childId, sister].toSorted())
    expect(await wrongPlaces(server, [group])).toEqual([])
  })
})
