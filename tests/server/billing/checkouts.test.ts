import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Checkout } from '#contract/billing/checkouts.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import {
  ObjectUnavailable,
  OrderRefused,
  type PaymentOrder,
  ProviderUnavailable,
} from '#server/billing/providers/payment-provider.ts'
import { checkoutLines, checkouts, paymentDifferences, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { importSingleRow } from '#tests/support/billing/import-receipt.ts'
import { type OnlineSchool, openOnlineSchool } from '#tests/support/billing/online-school.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'

let site: OnlineSchool
beforeAll(async () => {
  site = await openOnlineSchool()
})
beforeEach(async () => {
  Object.assign(site.switches, { takesNotifications: true })
  Object.assign(site.outage, { isOn: false, fault: () => null, before: async () => {}, asked: [] })
  await site.database.delete(deliveries)
})
afterAll(() => site.close())

type Family = Awaited<ReturnType<OnlineSchool['addContract']>>

async function waitFor(state: Checkout['state'], { parent }: Pick<Family, 'parent'>, checkout: Checkout) {
  await expect.poll(async () => (await site.read(parent, checkout)).state).toBe(state)
  return site.read(parent, checkout)
}

/** The state as the database has it, which no reading person has changed. */
async function storedState({ uuid }: Checkout) {
  const [row] = await site.database.select({ state: checkouts.state }).from(checkouts).where(eq(checkouts.id, uuid))
  return row?.state
}

/** The hour of a checkout passes; the session of the person lasts. */
async function passHour(id: string) {
  await site.database
    .update(checkouts)
    .set({ createdAt: sql`created_at - interval '1 hour'`, expiresAt: site.clock.now, watchedAt: null })
    .where(eq(checkouts.id, id))
}

async function operationsOf(family: Family) {
  return site.database
    .select({
      kind: operations.kind,
      amount: operations.amount,
      payerId: operations.payerId,
      externalId: operations.externalId,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(eq(payments.contractId, family.contractId))
}

/** The refund of a checkout as the bank names it in a notification. */
async function madeRefundOf({ uuid }: Checkout) {
  const { rows } = await site.database.execute<{ id: string; payment_id: string }>(sql`
    select id, payload ->> 'payment_id' as payment_id from identity_provider.payloads
    where model = 'bank refund' and payload ->> 'payment_id' = (select external_id from checkouts where id = ${uuid})`)
  return rows[0] ?? {}
}

async function messageKinds() {
  const rows = await site.database.select({ kind: deliveries.kind }).from(deliveries).orderBy(deliveries.kind)
  return rows.map(({ kind }) => kind)
}

test('says how one can pay, and to a child that others pay', async () => {
  const { parent, childId, contractId } = await site.addContract()
  const methods = async (person: typeof parent) => (await person.call('GET /v1/profile/checkout/methods')).json()
  expect(await methods(parent)).toEqual({ methods: ['card', 'sbp'] })
  const child = await site.server.signInAs({ roles: ['student'], userId: childId })
  expect(await methods(child)).toEqual({ methods: [], notPayable: [contractId] })
})

test('says which contracts the person sees and may not pay', async () => {
  const [own, other] = [await site.addContract(), await site.addContract()]
  const rights = { guardianId: own.parent.userId, childId: other.childId, pays: false }
  await site.database.insert(guardianships).values(rights)
  const methods = async ({ parent }: Family) => (await parent.call('GET /v1/profile/checkout/methods')).json()
  expect(await methods(own)).toEqual({ methods: ['card', 'sbp'], notPayable: [other.contractId] })
  expect((await site.start(own.parent, [...own.lines, ...other.lines])).statusCode).toBe(403)
  expect(await methods(other)).toEqual({ methods: ['card', 'sbp'] })
})

test('takes no money for a branch of another legal entity: its bill remains', async () => {
  const [family, own] = [await site.addContract(), await site.addContract()]
  const campaignId = randomUUID()
  const [campaign] = await site.database.select().from(campaigns).where(eq(campaigns.id, ids.campaign))
  if (!campaign) throw new Error('No campaign')
  await site.database.insert(campaigns).values({ ...campaign, id: campaignId, title: 'Колледж', branch: 'college' })
  await site.database.update(contracts).set({ campaignId }).where(eq(contracts.id, family.contractId))
  const { env } = site.server
  const before = env.PAYEES.college
  env.PAYEES.college = { ...before, name: 'ООО «Колледж»', taxNumber: '7700000016' }
  try {
    const methods = async ({ parent }: Family) => (await parent.call('GET /v1/profile/checkout/methods')).json()
    expect(await methods(family)).toEqual({ methods: ['card', 'sbp'], byBillOnly: [family.contractId] })
    expect(await methods(own)).toEqual({ methods: ['card', 'sbp'], byBillOnly: [] })
    const refused = await site.start(family.parent, family.lines)
    expect([refused.statusCode, refused.json().type]).toEqual([409, 'nothing-to-pay'])
    expect((await site.start(own.parent, own.lines)).statusCode).toBe(200)
  } finally {
    env.PAYEES.college = before
  }
})

test('without a provider nothing can be paid, and nothing else changes', async () => {
  const plain = await openTestApp()
  const person = await plain.signInAs({ roles: ['parent'] })
  expect((await person.call('GET /v1/profile/checkout/methods')).json()).toEqual({ methods: [] })
  expect((await person.call('GET /v1/profile/checkout/list')).json()).toEqual([])
  const answer = await person.call('POST /v1/profile/checkout', {
    body: { lines: [{ paymentUuid: randomUUID(), amount: 100 }], method: 'card' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(answer.json()).toMatchObject({
    type: 'invalid-values',
    errors: [{ path: 'method', message: 'not-offered' }],
  })
  await plain.close()
})

test('a payment is started, paid in the bank and booked', async () => {
  const family = await site.addContract({ status: 'Open' })
  await site.database.update(users).set({ email: 'mama@mail.example' }).where(eq(users.id, family.parent.userId))
  const [first] = family.lines
  const checkout = await site.started(family.parent, family.lines.slice(0, 1))
  expect(checkout).toEqual({
    uuid: expect.any(String),
    state: 'pending',
    method: 'card',
    isAutomatic: false,
    amount: 880_000,
    lines: [
      {
        paymentUuid: first?.paymentUuid,
        amount: 880_000,
        contractUuid: family.contractId,
        contractNumber: family.number,
        paymentTitle: '1-й платёж',
        course: 'Физика в опытах',
        student: { uuid: family.childId, firstName: 'Артём', lastName: 'Соколов' },
      },
    ],
    confirmationUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/demo-bank\/pay\/[\w-]{36}$/),
    refusal: null,
    refunds: [],
    receiptUrl: null,
    createdAt: '2026-10-14T09:00:00.000Z',
    expiresAt: '2026-10-14T10:00:00.000Z',
    finishedAt: null,
  })
  expect(await site.press(checkout, 'pay')).toBe(`${site.server.env.PUBLIC_URL}/payment?checkout=${checkout.uuid}`)
  await expect.poll(() => storedState(checkout)).toBe('paid')
  expect(await site.read(family.parent, checkout)).toMatchObject({
    state: 'paid',
    confirmationUrl: null,
    finishedAt: '2026-10-14T09:00:00.000Z',
  })
  expect(await operationsOf(family)).toEqual([
    {
      kind: 'ReceivingDS',
      amount: 880_000,
      payerId: family.parent.userId,
      externalId: expect.stringMatching(/^yookassa\/[\w-]{36}$/),
    },
  ])
  const [contract] = await site.database.select().from(contracts).where(eq(contracts.id, family.contractId))
  expect(contract).toMatchObject({ status: 'Concluded', concludedOn: '2026-10-14' })
  expect(await messageKinds()).toEqual(['payment-arrived'])
})

test('a payer who is not the customer is notified too', async () => {
  const family = await site.addContract()
  const father = await site.addGuardian(family.childId)
  await site.database.update(users).set({ email: 'one@mail.example' }).where(eq(users.id, family.parent.userId))
  await site.database.update(users).set({ email: 'two@mail.example' }).where(eq(users.id, father.userId))
  const checkout = await site.started(father, family.lines)
  await site.press(checkout, 'pay')
  await waitFor('paid', { parent: father }, checkout)
  expect(await messageKinds()).toEqual(['payment-arrived', 'payment-arrived'])
})

describe('The bank refuses', () => {
  test.each([
    ['no-money', 'insufficient-funds'],
    ['wrong-card', 'card-details-wrong'],
  ] as const)('%s, and another attempt is possible at once', async (act, refusal) => {
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    await site.press(checkout, act)
    expect(await waitFor('refused', family, checkout)).toMatchObject({ refusal, confirmationUrl: null })
    expect(await operationsOf(family)).toEqual([])
    const again = await site.started(family.parent, family.lines)
    expect(again.uuid).not.toBe(checkout.uuid)
    await site.press(again, 'pay')
    await waitFor('paid', family, again)
  })

  test('by silence: the payment expires, and the job notices it', async () => {
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    await site.press(checkout, 'silent')
    site.clock.now = new Date(site.clock.now.getTime() + 61 * 60_000)
    await site.run('watch-checkouts')
    expect(await storedState(checkout)).toBe('expired')
  })
})

describe('A payment is found without a notification', () => {
  test('by the person who returns', async () => {
    site.switches.takesNotifications = false
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    await site.press(checkout, 'pay')
    expect(await site.read(family.parent, checkout)).toMatchObject({ state: 'paid' })
  })

  test('by the job, for a person who has closed the page; money that comes late too', async () => {
    site.switches.takesNotifications = false
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    await site.press(checkout, 'later')
    await site.run('watch-checkouts')
    expect(await storedState(checkout)).toBe('paid')
  })
})

test('notifications that come late, twice and at once with the person book once', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  site.switches.takesNotifications = false
  await site.press(checkout, 'pay')
  const [row] = await site.database.select().from(checkouts).where(eq(checkouts.id, checkout.uuid))
  const object = { id: row?.externalId ?? '' }
  const answers = await Promise.all([site.notify(object), site.read(family.parent, checkout), site.notify(object)])
  expect(answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.state))).toEqual([
    200,
    'paid',
    200,
  ])
  expect((await site.notify(object)).json()).toEqual({})
  expect((await operationsOf(family)).map(({ amount }) => amount).sort()).toEqual([120_000, 880_000])
})

test('a notification is only a hint: what it claims is not believed, and a strange one changes nothing', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  const [row] = await site.database.select().from(checkouts).where(eq(checkouts.id, checkout.uuid))
  expect((await site.notify({ id: row?.externalId ?? '', status: 'succeeded', paid: true })).statusCode).toBe(200)
  expect(await storedState(checkout)).toBe('pending')
  expect((await site.notify({ id: randomUUID(), metadata: { checkout: checkout.uuid } })).statusCode).toBe(200)
  expect((await site.notify({ id: randomUUID() })).statusCode).toBe(200)
  expect(await storedState(checkout)).toBe('pending')
})

test('while the provider does not answer, a notification is refused, so that it comes again', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  const [row] = await site.database.select().from(checkouts).where(eq(checkouts.id, checkout.uuid))
  site.outage.isOn = true
  const refused = await site.notify({ id: row?.externalId ?? '' })
  expect(refused.statusCode).toBe(503)
  expect(refused.json().detail).toBe('The payment provider does not answer')
  expect(await site.read(family.parent, checkout)).toMatchObject({ state: 'pending' })
})

