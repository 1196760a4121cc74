import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { type GuardianRights, rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { startCheckout } from '#server/billing/checkouts/start-checkout.ts'
import type { PaymentProvider } from '#server/billing/providers/payment-provider.ts'
import { checkouts } from '#server/db/schema/checkouts.ts'
import { payments } from '#server/db/schema/contracts.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openPayingSchool } from '#tests/support/schools/paying-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { statementsOf } from '#tests/support/server/statements.ts'

const server = openForSuite(() => openTestApp({ now: new Date('2026-10-14T09:00:00Z') }))
const reason = 'По решению суда от 1 октября'
let school: Awaited<ReturnType<typeof openPayingSchool>>
let pavel: Person & { userId: string }

beforeAll(async () => {
  school = await openPayingSchool(server)
  const twoFactorLastCheck = server.clock.now
  pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck })
})

async function addFamily() {
  const parent = await server.signInAs({ roles: ['parent'], group: 'parent' })
  const childId = await school.addChild('Артём', [parent])
  return { parent, childId }
}

const change = (childId: string, guardianId: string, rights: GuardianRights, who: Person = pavel) =>
  who.call(`POST /v1/admin/user/${childId}/guardian-rights`, { body: { guardianId, rights, reason } })
const menuOf = async (person: Person) =>
  (await person.call('GET /v1/system/menu')).json<AnswerOf<Calls['GET /v1/system/menu']>>()
const markOf = async (person: Person) =>
  (await person.call('GET /v1/profile')).json<{ rightsMark?: string }>().rightsMark

describe('A change of the rights of a guardian', () => {
  test('acts at once, is written to the audit log, and the guardian is notified', async () => {
    const { parent, childId } = await addFamily()
    const isParent = eq(users.id, parent.userId)
    await server.opened.database.update(users).set({ subject: crypto.randomUUID() }).where(isParent)
    const mark = await markOf(parent)
    const events = await recordEvents(server.opened.database)
    expect((await change(childId, parent.userId, rightsOfPreset.payer)).statusCode).toBe(204)

    const card = (await pavel.call(`GET /v1/admin/user/${childId}`)).json<UserCard>()
    expect(card.relatives).toMatchObject([{ id: parent.userId, kind: 'guardian', rights: rightsOfPreset.payer }])
    expect((await parent.call('GET /v1/profile/children')).json()).toMatchObject([
      { uuid: childId, withheld: ['seesLearning', 'enrols'] },
    ])
    expect(await markOf(parent)).not.toBe(mark)
    const audit = await pavel.call('GET /v1/admin/audit/list', { query: `subject=${parent.userId}` })
    expect(audit.json()).toMatchObject({
      items: [{ action: 'roles.guardian-rights', reason, detail: 'Артём Соколов: payer' }],
    })
    const [notice] = await server.opened.database
      .select()
      .from(notifications)
      .where(eq(notifications.userId, parent.userId))
    expect(notice).toMatchObject({
      kind: 'guardian-rights-changed',
      values: { en: { student: 'Артём', rights: expect.stringContaining('see contracts and payments, sign and pay') } },
    })
    expect(await events(childId)).toMatchObject([['profile.changed', { sourcedId: childId, fields: ['agentRights'] }]])
  })

  test('closes the screens that no child opens, and leaves those of another child', async () => {
    const { parent, childId } = await addFamily()
    expect((await menuOf(parent)).closed).toBeUndefined()
    await change(childId, parent.userId, rightsOfPreset.learning)
    const { items, closed } = await menuOf(parent)
    expect(closed).toEqual(expect.arrayContaining(['contracts-and-payments', 'tax-deduction', 'schedule-change']))
    const routes = items.map(({ route }) => route)
    expect(routes).toContain('schedule')
    expect(routes).not.toContain('contracts-and-payments')
    // Who has paid still reads what became of the payment.
    expect(closed).not.toContain('payment')
    await school.addChild('Вера', [parent])
    expect((await menuOf(parent)).closed).toBeUndefined()
  })

  test('completes what a right implies', async () => {
    const { parent, childId } = await addFamily()
    const none = { ...rightsOfPreset.informed, seesLearning: false, isNotified: false }
    await change(childId, parent.userId, { ...none, pays: true })
    const [stored] = await server.opened.database.select().from(guardianships).where(eq(guardianships.childId, childId))
    expect(stored).toMatchObject({ ...none, pays: true, seesContracts: true })
  })

  test('is refused without a change, for strangers, for other people than administrators and without a reason', async () => {
    const { parent, childId } = await addFamily()
    expect((await change(childId, parent.userId, rightsOfPreset.full)).json()).toMatchObject({ type: 'state-conflict' })
    const other = await addFamily()
    expect((await change(childId, other.parent.userId, rightsOfPreset.payer)).statusCode).toBe(404)
    expect((await change(childId, parent.userId, rightsOfPreset.payer, parent)).statusCode).toBe(403)
    const body = { guardianId: parent.userId, rights: rightsOfPreset.payer, reason: '' }
    expect((await pavel.call(`POST /v1/admin/user/${childId}/guardian-rights`, { body })).statusCode).toBe(422)
  })

  test('is refused in the family of the administrator', async () => {
    const { parent, childId } = await addFamily()
    await server.opened.database.insert(guardianships).values({ guardianId: pavel.userId, childId })
    const refused = await change(childId, parent.userId, rightsOfPreset.informed)
    expect(refused.json()).toMatchObject({ status: 403, type: 'target-not-weaker' })
  })
})

