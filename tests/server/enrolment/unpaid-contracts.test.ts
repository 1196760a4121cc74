import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Basket } from '#contract/enrolment/catalog.ts'
import type { Contract, ContractHistory } from '#contract/enrolment/contracts.ts'
import type { OfferStudent } from '#contract/learning/schedule.ts'
import { importReceipts } from '#server/billing/ledger/import-receipts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { enrolments, groupMemberships } from '#server/db/schema/programs.ts'
import { sendPaymentReminders } from '#server/enrolment/contracts/payment-reminders.ts'
import { renderMessage } from '#server/notifications/render-message.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openProgramme2035 } from '#tests/support/schools/programme-2035.ts'
import { purchaseCalls, wrongPlaces } from '#tests/support/schools/purchase-calls.ts'
import { transferCalls } from '#tests/support/schools/transfer-calls.ts'
import { openTransferSchool } from '#tests/support/schools/transfer-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openOnceMore, runBehindLock } from '#tests/support/server/database.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openTransferSchool(server))
let parent: Person & { userId: string }
let childId: string
let group: string
beforeEach(async () => {
  await at('2026-10-14T09:00:00Z')
  await school.begin()
  group = await school.addGroup({
    title: 'ФИЗ-2',
    paymentSchemes: ['OnePayment', 'StepByStep', 'Combo', 'MaternalCapital'],
  })
  const family = await school.addFamily('Артём')
  parent = family.parent
  childId = family.childId
  const { database } = server.opened
  // Contracts of other tests expire as well.
  await database.update(contracts).set({ status: 'Termination', enrolmentId: null })
  await database.delete(enrolments)
  await database.delete(deliveries)
  await database.update(users).set({ email: 'mama@mail.example' }).where(eq(users.id, parent.userId))
})
const { at, sentMessages } = transferCalls(() => ({ server, contractUuid: '' }))
const { fill, filled, buy, contractsOf, join, linesOf } = purchaseCalls()

const settle = (database = server.opened.database) =>
  runJobs(['send-payment-reminders', 'expire-unpaid-contracts', 'expire-enrolments'], {
    database,
    clock: () => server.clock.now,
  })
/** Sets the clock to noon of the day in the school’s time zone, and runs the due jobs. */
const on = async (day: string) => {
  await at(`${day}T09:00:00Z`)
  await settle()
}
const bought = async (scheme: 'OnePayment' | 'StepByStep' | 'Combo' | 'MaternalCapital' = 'OnePayment') => {
  const basket = await filled(parent, { groupUuid: group, studentUuid: childId, scheme })
  const made = (await buy(parent, basket)).json<{ contractUuid: string }>()
  await server.opened.database.delete(deliveries)
  return made.contractUuid
}
const contractOf = async (uuid: string) => (await contractsOf(parent)).find((each) => each.uuid === uuid) as Contract
const historyOf = async (uuid: string) =>
  (await parent.call(`GET /v1/profile/contract/${uuid}/history`)).json<ContractHistory>()
const pay = async (contractId: string, amount: number, { position = 1, database = server.opened.database } = {}) => {
  const lines = await database
    .select()
    .from(payments)
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(payments.position))
  const paymentId = lines[position - 1]?.id as string
  await database.insert(operations).values({ paymentId, kind: 'ReceivingDS', amount, at: server.clock.now })
}