describe('A start', () => {
  test('that the provider does not answer can be repeated with its key, and makes one payment', async () => {
    const family = await site.addContract()
    const key = randomUUID()
    site.outage.isOn = true
    const refused = await site.start(family.parent, family.lines, { key })
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ type: 'payment-provider-unavailable' })
    site.outage.isOn = false
    const checkout = await site.started(family.parent, family.lines, { key })
    expect(await site.started(family.parent, family.lines, { key })).toEqual(checkout)
    const rows = await site.database.select().from(checkouts).where(eq(checkouts.payerId, family.parent.userId))
    expect(rows.map(({ id, state }) => ({ id, state }))).toEqual([{ id: checkout.uuid, state: 'pending' }])
  })

  test('that the provider never answered expires, and nothing is left open', async () => {
    const family = await site.addContract()
    site.outage.isOn = true
    await site.start(family.parent, family.lines)
    site.clock.now = new Date(site.clock.now.getTime() + 61 * 60_000)
    await site.run('watch-checkouts')
    const [row] = await site.database.select().from(checkouts).where(eq(checkouts.payerId, family.parent.userId))
    expect(row).toMatchObject({ state: 'expired', externalId: null })
  })

  test('that the provider never answered has expired for the person who looks, too', async () => {
    const family = await site.addContract()
    site.outage.isOn = true
    await site.start(family.parent, family.lines)
    const [row] = await site.database.select().from(checkouts).where(eq(checkouts.payerId, family.parent.userId))
    await passHour(row?.id ?? '')
    expect(await site.read(family.parent, { uuid: row?.id ?? '' })).toMatchObject({ state: 'expired' })
  })

  test('is repeated with the same order, whatever has changed meanwhile', async () => {
    const family = await site.addContract()
    await site.database.update(users).set({ email: 'before@mail.example' }).where(eq(users.id, family.parent.userId))
    site.outage.isOn = true
    await site.start(family.parent, family.lines)
    await site.database.update(users).set({ email: 'after@mail.example' }).where(eq(users.id, family.parent.userId))
    site.outage.isOn = false
    const [row] = await site.database.select().from(checkouts).where(eq(checkouts.payerId, family.parent.userId))
    expect(await site.read(family.parent, { uuid: row?.id ?? '' })).toMatchObject({ state: 'pending' })
    const orders = site.outage.asked.filter(({ call }) => call === 'createPayment').map(({ values }) => values)
    expect(orders).toEqual([orders[0], orders[0]])
    expect(orders[0]).toMatchObject([{ contact: { email: 'before@mail.example' } }, undefined])
    const [kept] = await site.database.select().from(checkouts).where(eq(checkouts.payerId, family.parent.userId))
    expect(kept?.sentOrder).toBeNull()
  })

  test('of the same instalments leads to the same payment; of others the former is given up', async () => {
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    expect(await site.started(family.parent, family.lines)).toEqual(checkout)
    const other = await site.started(family.parent, family.lines.slice(0, 1))
    expect(await storedState(checkout)).toBe('canceled')
    const bySbp = await site.started(family.parent, family.lines.slice(0, 1), { method: 'sbp' })
    expect(bySbp.method).toBe('sbp')
    expect(await storedState(other)).toBe('canceled')
  })

  test('is refused while another guardian pays, who is named', async () => {
    const family = await site.addContract()
    const father = await site.addGuardian(family.childId)
    const checkout = await site.started(family.parent, family.lines)
    const refused = await site.start(father, family.lines.slice(0, 1))
    expect(refused.json()).toMatchObject({ status: 409, type: 'payment-in-progress' })
    expect((await father.call('GET /v1/profile/checkout/list')).json()).toEqual([
      {
        uuid: checkout.uuid,
        state: 'pending',
        amount: 1_000_000,
        payer: 'Иван П.',
        isAutomatic: false,
        paymentUuids: family.lines.map(({ paymentUuid }) => paymentUuid).sort(),
        createdAt: checkout.createdAt,
        expiresAt: checkout.expiresAt,
      },
    ])
    expect((await family.parent.call('GET /v1/profile/checkout/list')).json()).toMatchObject([{ payer: null }])
    expect((await father.call(`GET /v1/profile/checkout/${checkout.uuid}`)).statusCode).toBe(404)
  })

  test('of two guardians at once succeeds for one', async () => {
    const family = await site.addContract()
    const father = await site.addGuardian(family.childId)
    const answers = await Promise.all([family.parent, father].map((person) => site.start(person, family.lines)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('is refused for another sum, for what is paid or not expected, and for strangers', async () => {
    const family = await site.addContract({
      amounts: [100_000, 200_000, 300_000],
      statuses: ['Open', 'Canceled', 'Open'],
    })
    const problem = async (person: typeof family.parent, lines: { paymentUuid: string; amount: number }[]) =>
      (await site.start(person, lines)).json().type
    const [open, canceled] = family.lines
    if (!open || !canceled) throw new Error('The contract has no lines')
    expect(await problem(family.parent, [{ ...open, amount: 99_999 }])).toBe('price-changed')
    expect(await problem(family.parent, [canceled])).toBe('nothing-to-pay')
    expect(await problem(family.parent, [open, open])).toBe('invalid-values')
    const stranger = await site.server.signInAs({ roles: ['parent'] })
    expect(await problem(stranger, [open])).toBe('not-found')
    const child = await site.server.signInAs({ roles: ['student'], userId: family.childId })
    expect(await problem(child, [open])).toBe('role-missing')
    const ended = await site.addContract({ status: 'Termination' })
    expect(await problem(ended.parent, ended.lines)).toBe('nothing-to-pay')
  })

  test('is possible for a student without guardians', async () => {
    const family = await site.addContract()
    await site.database.delete(guardianships).where(eq(guardianships.childId, family.childId))
    const student = await site.server.signInAs({ roles: ['student'], userId: family.childId })
    expect((await site.start(student, family.lines)).statusCode).toBe(200)
  })

  test('takes instalments of several contracts in one payment', async () => {
    const [one, other] = [await site.addContract(), await site.addContract()]
    await site.database.insert(guardianships).values({ guardianId: one.parent.userId, childId: other.childId })
    const checkout = await site.started(one.parent, [...one.lines, ...other.lines])
    expect(checkout.amount).toBe(2_000_000)
    await site.press(checkout, 'pay')
    await waitFor('paid', one, checkout)
    expect([await operationsOf(one), await operationsOf(other)].map(({ length }) => length)).toEqual([2, 2])
  })
})

test('of the payment of another person one sees the instalments of the contracts that one sees', async () => {
  const [one, other] = [await site.addContract(), await site.addContract({ amounts: [300_000] })]
  await site.database.insert(guardianships).values({ guardianId: one.parent.userId, childId: other.childId })
  const father = await site.addGuardian(one.childId)
  await site.started(one.parent, [...one.lines, ...other.lines])
  expect((await father.call('GET /v1/profile/checkout/list')).json()).toMatchObject([
    { amount: 1_000_000, paymentUuids: one.lines.map(({ paymentUuid }) => paymentUuid).sort() },
  ])
  expect((await one.parent.call('GET /v1/profile/checkout/list')).json()).toMatchObject([{ amount: 1_300_000 }])
})

test('an administrator in the place of the payer gets no address to pay at', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  const administrator = await site.server.signInAs({ roles: ['administrator'] })
  const inPlace = { userId: family.parent.userId, seenBy: administrator.userId }
  const seen = await site.server.signInAs({ roles: ['parent'], ...inPlace })
  expect(await site.read(seen, checkout)).toMatchObject({ state: 'pending', confirmationUrl: null })
})

describe('The provider is asked', () => {
  const reads = () => site.outage.asked.filter(({ call }) => call === 'readPayment').length

  test('once in two seconds, however often the person looks', async () => {
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    await Promise.all([1, 2, 3].map(() => site.read(family.parent, checkout)))
    expect(reads()).toBe(1)
    site.clock.now = new Date(site.clock.now.getTime() + 2_000)
    await site.read(family.parent, checkout)
    expect(reads()).toBe(2)
  })

  test('a few times for payments that notifications only claim to be of a checkout', async () => {
    const family = await site.addContract()
    const { uuid } = await site.started(family.parent, family.lines)
    const claim = () => site.notify({ id: randomUUID(), metadata: { checkout: uuid } })
    for (const answer of await Promise.all(Array.from({ length: 8 }, claim))) expect(answer.statusCode).toBe(200)
    expect(reads()).toBe(5)
    expect((await site.notify({ id: '../refunds/7' })).statusCode).toBe(422)
  })
})

describe('The provider does not know a payment:', () => {
  test('until its time is over the person sees what is stored, then it has expired', async () => {
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    site.outage.fault = ({ call }) =>
      call === 'readPayment' ? new OrderRefused('HTTP 404', { isUnknown: true }) : null
    expect(await site.read(family.parent, checkout)).toMatchObject({ state: 'pending' })
    await passHour(checkout.uuid)
    expect(await site.read(family.parent, checkout)).toMatchObject({ state: 'expired', confirmationUrl: null })
  })
})

test('a payment that cannot be read does not stop the job, a provider that answers nothing does', async () => {
  site.switches.takesNotifications = false
  const [strange, family] = [await site.addContract(), await site.addContract()]
  const [one, other] = [
    await site.started(strange.parent, strange.lines),
    await site.started(family.parent, family.lines),
  ]
  await site.press(one, 'pay')
  await site.press(other, 'pay')
  const [row] = await site.database.select().from(checkouts).where(eq(checkouts.id, one.uuid))
  const fails = (error: Error) => {
    site.outage.fault = ({ call, values }) => (call === 'readPayment' && values[0] === row?.externalId ? error : null)
  }
  fails(new ObjectUnavailable('it does not answer as documented'))
  await site.run('watch-checkouts')
  expect([await storedState(one), await storedState(other)]).toEqual(['pending', 'paid'])
  fails(new ProviderUnavailable('no connection'))
  await site.run('watch-checkouts')
  expect(await storedState(one)).toBe('pending')
  site.outage.fault = () => null
  await site.run('watch-checkouts')
  expect(await storedState(one)).toBe('paid')
})

describe('The provider takes another sum than that of the lines:', () => {
  test.each([
    ['less', 300_000, -180_000, [880_000, 120_000]],
    ['more', 20_000, 100_000, [880_000, 20_000]],
  ])('%s; what reaches the lines is booked, and the difference is counted', async (_, asked, difference, booked) => {
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    const ofSecond = eq(checkoutLines.paymentId, family.lines[1]?.paymentUuid ?? '')
    await site.database.update(checkoutLines).set({ amount: asked }).where(ofSecond)
    await site.press(checkout, 'pay')
    await waitFor('paid', family, checkout)
    expect((await operationsOf(family)).map(({ amount }) => amount).sort((a, b) => b - a)).toEqual(booked)
    const [row] = await site.database.select().from(checkouts).where(eq(checkouts.id, checkout.uuid))
    expect(row?.difference).toBe(difference)
    expect(await site.database.$count(refunds, eq(refunds.checkoutId, checkout.uuid))).toBe(0)
    await site.run('reconcile-payments')
    expect(await site.openDifferences()).toEqual([{ kind: 'payment-other-sum', amount: difference }])
    await site.database.delete(paymentDifferences)
  })
})

test('a payment that was given up, which needs no provider, is booked if its money comes after all', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  site.outage.isOn = true
  expect((await site.cancel(family.parent, checkout)).json()).toMatchObject({
    state: 'canceled',
    confirmationUrl: null,
  })
  expect((await site.cancel(family.parent, checkout)).statusCode).toBe(409)
  const stranger = await site.server.signInAs({ roles: ['parent'] })
  expect((await site.cancel(stranger, checkout)).statusCode).toBe(404)
  site.outage.isOn = false
  await site.press(checkout, 'pay')
  await expect.poll(() => storedState(checkout)).toBe('paid')
  expect(await site.statesOf(family.lines[0] as (typeof family.lines)[number])).toEqual({
    status: 'Closed',
    paid: 880_000,
  })
})

