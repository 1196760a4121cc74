import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import { balances, contracts, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { importSingle } from '#tests/support/integration/single-import.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { auditedOf } from '#tests/support/server/audited.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const now = new Date('2026-11-20T09:00:00Z')
const directory = mkdtempSync(join(tmpdir(), 'personal-account-bank-lines-'))
const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openSmallSchool(server))
beforeEach(() => {
  server.clock.now = now
})
afterAll(() => rmSync(directory, { recursive: true }))

let numbers = 26_000_000
type Family = { parent: Person & { userId: string } }

/** A concluded contract of two payments, of 8800 and 1200 roubles. */
async function addContract(status: 'Concluded' | 'Open' = 'Concluded', sibling?: Family) {
  const family = await school.addFamily('Артём')
  const [parent, childId] = [sibling?.parent ?? family.parent, family.childId]
  const { database } = server.opened
  numbers += 1_111
  const [id, number, lastName] = [
    randomUUID(),
    `26-ФИЗ-${numbers}`,
    `Соколова${[...String(numbers)].map((digit) => 'абвгдежзик'[Number(digit)]).join('')}`,
  ]
  const name = { lastName, firstName: 'Анна', patronym: 'Викторовна', email: `p${numbers}@mail.example` }
  if (!sibling) await database.update(users).set(name).where(eq(users.id, parent.userId))
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values({
      id,
      number,
      status,
      studentId: childId,
      customerId: parent.userId,
      createdAt: now,
      total: 1_000_000,
      campaignId: ids.campaign,
      programId: ids.program,
      groupId: ids.group,
      format: 'offline',
      paymentScheme: 'StepByStep',
    })
    await transaction.insert(payments).values(
      [880_000, 120_000].map((amount, index) => ({
        contractId: id,
        position: index + 1,
        title: `${index + 1}-й платёж`,
        dueOn: `2026-1${index}-05`,
        amount,
        status: 'Open' as const,
      })),
    )
  })
  return { id, number, parent, lastName }
}

/** Imports a registry with these lines; each has its own number. */
async function load(...lines: readonly { account: string; payer?: string; sum: string; id: string }[]) {
  const path = join(directory, `${randomUUID()}.csv`)
  const head = 'Дата платежа;Номер операции;Лицевой счёт;ФИО;Сумма'
  const rows = lines.map(({ account, payer = '', sum, id }) => `19.11.2026;${id};${account};${payer};${sum}`)
  writeFileSync(path, [head, ...rows].join('\n'))
  return importSingle(server.opened.database, path, { as: 'payments', now, timeZone: 'Europe/Moscow' })
}

const paidOf = async (contractId: string) => {
  const rows = await server.opened.database
    .select({ paid: balances.paid, status: payments.status })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(eq(payments.contractId, contractId))
    .orderBy(payments.position)
  return rows.map(({ paid, status }) => [paid, status])
}

async function lineOf(person: Person, number: string, state = 'waiting'): Promise<BankLine> {
  for (let page = 1; page < 20; page += 1) {
    const { items } = (await person.call(`GET /v1/admin/bank-line/list?state=${state}&page=${page}`)).json<{
      items: BankLine[]
    }>()
    const found = items.find(({ purpose }) => purpose.includes(number))
    if (found) return found
    if (items.length === 0) break
  }
  throw new Error(`No line of ${number}`)
}

const act = (person: Person, id: string, what: string, body?: object) =>
  person.call(`POST /v1/admin/bank-line/${id}/${what}`, body === undefined ? {} : { body })

test('doubtful money waits with contracts that it may be for, and is booked once by a decision', async () => {
  const { id, number, parent, lastName } = await addContract()
  const accountant = await server.signInAs({ roles: ['administrator'] })
  const wrong = number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
  const money = { account: wrong, payer: `${lastName} Анна Викторовна`, sum: '8800,00', id: `q-${wrong}` }
  expect(await load(money)).toMatchObject({ created: 1, unchanged: 0 })
  expect(await load(money)).toMatchObject({ created: 0, unchanged: 1 })
  const line = await lineOf(accountant, wrong)
  expect(line).toMatchObject({
    amount: 880_000,
    payer: money.payer,
    purpose: wrong,
    doubt: 'договор не назван',
    parts: [],
    splits: [],
    proposals: [{ contractUuid: id, number, left: 1_000_000, hints: ['misspelt', 'payer', 'sum'] }],
  })
  expect((await act(accountant, line.id, 'book', { contractUuid: randomUUID() })).statusCode).toBe(404)
  expect((await act(accountant, line.id, 'book', { contractUuid: id })).statusCode).toBe(204)
  expect(await paidOf(id)).toEqual([
    [880_000, 'Closed'],
    [0, 'Open'],
  ])
  const again = await act(accountant, line.id, 'book', { contractUuid: id })
  expect([again.statusCode, again.json().type]).toEqual([409, 'state-conflict'])
  expect(await load(money)).toMatchObject({ created: 0, unchanged: 1 })
  expect(await lineOf(accountant, wrong, 'booked')).toMatchObject({
    parts: [{ contractUuid: id, number, amount: 880_000 }],
    proposals: [],
    splits: [],
    decidedBy: { id: accountant.userId },
  })
  expect(await auditedOf(server.opened.database, 'import', parent.userId)).toEqual([
    ['import.line-booked', accountant.userId, `${number}: 8800.00`],
  ])
  const messages = await server.opened.database
    .select({ kind: deliveries.kind })
    .from(deliveries)
    .where(eq(deliveries.userId, parent.userId))
  expect(messages).toEqual([{ kind: 'payment-arrived' }])
})