describe('A contract without its first payment', () => {
  test('expires a week after the due date: its place is free, and the customer is notified', async () => {
    const contract = await bought('StepByStep')
    expect(await school.placesOf(group)).toBe(1)
    await on('2026-10-26')
    expect([(await contractOf(contract)).status, (await historyOf(contract)).waitsFor]).toEqual([
      'Open',
      'first-payment',
    ])
    await server.opened.database.delete(deliveries)
    const published = await recordEvents(server.opened.database)
    await on('2026-10-27')
    const { status, debt, payments: lines } = await contractOf(contract)
    expect([status, debt, lines.map((line) => line.status)]).toEqual(['NotPaid', 0, Array(3).fill('Canceled')])
    const { waitsFor, documents, events, courseUuid } = await historyOf(contract)
    expect([waitsFor, documents.map(({ kind }) => kind), courseUuid]).toEqual([null, ['contract'], expect.any(String)])
    expect(events.at(-1)).toEqual({ kind: 'status', at: '2026-10-27T09:00:00.000Z', status: 'NotPaid' })
    expect(await school.placesOf(group)).toBe(0)
    expect(await wrongPlaces(server, [group])).toEqual([])
    const bill = await parent.call(`GET /v1/profile/contract/${contract}/payment/${lines[0]?.uuid}/bill-link`)
    expect([bill.statusCode, bill.json().type]).toEqual([409, 'nothing-to-pay'])
    const [message, ...more] = await sentMessages()
    expect([message, more]).toEqual([
      {
        target: 'mama@mail.example',
        kind: 'contract-not-paid',
        language: 'ru',
        values: { number: expect.any(String), course: expect.any(String), student: 'Артём' },
      },
      [],
    ])
    await settle()
    expect(await sentMessages()).toHaveLength(1)
    expect(await published(contract)).toEqual([
      ['contract.changed', { collection: 'contracts', sourcedId: contract, status: 'NotPaid' }],
    ])
  })

  test('passes its place to the waiting list', async () => {
    await server.opened.database.update(users).set({ email: null }).where(eq(users.id, parent.userId))
    group = await school.addGroup({ placesTotal: 1 })
    await bought()
    const other = await school.addFamily('Вера')
    expect((await join(other.parent, group, other.childId)).statusCode).toBe(200)
    const published = await recordEvents(server.opened.database)
    await on('2026-10-27')
    expect((await published(group)).at(-1)).toMatchObject([
      'waiting-list.offered',
      { groupId: group, studentId: other.childId, heldUntil: '2026-10-28T09:00:00.000Z' },
    ])
    expect((await linesOf(other.parent)).map(({ heldUntil }) => heldUntil)).toEqual(['2026-10-28T09:00:00.000Z'])
    expect(await school.placesOf(group)).toBe(1)
    expect(await wrongPlaces(server, [group])).toEqual([])
  })

  test('is left to staff if it is partly paid, and stays open if a fund pays first', async () => {
    const partly = await bought('StepByStep')
    await pay(partly, 100)
    const sibling = await school.addChild('Вера', [parent])
    childId = sibling
    const funded = await bought('MaternalCapital')
    await on('2027-03-01')
    expect([(await contractOf(partly)).status, (await contractOf(funded)).status]).toEqual(['Open', 'Open'])
  })

  // The embedded database has one connection, so there is no concurrency.
  test.runIf(process.env.TEST_DATABASE === 'postgres')('stays open if a part of it is being written', async () => {
    const contract = await bought()
    await at('2026-10-27T09:00:00Z')
    await runBehindLock(server.opened, (database) => pay(contract, 100, { database }), settle)
    expect((await contractOf(contract)).status).toBe('Open')
  })

  test('expires once on two concurrent servers, and not at night', async () => {
    const contract = await bought()
    await at('2026-10-27T18:00:00Z')
    await settle()
    expect((await contractOf(contract)).status).toBe('Open')
    await at('2026-10-28T06:00:00Z')
    const second = await openOnceMore(server.opened)
    await Promise.all([settle(), settle(second.database), settle()])
    await second.close()
    const { events } = await historyOf(contract)
    expect(events.map((event) => (event.kind === 'status' ? event.status : event.kind))).toEqual(['made', 'NotPaid'])
    expect([await school.placesOf(group), (await sentMessages()).length]).toEqual([0, 1])
  })

  test('removes an enrolment in the 2035 programme with its place, and the child can enrol again', async () => {
    const programme = await openProgramme2035(server)
    const choice = { ...(await programme.addOpportunity({ price: 2_400_000 })), studentUuid: childId }
    const enrol = async () =>
      (
        await parent.call('POST /v1/schedule/group/enroll', {
          body: choice,
          headers: { 'idempotency-key': randomUUID() },
        })
      ).statusCode
    expect(await enrol()).toBe(200)
    const [basket] = (await parent.call('GET /v1/catalog/basket/list')).json<Basket[]>()
    const { groceryBasketUuid = '', campaignUuid = '' } = basket ?? {}
    const made = await buy(parent, { groceryBasketUuid, campaignUuid, studentUuid: childId })
    const { contractUuid } = made.json<{ contractUuid: string }>()
    expect(await school.placesOf(choice.groupUuid)).toBe(1)
    const { database } = server.opened
    // The school's system sends memberships, also with a known end.
    const membership = { groupId: choice.groupUuid, studentId: childId, joinedOn: '2026-10-19', leftOn: '2027-01-31' }
    await database.insert(groupMemberships).values(membership)
    await on('2026-10-27')
    const isOfGroup = eq(groupMemberships.groupId, choice.groupUuid)
    expect(await database.select().from(groupMemberships).where(isOfGroup)).toMatchObject([{ leftOn: '2026-10-27' }])
    expect([(await contractOf(contractUuid)).status, await school.placesOf(choice.groupUuid)]).toEqual(['NotPaid', 0])
    expect((await historyOf(contractUuid)).courseUuid).toBeNull()
    const offered = await parent.call(`GET /v1/schedule/offer/${programme.token}/student/list`)
    expect(offered.json<OfferStudent[]>()[0]?.enrolment).toBeNull()
    expect([await enrol(), await school.placesOf(choice.groupUuid)]).toEqual([200, 1])
    expect(await wrongPlaces(server, [choice.groupUuid])).toEqual([])
  })
})