describe('What is left over goes back:', () => {
  async function refundsOf(checkout: Checkout) {
    return (await site.database.select().from(refunds).where(eq(refunds.checkoutId, checkout.uuid))).map(
      ({ amount, reason, state }) => ({ amount, reason, state }),
    )
  }

  test('of two guardians who pay the same', async () => {
    const family = await site.addContract()
    const father = await site.addGuardian(family.childId)
    await site.database.update(users).set({ email: 'father@mail.example' }).where(eq(users.id, father.userId))
    const first = await site.started(family.parent, family.lines)
    const second = await site.started(father, family.lines.slice(0, 1), { isDespiteOther: true })
    await site.press(first, 'pay')
    await waitFor('paid', family, first)
    await site.press(second, 'pay')
    await waitFor('paid', { parent: father }, second)
    expect(await refundsOf(second)).toEqual([{ amount: 880_000, reason: 'paid-twice', state: 'pending' }])
    await site.run('send-refunds')
    const { refunds: returned, ...answer } = await site.read(father, second)
    expect(answer.state).toBe('paid')
    expect(returned).toMatchObject([{ amount: 880_000, reason: 'paid-twice', state: 'succeeded' }])
    expect(await messageKinds()).toEqual(['payment-returned', 'payment-twice'])
  })

  test('of a second payment that the bank made by mistake', async () => {
    const family = await site.addContract()
    const before = await site.takenByBank()
    const checkout = await site.started(family.parent, family.lines)
    await site.press(checkout, 'twice')
    await waitFor('paid', family, checkout)
    const ofPayer = eq(checkouts.payerId, family.parent.userId)
    await expect
      .poll(async () => (await site.database.select().from(checkouts).where(ofPayer)).map(({ state }) => state))
      .toEqual(['paid', 'paid'])
    await site.run('send-refunds')
    const after = await site.takenByBank()
    expect({ taken: after.taken - before.taken, returned: after.returned - before.returned }).toEqual({
      taken: 2_000_000,
      returned: 1_000_000,
    })
  })

  test('of what a bank transfer has paid meanwhile, the part that was left is booked', async () => {
    const family = await site.addContract()
    const checkout = await site.started(family.parent, family.lines)
    await importSingleRow(site.database, { contract: family.number, amount: 500_000, now: site.clock.now })
    await site.press(checkout, 'pay')
    await waitFor('paid', family, checkout)
    expect(await refundsOf(checkout)).toEqual([{ amount: 500_000, reason: 'paid-twice', state: 'pending' }])
    expect(await site.statesOf(family.lines[0] as (typeof family.lines)[number])).toEqual({
      status: 'Closed',
      paid: 880_000,
    })
  })

  test('of a contract that ended meanwhile, and of an instalment that was cancelled', async () => {
    const [ended, changed] = [await site.addContract(), await site.addContract({ amounts: [300_000] })]
    const [first, second] = [
      await site.started(ended.parent, ended.lines),
      await site.started(changed.parent, changed.lines),
    ]
    await site.database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, ended.contractId))
    await site.database.update(payments).set({ status: 'Canceled' }).where(eq(payments.contractId, changed.contractId))
    await site.press(first, 'pay')
    await site.press(second, 'pay')
    await waitFor('paid', ended, first)
    await waitFor('paid', changed, second)
    expect(await refundsOf(first)).toEqual([{ amount: 1_000_000, reason: 'contract-ended', state: 'pending' }])
    expect(await refundsOf(second)).toEqual([{ amount: 300_000, reason: 'contract-ended', state: 'pending' }])
    expect([...(await operationsOf(ended)), ...(await operationsOf(changed))]).toEqual([])
    await site.run('send-refunds')
    expect(await refundsOf(first)).toMatchObject([{ state: 'succeeded' }])
  })

  test('of an instalment that became smaller', async () => {
    const family = await site.addContract({ amounts: [300_000, 100_000] })
    const [line] = family.lines
    const checkout = await site.started(family.parent, family.lines.slice(0, 1))
    await site.database.transaction(async (transaction) => {
      const ofLine = and(eq(payments.contractId, family.contractId), eq(payments.position, 1))
      await transaction.update(payments).set({ amount: 200_000 }).where(ofLine)
      await transaction.update(contracts).set({ total: 300_000 }).where(eq(contracts.id, family.contractId))
    })
    await site.press(checkout, 'pay')
    await waitFor('paid', family, checkout)
    expect(await site.statesOf(line as NonNullable<typeof line>)).toEqual({ status: 'Closed', paid: 200_000 })
    expect(await refundsOf(checkout)).toEqual([{ amount: 100_000, reason: 'paid-twice', state: 'pending' }])
  })

  test('when the provider answers again, once', async () => {
    const family = await site.addContract({ amounts: [300_000] })
    const checkout = await site.started(family.parent, family.lines)
    await site.database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, family.contractId))
    await site.press(checkout, 'pay')
    await waitFor('paid', family, checkout)
    site.outage.isOn = true
    await site.run('send-refunds')
    expect(await refundsOf(checkout)).toMatchObject([{ state: 'pending' }])
    site.outage.isOn = false
    await site.run('send-refunds')
    await site.run('send-refunds')
    expect(await refundsOf(checkout)).toMatchObject([{ state: 'succeeded' }])
    const { rows } = await site.database.execute(sql`
      select from identity_provider.payloads where model = 'bank refund' and (payload -> 'amount' ->> 'value') = '3000.00'
        and payload ->> 'payment_id' = (select external_id from checkouts where id = ${checkout.uuid})`)
    expect(rows).toHaveLength(1)
  })

  test('by another attempt an hour after the provider has refused it', async () => {
    const family = await site.addContract({ amounts: [300_000] })
    const checkout = await site.started(family.parent, family.lines)
    await site.database.update(contracts).set({ status: 'Termination' }).where(eq(contracts.id, family.contractId))
    await site.press(checkout, 'pay')
    await waitFor('paid', family, checkout)
    site.outage.fault = ({ call }) => (call === 'createRefund' ? new OrderRefused('HTTP 403') : null)
    await site.run('send-refunds')
    site.outage.fault = () => null
    await site.run('send-refunds')
    expect(await refundsOf(checkout)).toMatchObject([{ state: 'pending' }])
    site.clock.now = new Date(site.clock.now.getTime() + 60 * 60_000)
    await site.run('send-refunds')
    expect(await refundsOf(checkout)).toMatchObject([{ state: 'succeeded' }])
    const [row] = await site.database.select().from(refunds).where(eq(refunds.checkoutId, checkout.uuid))
    const keys = site.outage.asked.flatMap(({ call, values: [order] }) =>
      call === 'createRefund' ? [(order as { key: string }).key] : [],
    )
    expect(keys).toEqual([row?.id, `${row?.id}-1`])
  })

  test('with messages that lead to the payment, for a payer who does not see the contract any more', async () => {
    const family = await site.addContract()
    const father = await site.addGuardian(family.childId)
    const checkout = await site.started(father, family.lines)
    await importSingleRow(site.database, { contract: family.number, amount: 500_000, now: site.clock.now })
    await site.database.delete(guardianships).where(eq(guardianships.guardianId, father.userId))
    await site.press(checkout, 'pay')
    await waitFor('paid', { parent: father }, checkout)
    const rows = await site.database.select().from(notifications).where(eq(notifications.userId, father.userId))
    expect(rows.map(({ kind, path }) => ({ kind, path })).sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'payment-arrived', path: `/payment?checkout=${checkout.uuid}` },
      { kind: 'payment-twice', path: `/payment?checkout=${checkout.uuid}` },
    ])
  })

  test.each(['and the provider has forgotten the key', 'and a notification brings it while the job looks for it'])(
    'once, although its answer was lost %s',
    async (how) => {
      const family = await site.addContract({ amounts: [300_000, 100_000] })
      const checkout = await site.started(family.parent, family.lines)
      await site.database.transaction(async (transaction) => {
        const ofLine = and(eq(payments.contractId, family.contractId), eq(payments.position, 1))
        await transaction.update(payments).set({ amount: 200_000 }).where(ofLine)
        await transaction.update(contracts).set({ total: 300_000 }).where(eq(contracts.id, family.contractId))
      })
      await site.press(checkout, 'pay')
      await waitFor('paid', family, checkout)
      await site.run('send-refunds')
      await site.database.execute(sql`delete from identity_provider.payloads where model = 'bank key'`)
      await site.database
        .update(refunds)
        .set({ state: 'pending', externalId: null, finishedAt: null, watchedAt: null })
        .where(eq(refunds.checkoutId, checkout.uuid))
      await site.database
        .update(refunds)
        .set({ createdAt: sql`created_at - interval '2 days'` })
        .where(eq(refunds.checkoutId, checkout.uuid))
      if (how.includes('notification'))
        site.outage.before = async ({ call }) =>
          call === 'listRefunds' && site.notify(await madeRefundOf(checkout), 'refund.succeeded')
      await site.run('send-refunds')
      expect(await refundsOf(checkout)).toMatchObject([{ state: 'succeeded' }])
      const { rows } = await site.database.execute(sql`
      select from identity_provider.payloads where model = 'bank refund'
        and payload ->> 'payment_id' = (select external_id from checkouts where id = ${checkout.uuid})`)
      expect(rows).toHaveLength(1)
    },
  )
})