describe('A pair that the school ends', () => {
  const end = (childId: string, guardianId: string, who: Person = pavel) =>
    who.call(`POST /v1/admin/user/${childId}/guardian/${guardianId}/end`, { body: { reason } })
  const restore = (childId: string, guardianId: string, who: Person = pavel) =>
    who.call(`POST /v1/admin/user/${childId}/guardian/${guardianId}/restore`, { body: { reason } })
  const childrenOf = async (person: Person) => (await person.call('GET /v1/profile/children')).json()
  const cardOf = async (childId: string) => (await pavel.call(`GET /v1/admin/user/${childId}`)).json<UserCard>()

  test('is closed to the guardian at once, with a message and an entry of the audit log', async () => {
    const { parent, childId } = await addFamily()
    const isParent = eq(users.id, parent.userId)
    await server.opened.database.update(users).set({ subject: crypto.randomUUID() }).where(isParent)
    const { contractId } = await school.addAccount(childId, pavel.userId)
    const bill = () => parent.call(`GET /v1/profile/contract/${contractId}/history`)
    expect((await bill()).statusCode).toBe(200)
    expect((await end(childId, parent.userId)).statusCode).toBe(204)
    expect(await childrenOf(parent)).toEqual([])
    expect((await bill()).statusCode).toBe(404)
    expect((await end(childId, parent.userId)).statusCode).toBe(404)
    const [notice] = await server.opened.database
      .select()
      .from(notifications)
      .where(eq(notifications.userId, parent.userId))
    expect(notice).toMatchObject({ kind: 'guardian-rights-changed', values: { ru: { student: 'Артём', rights: '' } } })
    const audit = await pavel.call('GET /v1/admin/audit/list', { query: `subject=${parent.userId}` })
    expect(audit.json()).toMatchObject({
      items: [{ action: 'roles.guardian-rights', reason, detail: 'Артём Соколов: ended' }],
    })
    expect(await cardOf(childId)).toMatchObject({
      relatives: [],
      formerRelatives: [{ id: parent.userId, kind: 'guardian', reason, endedAt: server.clock.now.toISOString() }],
    })
  })

  test('is made again with the rights that it had', async () => {
    const { parent, childId } = await addFamily()
    await change(childId, parent.userId, rightsOfPreset.payer)
    await end(childId, parent.userId)
    expect((await restore(childId, parent.userId)).statusCode).toBe(204)
    expect(await childrenOf(parent)).toMatchObject([{ uuid: childId, withheld: ['seesLearning', 'enrols'] }])
    expect(await cardOf(childId)).toMatchObject({ relatives: [{ rights: rightsOfPreset.payer }], formerRelatives: [] })
    expect((await restore(childId, parent.userId)).statusCode).toBe(404)
  })

  test('is refused in the family of the administrator, and to others', async () => {
    const { parent, childId } = await addFamily()
    expect((await end(childId, parent.userId, parent)).statusCode).toBe(403)
    await server.opened.database.insert(guardianships).values({ guardianId: pavel.userId, childId })
    for (const answer of [await end(childId, parent.userId), await end(childId, pavel.userId)])
      expect(answer.json()).toMatchObject({ type: 'target-not-weaker' })
  })
})

test('A checkout that begins while the right is taken is given up, and its customer notified', async () => {
  const { parent, childId } = await addFamily()
  const customer = await server.signInAs({ roles: ['parent'] })
  const { contractId, paymentId } = await school.addAccount(childId, customer.userId)
  const { database } = server.opened
  const [payment] = await database.select().from(payments).where(eq(payments.contractId, contractId))
  const lines = [{ paymentUuid: paymentId, amount: payment?.amount ?? 0 }]
  const provider = { name: 'yookassa', methods: ['card'], savesCards: false } as Partial<PaymentProvider>
  const place = { now: server.clock.now, timeZone: 'Europe/Moscow', address: '', branchesOfOthers: [] }
  const begun = Promise.withResolvers<{ uuid: string }>()
  const changed = Promise.withResolvers<void>()
  const starting = database.transaction(async (transaction) => {
    const wish = { lines, method: 'card' } as const
    const started = startCheckout(transaction, parent.userId, wish, { ...place, provider: provider as PaymentProvider })
    begun.resolve(started)
    await started
    await changed.promise
  })
  const { uuid } = await begun.promise
  const answer = change(childId, parent.userId, rightsOfPreset.learning)
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await database.execute(waiting)).rows.length).toBe(1)
  const statements = await statementsOf(async () => {
    changed.resolve()
    await starting
    expect((await answer).statusCode).toBe(204)
  })
  const announced = statements.map(({ values }) => JSON.stringify(values))
  const toCustomer = announced.filter((values) => values.includes(customer.userId) && values.includes('/checkout/list'))
  expect(toCustomer).toHaveLength(1)
  const [checkout] = await database.select().from(checkouts).where(eq(checkouts.id, uuid))
  expect(checkout?.state).toBe('canceled')
})

test('A conversation about a child is read and not answered without the right to write', async () => {
  const { parent, childId } = await addFamily()
  const body = { contentHtml: '<p>Когда собрание?</p>', studentUuid: childId }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const written = await parent.call('POST /v1/schedule/ticket/create', { body, headers })
  const { uuid } = written.json<{ uuid: string }>()
  await change(childId, parent.userId, rightsOfPreset.informed)
  expect((await parent.call(`GET /v1/schedule/ticket/${uuid}`)).statusCode).toBe(200)
  const reply = await parent.call(`POST /v1/schedule/ticket/${uuid}/reply`, {
    body: { contentHtml: '<p>Ещё вопрос</p>' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(reply.json()).toMatchObject({ type: 'role-missing' })
})