describe('An enrolment in a paid opportunity of the 2035 programme', () => {
  const open = async () => {
    const programme = await openProgramme2035(server)
    const choice = { ...(await programme.addOpportunity({ price: 2_400_000, places: 1 })), studentUuid: childId }
    const body = { body: choice, headers: { 'idempotency-key': randomUUID() } }
    expect((await parent.call('POST /v1/schedule/group/enroll', body)).statusCode).toBe(200)
    const [basket] = (await parent.call('GET /v1/catalog/basket/list')).json<Basket[]>()
    if (!basket) throw new Error('An enrolment that costs something has a basket')
    const enrolment = async () => {
      const offered = await parent.call(`GET /v1/schedule/offer/${programme.token}/student/list`)
      return offered.json<OfferStudent[]>()[0]?.enrolment
    }
    return { basket, enrolment, groupUuid: choice.groupUuid }
  }

  test('waits a week for its contract, shows the deadline, and then passes its place to the next student', async () => {
    const { basket, enrolment, groupUuid } = await open()
    expect([basket.keptUntil, (await enrolment())?.keptUntil]).toEqual(['2026-10-21', '2026-10-21'])
    await at('2026-10-21T17:59:00Z')
    await settle()
    expect([(await enrolment())?.keptUntil, await school.placesOf(groupUuid)]).toEqual(['2026-10-21', 1])
    await on('2026-10-22')
    expect([await enrolment(), await school.placesOf(groupUuid)]).toEqual([null, 0])
    expect(await wrongPlaces(server, [groupUuid])).toEqual([])
    expect((await parent.call('GET /v1/catalog/basket/list')).json()).toEqual([])
    const { groceryBasketUuid, campaignUuid } = basket
    const late = await buy(parent, { groceryBasketUuid, campaignUuid, studentUuid: childId })
    expect([late.statusCode, late.json().type]).toEqual([404, 'not-found'])
    await settle()
    expect(await sentMessages()).toMatchObject([
      { target: 'mama@mail.example', kind: 'enrolment-expiring', values: { until: '21 октября 2026 года' } },
      { target: 'mama@mail.example', kind: 'enrolment-given-up', values: { student: 'Артём' } },
    ])
  })

  test('does not expire once it has a contract', async () => {
    const { basket, enrolment, groupUuid } = await open()
    const { groceryBasketUuid, campaignUuid } = basket
    const made = await buy(parent, { groceryBasketUuid, campaignUuid, studentUuid: childId })
    expect(made.statusCode).toBe(200)
    const { contractUuid } = made.json<{ contractUuid: string }>()
    expect(await enrolment()).toMatchObject({ contractUuid, keptUntil: null })
    await on('2026-10-23')
    expect([(await contractOf(contractUuid)).status, await school.placesOf(groupUuid)]).toEqual(['Open', 1])
  })

  test('is either bought or expired if both happen concurrently', async () => {
    const second = await openOnceMore(server.opened)
    for (let round = 0; round < 8; round += 1) {
      await at('2026-10-14T09:00:00Z')
      childId = await school.addChild('Вера', [parent])
      const { basket, groupUuid } = await open()
      await at('2026-10-22T09:00:00Z')
      const { groceryBasketUuid, campaignUuid } = basket
      const [made] = await Promise.all([
        buy(parent, { groceryBasketUuid, campaignUuid, studentUuid: childId }),
        settle(second.database),
      ])
      expect([200, 404]).toContain(made.statusCode)
      expect(await school.placesOf(groupUuid)).toBe(made.statusCode === 200 ? 1 : 0)
      expect(await wrongPlaces(server, [groupUuid])).toEqual([])
    }
    await second.close()
  })
})