test('a booking is taken back by a return of the same payments, and can be made again', async () => {
  const [one, other] = [await addContract(), await addContract()]
  const accountant = await server.signInAs({ roles: ['administrator'] })
  await load({ account: `за обучение ${one.number.slice(3)}`, sum: '1000', id: `u-${one.number}` })
  const { id } = await lineOf(accountant, one.number.slice(3))
  await act(accountant, id, 'book', { contractUuid: other.id })
  expect((await act(accountant, id, 'reopen')).statusCode).toBe(204)
  expect(await paidOf(other.id)).toEqual([
    [0, 'Open'],
    [0, 'Open'],
  ])
  expect((await act(accountant, id, 'book', { contractUuid: other.id })).statusCode).toBe(204)
  expect((await act(accountant, id, 'reopen')).statusCode).toBe(204)
  expect((await act(accountant, id, 'book', { contractUuid: one.id })).statusCode).toBe(204)
  expect([await paidOf(one.id), await paidOf(other.id)].map(([first]) => first)).toEqual([
    [100_000, 'Open'],
    [0, 'Open'],
  ])
  const messages = await server.opened.database
    .select({ kind: deliveries.kind })
    .from(deliveries)
    .where(eq(deliveries.userId, other.parent.userId))
  expect(messages.filter(({ kind }) => kind === 'payment-unbooked')).toHaveLength(2)
})

test('a booking that has concluded a contract stays', async () => {
  const { id, number } = await addContract('Open')
  const accountant = await server.signInAs({ roles: ['administrator'] })
  await load({ account: `x${number}x`, sum: '8800', id: `c-${number}` })
  const line = await lineOf(accountant, number)
  expect((await act(accountant, line.id, 'book', { contractUuid: id })).statusCode).toBe(204)
  const refused = await act(accountant, line.id, 'reopen')
  expect([refused.statusCode, refused.json().type]).toEqual([409, 'state-conflict'])
  expect((await paidOf(id))[0]).toEqual([880_000, 'Closed'])
})

test('more than is left is not booked, and what is not ours is noted with its reason and can be taken back', async () => {
  const { id, number } = await addContract()
  const accountant = await server.signInAs({ roles: ['administrator'] })
  await load({ account: number, sum: '99999', id: `m-${number}` })
  const line = await lineOf(accountant, number)
  expect(line.doubt).toBe('больше, чем осталось оплатить')
  expect(line.proposals).toMatchObject([{ number, hints: ['named'] }])
  const refused = await act(accountant, line.id, 'book', { contractUuid: id })
  expect([refused.statusCode, refused.json().type]).toEqual([409, 'price-changed'])
  expect((await act(accountant, line.id, 'dismiss', { reason: 'мало' })).statusCode).toBe(422)
  const reason = 'Аренда зала, платит соседняя школа'
  expect((await act(accountant, line.id, 'dismiss', { reason })).statusCode).toBe(204)
  expect(await lineOf(accountant, number, 'foreign')).toMatchObject({ reason, parts: [] })
  expect((await act(accountant, line.id, 'reopen')).statusCode).toBe(204)
  expect(await lineOf(accountant, number)).toMatchObject({ reason: null })
})