test('a paid checkout has the address of its fiscal receipt', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  await site.press(checkout, 'pay')
  await waitFor('paid', family, checkout)
  // The receipt is registered after the payment, and the provider is asked every two seconds.
  const receiptUrl = async () => {
    site.clock.now = new Date(site.clock.now.getTime() + 2_000)
    return (await site.read(family.parent, checkout)).receiptUrl ?? ''
  }
  await expect
    .poll(receiptUrl)
    .toMatch(/\/demo-bank\/receipt\?t=\d{8}T\d{4}&s=10000\.00&fn=\d{16}&i=\d+&fp=\d{10}&n=1$/)
  const page = await (await fetch(await receiptUrl(), { headers: { 'accept-language': 'ru' } })).text()
  expect(page).toContain('Кассовый чек')
  expect(page).toContain(`договор ${family.number}`)
})

test('the demo bank makes a payment and a refund whose key alone has outlived its database', async () => {
  // Of another program of the shop: the ledger has nothing to do with them.
  const [order, key] = [`order-${randomUUID()}`, `refund-${randomUUID()}`]
  const payment: PaymentOrder = {
    key: order,
    method: 'card' as const,
    amount: 5_000,
    description: 'Книга',
    language: 'ru' as const,
    items: [{ description: 'Книга', amount: 5_000, isWhole: true }],
    contact: { email: 'reader@mail.example', phone: null },
    returnUrl: 'https://shop.example/',
  }
  const made = await site.provider.createPayment(payment)
  await site.database.execute(
    sql`delete from identity_provider.payloads where model = 'bank payment' and id = ${made.id}`,
  )
  const again = await site.provider.createPayment(payment)
  expect(again).toMatchObject({ id: made.id, outcome: { state: 'pending' } })
  const url = again.outcome.state === 'pending' ? again.outcome.confirmationUrl : null
  await site.press({ confirmationUrl: url }, 'pay')
  const lost = randomUUID()
  await site.database.execute(sql`insert into identity_provider.payloads (model, id, payload)
    values ('bank key', ${`refund ${key}`}, ${JSON.stringify({ id: lost })}::jsonb)`)
  const refund = { ...payment, key, paymentId: made.id }
  expect(await site.provider.createRefund(refund)).toMatchObject({ id: lost, state: 'succeeded', amount: 5_000 })
  expect(await site.provider.createRefund(refund)).toMatchObject({ id: lost, state: 'succeeded' })
})