test('A payment concurrent with the expiry either saves the contract or is booked afterwards, and is never lost', async () => {
  const [second, third] = [await openOnceMore(server.opened), await openOnceMore(server.opened)]
  for (let round = 0; round < 12; round += 1) {
    await at('2026-10-14T09:00:00Z')
    childId = await school.addChild('Вера', [parent])
    const contract = await bought()
    const { number, total } = await contractOf(contract)
    await at('2026-10-27T09:00:00Z')
    const { now } = server.clock
    const paid = { line: 2, operationId: contract, contract: number, kind: 'ReceivingDS', amount: total } as const
    const row = { ...paid, at: new Date('2026-10-26T09:00:00Z'), position: null, payer: null, otherContract: null }
    const [report] = await Promise.all([
      second.database.transaction((transaction) =>
        importReceipts(transaction, [row], { now, timeZone: 'Europe/Moscow' }),
      ),
      settle(),
      settle(third.database),
    ])
    expect([report.faults, report.booked]).toEqual([[], 1])
    const ended = await contractOf(contract)
    expect([ended.paid, ended.debt]).toEqual([total, 0])
    expect([
      ['Concluded', 'Closed'],
      ['NotPaid', 'Canceled'],
    ]).toContainEqual([ended.status, ended.payments[0]?.status])
    expect(await wrongPlaces(server, [group])).toEqual([])
  }
  await Promise.all([second.close(), third.close()])
})

describe('A payment reminder', () => {
  test('is sent once, three days before the due date, in the customer’s language, until it is paid', async () => {
    await server.opened.database.update(users).set({ language: 'en' }).where(eq(users.id, parent.userId))
    const contract = await bought('StepByStep')
    const { number } = await contractOf(contract)
    await on('2026-10-15')
    expect(await sentMessages()).toEqual([])
    await at('2026-10-16T05:59:00Z')
    await settle()
    expect(await sentMessages()).toEqual([])
    await on('2026-10-16')
    await on('2026-10-17')
    const [message, ...more] = await sentMessages()
    expect(more).toEqual([])
    expect([message?.target, message?.kind, message?.language]).toEqual(['mama@mail.example', 'payment-due', 'en'])
    const words = renderMessage(message?.kind ?? '', 'en', message?.values as Record<string, string>)
    expect(words?.text).toBe(
      `₽22,000 is due by 19 October 2026 for contract ${number}. The bill and the bank details are in your account, on the page “Contracts and payments”. If you have already paid, there is nothing to do.`,
    )
    const [queued] = await server.opened.database.select({ expiresAt: deliveries.expiresAt }).from(deliveries)
    expect(queued?.expiresAt?.toISOString()).toBe('2026-10-19T21:00:00.000Z')
  })

  test.each([
    [false, (contract: string, _: string) => `/contracts-and-payments/${contract}`],
    [true, (_: string, payment: string) => `/payment?payment[]=${payment}`],
  ])('leads to the contract, or to the online payment of the instalment: paid online %s', async (paysOnline, path) => {
    const contract = await bought('StepByStep')
    const now = new Date('2026-10-16T09:00:00Z')
    await sendPaymentReminders(server.opened.database, { now, timeZone: 'Europe/Moscow' }, paysOnline)
    const { payments } = await contractOf(contract)
    const stored = await server.opened.database
      .select({ path: notifications.path })
      .from(notifications)
      .where(and(eq(notifications.kind, 'payment-due'), eq(notifications.userId, parent.userId)))
    const due = payments.find(({ dueOn }) => dueOn === '2026-10-19')
    expect(stored).toEqual([{ path: path(contract, due?.uuid ?? '') }])
  })

  test('is not sent for what a fund pays, also where the payment is open', async () => {
    const contract = await bought('StepByStep')
    await server.opened.database.update(payments).set({ kind: 'fund' }).where(eq(payments.contractId, contract))
    await on('2026-10-16')
    expect(await sentMessages()).toEqual([])
  })

  test('is sent to many customers in one run, each by email or else by phone', async () => {
    await bought()
    const { database } = server.opened
    const families = []
    for (const [email, phone] of [
      [null, '+79990001234'],
      [null, null],
    ] as const) {
      const family = await school.addFamily('Глеб')
      await database.update(users).set({ email, phone }).where(eq(users.id, family.parent.userId))
      const basket = await fill(family.parent, { groupUuid: group, studentUuid: family.childId })
      await buy(family.parent, basket.json())
      families.push(family)
    }
    await database.delete(deliveries)
    await on('2026-10-17')
    await settle()
    expect((await sentMessages()).map(({ target }) => target).toSorted()).toEqual(['+79990001234', 'mama@mail.example'])
  })
})