test('one transfer for two children is divided by a proposal, all or nothing, and taken back from both', async () => {
  const one = await addContract()
  const other = await addContract('Concluded', one)
  const accountant = await server.signInAs({ roles: ['administrator'] })
  const purpose = `за двоих ${one.number.slice(3)}`
  await load({ account: purpose, payer: `${one.lastName} Анна Викторовна`, sum: '17600', id: `s-${one.number}` })
  const line = await lineOf(accountant, purpose)
  const part = (contract: typeof one, amount = 880_000) => ({ contractUuid: contract.id, amount })
  expect(line.splits.map((parts) => parts.map(({ contractUuid, amount }) => ({ contractUuid, amount })))).toEqual([
    [part(one), part(other)],
  ])
  const reason = 'Один перевод за двух детей'
  const divide = (parts: readonly object[]) => act(accountant, line.id, 'split', { parts, reason })
  const refusals = [
    await divide([part(one), part(other, 870_000)]),
    await divide([part(one), part(one)]),
    await divide([part(one, 1_760_000 - 100), part(other, 100)]),
    await divide([part(one), { contractUuid: randomUUID(), amount: 880_000 }]),
    await divide([part(one, 1_760_000)]),
    await act(accountant, line.id, 'split', { parts: [part(one), part(other)], reason: 'мало' }),
  ]
  expect(refusals.map((refused) => [refused.statusCode, refused.json().type])).toEqual([
    [422, 'invalid-values'],
    [422, 'invalid-values'],
    [409, 'price-changed'],
    [404, 'not-found'],
    [422, 'invalid-values'],
    [422, 'invalid-values'],
  ])
  expect(await paidOf(one.id)).toEqual(await paidOf(other.id))
  expect((await divide([part(one), part(other)])).statusCode).toBe(204)
  const booked = [
    [880_000, 'Closed'],
    [0, 'Open'],
  ]
  expect([await paidOf(one.id), await paidOf(other.id)]).toEqual([booked, booked])
  const again = await divide([part(one), part(other)])
  expect([again.statusCode, again.json().type]).toEqual([409, 'state-conflict'])
  expect((await lineOf(accountant, purpose, 'booked')).parts).toEqual([
    { ...part(one), number: one.number },
    { ...part(other), number: other.number },
  ])
  const entries = await server.opened.database
    .select({ action: auditEntries.action, detail: auditEntries.detail, reason: auditEntries.reason })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, one.parent.userId), like(auditEntries.action, 'import.%')))
    .orderBy(auditEntries.detail)
  expect(entries).toEqual(
    [one, other].map(({ number }) => ({ action: 'import.line-booked', detail: `${number}: 8800.00`, reason })),
  )
  expect((await act(accountant, line.id, 'reopen')).statusCode).toBe(204)
  const open = [
    [0, 'Open'],
    [0, 'Open'],
  ]
  expect([await paidOf(one.id), await paidOf(other.id)]).toEqual([open, open])
  expect((await divide([part(one, 900_000), part(other, 860_000)])).statusCode).toBe(204)
  expect(await paidOf(one.id)).toEqual([
    [880_000, 'Closed'],
    [20_000, 'Open'],
  ])
  const messages = await server.opened.database
    .select({ kind: deliveries.kind })
    .from(deliveries)
    .where(eq(deliveries.userId, one.parent.userId))
  expect(
    Map.groupBy(messages, ({ kind }) => kind)
      .entries()
      .map(([kind, own]) => [kind, own.length])
      .toArray()
      .sort(),
  ).toEqual([
    ['payment-arrived', 4],
    ['payment-unbooked', 2],
  ])
})

test('nothing of a divided line is taken back if one of its contracts was concluded by it', async () => {
  const [one, other] = [await addContract('Open'), await addContract()]
  const accountant = await server.signInAs({ roles: ['administrator'] })
  await load({ account: `y${one.number}y${other.number}`, sum: '9800', id: `n-${one.number}` })
  const line = await lineOf(accountant, one.number)
  const parts = [
    { contractUuid: one.id, amount: 880_000 },
    { contractUuid: other.id, amount: 100_000 },
  ]
  const reason = 'Договоры названы в назначении'
  expect((await act(accountant, line.id, 'split', { parts, reason })).statusCode).toBe(204)
  const refused = await act(accountant, line.id, 'reopen')
  expect([refused.statusCode, refused.json().type]).toEqual([409, 'state-conflict'])
  expect((await paidOf(other.id))[0]).toEqual([100_000, 'Open'])
})

test('lines are for administrators only', async () => {
  for (const role of ['parent', 'teacher', 'team_leader'] as const) {
    const person = await server.signInAs({ roles: [role] })
    expect((await person.call('GET /v1/admin/bank-line/list')).statusCode).toBe(403)
    expect((await act(person, randomUUID(), 'book', { contractUuid: randomUUID() })).statusCode).toBe(403)
  }
  const accountant = await server.signInAs({ roles: ['administrator'] })
  expect((await act(accountant, randomUUID(), 'reopen')).statusCode).toBe(404)
})