test('each paid instalment leads its payer to the fiscal receipt, which is found without coming back', async () => {
  const family = await site.addContract()
  const guardian = await site.addGuardian(family.childId)
  const staff = await site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
  const checkout = await site.started(family.parent, family.lines)
  await site.press(checkout, 'pay')
  await expect.poll(() => storedState(checkout)).toBe('paid')
  const receiptsOf = async (person: typeof guardian) => {
    const [contract] = (await person.call('GET /v1/profile/contract/list')).json<Contract[]>()
    return contract?.payments.map(({ operations }) => operations.map(({ fiscalReceipt }) => fiscalReceipt))
  }
  expect(await receiptsOf(family.parent)).toEqual([[{ url: null }], [{ url: null }]])
  await site.run('watch-checkouts')
  const ofPayment = { url: expect.stringMatching(/\/demo-bank\/receipt\?.*&s=10000\.00&.*&n=1$/) }
  expect(await receiptsOf(family.parent)).toEqual([[ofPayment], [ofPayment]])
  // It lists what else the payer has paid.
  expect(await receiptsOf(guardian)).toEqual([[undefined], [undefined]])

  const answer = await staff.call(`POST /v1/admin/checkout/${checkout.uuid}/refund`, {
    body: { amount: 120_000, reason: 'Ребёнок заболел' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(answer.statusCode).toBe(200)
  await site.run('send-refunds')
  await site.run('watch-checkouts')
  const ofRefund = { url: expect.stringMatching(/&s=1200\.00&.*&n=2$/) }
  expect(await receiptsOf(family.parent)).toEqual([[ofPayment], [ofPayment, ofRefund]])
})

test('a receipt that is not registered within a day is not looked for any more', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  await site.press(checkout, 'pay')
  await expect.poll(() => storedState(checkout)).toBe('paid')
  const asks = async (minutes: number) => {
    site.outage.asked = []
    site.outage.isOn = true
    await site.database
      .update(checkouts)
      .set({ finishedAt: new Date(site.clock.now.getTime() - minutes * 60_000), watchedAt: null })
      .where(eq(checkouts.id, checkout.uuid))
    await site.run('watch-checkouts')
    site.outage.isOn = false
    return site.outage.asked.some(({ call }) => call === 'findReceiptUrl')
  }
  expect([await asks(23 * 60), await asks(24 * 60)]).toEqual([true, false])
})

test('a payer who does not come back is notified of a refusal once; one who has seen it is not', async () => {
  const [gone, present] = [await site.addContract(), await site.addContract()]
  await site.database.update(users).set({ email: 'gone@mail.example' }).where(eq(users.id, gone.parent.userId))
  await site.database.update(users).set({ email: 'here@mail.example' }).where(eq(users.id, present.parent.userId))
  const [one, other] = [await site.started(gone.parent, gone.lines), await site.started(present.parent, present.lines)]
  await site.press(one, 'no-money')
  await site.press(other, 'no-money')
  await waitFor('refused', present, other)
  await expect.poll(() => storedState(one)).toBe('refused')
  await site.run('watch-checkouts')
  expect(await messageKinds()).toEqual([])
  site.clock.now = new Date(site.clock.now.getTime() + 5 * 60_000)
  await site.run('watch-checkouts')
  await site.run('watch-checkouts')
  const rows = await site.database.select({ kind: deliveries.kind, target: deliveries.target }).from(deliveries)
  expect(rows.filter(({ kind }) => kind === 'payment-refused')).toEqual([
    { kind: 'payment-refused', target: 'gone@mail.example' },
  ])
})

test('money that no notification has brought is found by the first comparison that the provider answers', async () => {
  const family = await site.addContract()
  const checkout = await site.started(family.parent, family.lines)
  site.switches.takesNotifications = false
  await site.press(checkout, 'twice')
  const ofPayer = eq(checkouts.payerId, family.parent.userId)
  const states = async () => (await site.database.select().from(checkouts).where(ofPayer)).map(({ state }) => state)
  site.outage.isOn = true
  await expect(site.run('reconcile-payments')).rejects.toThrow(ProviderUnavailable)
  expect(await states()).toEqual(['pending'])
  site.outage.isOn = false
  await expect
    .poll(async () => {
      await site.run('reconcile-payments')
      return states()
    })
    .toEqual(['paid', 'paid'])
  expect(await site.openDifferences()).toEqual([])
})

test('payments of other programs of the shop are no differences', async () => {
  const payment = await site.provider.createPayment({
    key: 'order-7',
    method: 'card',
    amount: 5_000,
    description: 'Книга',
    language: 'ru',
    items: [{ description: 'Книга', amount: 5_000, isWhole: true }],
    contact: { email: 'reader@mail.example', phone: null },
    returnUrl: 'https://shop.example/',
  })
  await site.press(
    { confirmationUrl: payment.outcome.state === 'pending' ? payment.outcome.confirmationUrl : null },
    'pay',
  )
  await site.run('reconcile-payments')
  expect(await site.openDifferences()).toEqual([])
})
