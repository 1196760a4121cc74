import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TaxDeduction } from '#contract/billing/tax.ts'
import type { StaffTermination, TerminationPreview } from '#contract/billing/termination.ts'
import type { Contract, ContractHistory } from '#contract/enrolment/contracts.ts'
import { sessionLifetime } from '#server/access/session-lifetime.ts'
import { autopays, checkouts, paymentDifferences, refunds } from '#server/db/schema/checkouts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { importSingleRow } from '#tests/support/billing/import-receipt.ts'
import { type OnlineSchool, openOnlineSchool } from '#tests/support/billing/online-school.ts'
import { readAccounts, settledAccounts } from '#tests/support/billing/payment-accounts.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import type { Person } from '#tests/support/server/app.ts'

const today = '2026-10-14'
/** An account whose check digit fits the bank. */
const bank = { recipient: 'Соколова Анна', account: '40817810899910004312', bankCode: '044525225' }

let site: OnlineSchool
beforeAll(async () => {
  site = await openOnlineSchool()
  await site.addLessons()
})
beforeEach(async () => {
  await at(`${today}T09:00:00Z`)
  Object.assign(site.switches, { takesNotifications: true })
  await site.database.delete(deliveries)
  await site.database.update(studyGroups).set({ placesTaken: 5 })
})
afterAll(() => site.close())

/** The bank notifies over HTTP. */
const slowly = { timeout: 10_000 }

type Family = Awaited<ReturnType<typeof addFamily>>

/** Sessions go on: what ends them is another subject. */
async function at(now: string) {
  site.clock.now = new Date(now)
  const expiresAt = new Date(site.clock.now.getTime() + sessionLifetime)
  await site.database.update(sessions).set({ lastSeenAt: site.clock.now, expiresAt })
}

async function addFamily(wishes: Parameters<OnlineSchool['addContract']>[0] = {}) {
  const family = await site.addContract(wishes)
  const email = `${family.number}@mail.example`.replaceAll(/[^\w@.-]/g, 'x')
  await site.database.update(users).set({ email }).where(eq(users.id, family.parent.userId))
  await site.database
    .update(users)
    .set({ lastName: 'Соколова', firstName: 'Анна' })
    .where(eq(users.id, family.parent.userId))
  await site.school.joinGroup(family.childId)
  return family
}

/** 10 000 ₽ in two instalments, 8 800 ₽ of it paid online and 1 200 ₽ by the bank. Four of ten lessons are held. */
async function paidFamily() {
  const family = await addFamily()
  await payOnline(family, family.lines.slice(0, 1))
  await importSingleRow(site.database, { contract: family.number, amount: 120_000, now: site.clock.now })
  return family
}

async function payOnline(family: Family, lines: Family['lines']) {
  const checkout = await site.started(family.parent, lines)
  await site.press(checkout, 'pay')
  await expect.poll(async () => (await site.read(family.parent, checkout)).state, slowly).toBe('paid')
  return checkout
}

const path = ({ contractId }: Pick<Family, 'contractId'>) => `/v1/profile/contract/${contractId}/termination`

async function previewOf(family: Family, query = '', person: Person = family.parent) {
  return person.call(`GET ${path(family)}/preview`, { query })
}
async function planOf(family: Family, query = `lastDay=${today}`): Promise<TerminationPreview> {
  return (await previewOf(family, query)).json()
}
async function fresh(person: Person & { userId: string }) {
  return site.server.signInAs({ roles: ['parent'], userId: person.userId, twoFactorLastCheck: site.clock.now })
}

async function ask(family: Family, body: object = {}, { query = `lastDay=${today}`, key = randomUUID() } = {}) {
  const { hash } = await planOf(family, query)
  const parent = await fresh(family.parent)
  return parent.call(`POST ${path(family)}`, {
    body: { lastDay: today, hash, ...body },
    headers: { 'idempotency-key': key },
  })
}
async function asked(family: Family, body: object = {}, query?: string) {
  const answer = await ask(family, body, { ...(query && { query }) })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ terminationUuid: string }>().terminationUuid
}
function withdraw(family: Family) {
  return family.parent.call(`POST ${path(family)}/withdraw`, { headers: { 'idempotency-key': randomUUID() } })
}
/** The day after the last one. */
async function nextDay() {
  await at('2026-10-15T00:10:00Z')
  await site.run('carry-out-terminations')
}
async function staff() {
  return site.server.signInAs({ roles: ['administrator'], twoFactorLastCheck: site.clock.now })
}
async function listed(family: Family): Promise<StaffTermination | undefined> {
  const answer = await (await staff()).call(`GET /v1/admin/user/${family.parent.userId}/termination/list`)
  return answer.json<StaffTermination[]>().find(({ number }) => number === family.number)
}
async function settle(id: string, body: { amount: number; documentNumber: string }) {
  const call = `POST /v1/admin/termination/${id}/settle`
  return (await staff()).call(call, { body, headers: { 'idempotency-key': randomUUID() } })
}

async function agreeToAutopay({ contractId }: Family, { userId }: { userId: string }) {
  await site.database.insert(autopays).values({
    contractId,
    personId: userId,
    state: 'on',
    savedMethod: 'x',
    cardDigits: '4444',
    termsVersion: 1,
    fromOn: today,
    agreedAt: site.clock.now,
    agreedAddress: '127.0.0.1',
  })
}
/** The bank has refused the refunds of the family for three days. */
async function failRefunds({ lines }: Family) {
  const [refund] = await site.database
    .update(refunds)
    .set({ state: 'failed', finishedAt: site.clock.now })
    .where(sql`id in (select refund_id from refund_lines where payment_id = ${lines[0]?.paymentUuid})`)
    .returning({ id: refunds.id, checkoutId: refunds.checkoutId, amount: refunds.amount })
  if (!refund) throw new Error('There is no refund')
  return refund
}
async function giveAccount(family: Family, person: Person) {
  const headers = { 'idempotency-key': randomUUID() }
  return person.call(`POST ${path(family)}/account`, { body: { bank }, headers })
}

async function contractOf(family: Family, person: Person = family.parent): Promise<Contract> {
  const found = (await person.call('GET /v1/profile/contract/list')).json<Contract[]>()
  const own = found.find(({ number }) => number === family.number)
  if (!own) throw new Error('The person does not see the contract')
  return own
}
async function linesOf(family: Pick<Family, 'contractId'>) {
  const { rows } = await site.database.execute<{ status: string; amount: number; paid: number }>(sql`
    select status, amount::float8 as amount, paid::float8 as paid
    from payments join payment_balances on payment_id = id where payments.contract_id = ${family.contractId} order by position`)
  return rows.map(({ status, amount, paid }) => [status, amount, paid])
}
async function operationsOf(family: Pick<Family, 'contractId'>) {
  const rows = await site.database
    .select({ kind: operations.kind, amount: operations.amount })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(sql`${payments.contractId} = ${family.contractId} and ${operations.kind} <> 'ReceivingDS'`)
    .orderBy(operations.kind, operations.amount)
  return rows.map(({ kind, amount }) => [kind, amount])
}
/** What the customer paid in the year by the page of the tax deduction. */
async function deductedBy({ parent, childId }: Family) {
  const answer = await parent.call('GET /v1/profile/tax-deduction', { query: 'year=2026' })
  return answer.json<TaxDeduction>().students.find(({ studentUuid }) => studentUuid === childId)?.paid
}
async function membershipOf({ childId }: Pick<Family, 'childId'>) {
  const [row] = await site.database
    .select({ leftOn: groupMemberships.leftOn })
    .from(groupMemberships)
    .where(eq(groupMemberships.studentId, childId))
  return row?.leftOn
}
async function placesTaken() {
  const [group] = await site.database.select().from(studyGroups).where(eq(studyGroups.id, ids.group))
  return group?.placesTaken
}
async function messagesTo({ parent }: Pick<Family, 'parent'>) {
  const rows = await site.database
    .select({ kind: notifications.kind })
    .from(notifications)
    .where(eq(notifications.userId, parent.userId))
    .orderBy(notifications.at, notifications.kind)
  return rows.map(({ kind }) => kind).filter((kind) => kind !== 'payment-arrived')
}

describe('The preview', () => {
  test('shows the lessons, their price, and where the rest goes', async () => {
    const family = await paidFamily()
    const { hash, ...shown } = await planOf(family, '')
    expect(hash).toMatch(/^[\da-f]{64}$/)
    expect(shown).toEqual({
      obstacle: null,
      number: family.number,
      course: 'Физика в опытах',
      student: 'Артём',
      lastDay: today,
      earliest: today,
      latest: '2027-05-25',
      lessons: { held: 4, planned: 10 },
      price: 1_000_000,
      paid: 1_000_000,
      given: 400_000,
      toReturn: 600_000,
      due: 0,
      online: 600_000,
      bank: 0,
      moved: 0,
      targets: [],
    })
  })

  test('counts what was not paid online for an account', async () => {
    const family = await addFamily()
    await payOnline(family, family.lines.slice(1))
    await importSingleRow(site.database, { contract: family.number, amount: 880_000, now: site.clock.now })
    expect(await planOf(family)).toMatchObject({ toReturn: 600_000, online: 120_000, bank: 480_000 })
  })

  test('of a later day returns less, and of an unpaid contract asks for the lessons', async () => {
    expect(await planOf(await paidFamily(), 'lastDay=2026-12-16')).toMatchObject({ given: 800_000, toReturn: 200_000 })
    expect(await planOf(await addFamily())).toMatchObject({ paid: 0, given: 400_000, toReturn: 0, due: 400_000 })
  })

  test('does not count the lessons of an earlier contract in the same group', async () => {
    const family = await site.addContract()
    await site.school.joinGroup(family.childId, { joinedOn: '2026-09-01', leftOn: '2026-09-20' })
    await site.school.joinGroup(family.childId, { joinedOn: '2026-10-01' })
    expect((await planOf(family)).lessons).toEqual({ held: 2, planned: 8 })
  })

  test('says why the account cannot do it', async () => {
    expect(await planOf(await addFamily({ status: 'Frozen' }))).toMatchObject({ obstacle: 'not-in-force', hash: '' })
  })

  test('is of the customer alone', async () => {
    const family = await paidFamily()
    const other = await site.addGuardian(family.childId)
    expect((await previewOf(family, '', other)).statusCode).toBe(404)
    const offered = async (person: Person) =>
      (await person.call(`GET /v1/profile/contract/${family.contractId}/history`)).json<ContractHistory>().canTerminate
    expect([await offered(family.parent), await offered(other)]).toEqual([true, false])
  })

  test.each(['2026-10-13', '2027-05-26'])('refuses %s as a last day', async (day) => {
    const answer = await previewOf(await paidFamily(), `lastDay=${day}`)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'lastDay', message: 'out-of-range' }]])
  })
})

describe('Asking for a termination', () => {
  test('shows it on the contract, asks for nothing more and ends the lessons after the last day', async () => {
    const family = await addFamily({ amounts: [400_000, 600_000] })
    await payOnline(family, family.lines.slice(0, 1))
    const uuid = await asked(family, { lastDay: '2026-10-21' }, 'lastDay=2026-10-21')
    expect(await contractOf(family)).toMatchObject({
      status: 'OnTermination',
      payments: [{ status: 'Closed' }, { status: 'DeferredPayment', toPay: 0 }],
      termination: {
        uuid,
        state: 'asked',
        lastDay: '2026-10-21',
        given: 500_000,
        toReturn: 0,
        due: 100_000,
        online: 0,
        bank: 0,
        moved: 0,
        movedTo: null,
        canWithdraw: true,
      },
    })
    expect(await membershipOf(family)).toBe('2026-10-22')
    expect(await placesTaken()).toBe(5)
    expect(await messagesTo(family)).toEqual(['termination-asked'])
    const other = await site.addGuardian(family.childId)
    expect((await contractOf(family, other)).termination).toMatchObject({ canWithdraw: false })
  })

  test('with sums of before is refused, and a repeat answers the same', async () => {
    const family = await paidFamily()
    const stale = await ask(family, { hash: 'a'.repeat(64) })
    expect([stale.statusCode, stale.json().type]).toEqual([409, expect.stringContaining('price-changed')])
    const key = randomUUID()
    const { hash } = await planOf(family)
    const parent = await fresh(family.parent)
    const again = () =>
      parent.call(`POST ${path(family)}`, { body: { lastDay: today, hash }, headers: { 'idempotency-key': key } })
    const [first, second] = [await again(), await again()]
    expect(second.json()).toEqual(first.json())
    expect(await site.database.$count(terminations, eq(terminations.contractId, family.contractId))).toBe(1)
    const another = await ask(family, { hash })
    expect([another.statusCode, another.json().type]).toEqual([409, expect.stringContaining('state-conflict')])
  })

  test('needs a recent second factor', async () => {
    const family = await paidFamily()
    const { hash } = await planOf(family)
    const answer = await family.parent.call(`POST ${path(family)}`, {
      body: { lastDay: today, hash },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(answer.statusCode).toBe(428)
  })

  test('needs an account for what was not paid online, and stores it encrypted', async () => {
    const family = await addFamily()
    await importSingleRow(site.database, { contract: family.number, amount: 1_000_000, now: site.clock.now })
    const missing = await ask(family)
    expect([missing.statusCode, missing.json().errors]).toEqual([422, [{ path: 'bank', message: 'required' }]])
    const wrong = await ask(family, { bank: { ...bank, account: '40817810899910004313' } })
    expect(wrong.statusCode).toBe(422)
    await asked(family, { bank })
    const [row] = await site.database.select().from(terminations).where(eq(terminations.contractId, family.contractId))
    expect(row?.bankDetails).toMatch(/^aes-256-gcm:/)
    expect((await listed(family))?.termination?.details).toEqual(bank)
  })

  test('gives up open payments and ends automatic ones; money that still arrives is returned', async () => {
    const family = await addFamily({ amounts: [400_000, 600_000] })
    await payOnline(family, family.lines.slice(0, 1))
    const other = await site.addGuardian(family.childId)
    await agreeToAutopay(family, other)
    const open = await site.started(family.parent, family.lines.slice(1))
    await asked(family)
    expect(await messagesTo({ parent: other })).toEqual(['autopay-ended'])
    expect(await messagesTo(family)).toEqual(['termination-asked'])
    expect((await site.read(family.parent, open)).state).toBe('canceled')
    const [autopay] = await site.database.select().from(autopays).where(eq(autopays.contractId, family.contractId))
    expect(autopay).toMatchObject({ state: 'off', endReason: 'contract-ended' })
    await site.press(open, 'pay')
    await expect.poll(async () => (await site.read(family.parent, open)).state, slowly).toBe('paid')
    await nextDay()
    await site.run('send-refunds', 'carry-out-terminations')
    expect(await contractOf(family)).toMatchObject({ status: 'Termination', paid: 400_000, debt: 0 })
  })
})

describe('A withdrawal', () => {
  test('puts the contract in force again, with its instalments and lessons', async () => {
    const family = await addFamily({ amounts: [400_000, 600_000] })
    const before = await linesOf(family)
    await agreeToAutopay(family, family.parent)
    await asked(family)
    expect((await withdraw(family)).statusCode).toBe(200)
    expect([(await contractOf(family)).status, await linesOf(family)]).toEqual(['Concluded', before])
    expect((await contractOf(family)).termination).toBeUndefined()
    expect(await membershipOf(family)).toBeNull()
    expect(await messagesTo(family)).toEqual(['termination-asked', 'termination-withdrawn'])
    expect((await withdraw(family)).statusCode).toBe(409)
    await asked(family)
  })

  test('opens what a return has cancelled meanwhile', async () => {
    const family = await addFamily({ amounts: [400_000, 600_000] })
    await importSingleRow(site.database, { contract: family.number, amount: 400_000, now: site.clock.now })
    await asked(family, { lastDay: '2026-10-21' }, 'lastDay=2026-10-21')
    const back = { contract: family.number, amount: 300_000, kind: 'ReturnDS' as const }
    await importSingleRow(site.database, { ...back, now: new Date(site.clock.now.getTime() + 1000) })
    expect((await linesOf(family))[0]).toEqual(['Canceled', 400_000, 100_000])
    await withdraw(family)
    expect(await linesOf(family)).toEqual([
      ['Open', 400_000, 100_000],
      ['Open', 600_000, 0],
    ])
  })

  test('gives the usual time for what was not asked for on its day', async () => {
    const family = await addFamily({ dueOn: ['2026-10-01', '2026-10-15'] })
    await asked(family, { lastDay: '2026-10-21' }, 'lastDay=2026-10-21')
    await at('2026-10-17T09:00:00Z')
    expect((await withdraw(family)).statusCode).toBe(200)
    const lines = (await contractOf(family)).payments
    expect(lines.map(({ status, dueOn }) => [status, dueOn])).toEqual([
      ['Open', '2026-10-01'],
      ['Open', '2026-10-22'],
    ])
  })

  test('is too late after the last day, also before the job has run', async () => {
    const family = await paidFamily()
    await asked(family)
    await at('2026-10-15T00:10:00Z')
    expect((await contractOf(family)).termination).toMatchObject({ canWithdraw: false })
    expect((await withdraw(family)).statusCode).toBe(409)
  })

  test('is not for other people', async () => {
    const family = await paidFamily()
    await asked(family)
    const other = await site.addGuardian(family.childId)
    expect((await withdraw({ ...family, parent: other })).statusCode).toBe(404)
  })
})

describe('After the last day', () => {
  // Those that other tests have left.
  beforeAll(nextDay)

  test('online money goes back the way it came, the place is free, and the contract ends', async () => {
    const family = await paidFamily()
    expect(await deductedBy(family)).toBe(1_000_000)
    await asked(family)
    await nextDay()
    expect(await placesTaken()).toBe(4)
    expect((await contractOf(family)).termination).toMatchObject({ state: 'returning', online: 600_000 })
    expect(await linesOf(family)).toEqual([
      ['Closed', 880_000, 880_000],
      ['Closed', 120_000, 120_000],
    ])
    await site.run('send-refunds', 'carry-out-terminations')
    expect(await linesOf(family)).toEqual([
      ['Canceled', 880_000, 280_000],
      ['Closed', 120_000, 120_000],
    ])
    expect(await contractOf(family)).toMatchObject({ status: 'Termination', termination: { state: 'settled' } })
    expect(await operationsOf(family)).toEqual([['ReturnDS', 600_000]])
    expect(await deductedBy(family)).toBe(400_000)
    expect(await messagesTo(family)).toEqual([
      'termination-asked',
      'refund-begun',
      'contract-terminated',
      'payment-returned',
    ])
    const { sums: _, ...accounts } = await readAccounts(site.database, [family.contractId])
    expect(accounts).toEqual(settledAccounts)
  })

  test('two servers settle once', async () => {
    const family = await paidFamily()
    await asked(family)
    await at('2026-10-15T00:10:00Z')
    await Promise.all([site.run('carry-out-terminations'), site.run('carry-out-terminations')])
    const made = await site.database
      .select({ amount: refunds.amount })
      .from(refunds)
      .where(
        sql`checkout_id in (select checkout_id from checkout_lines where payment_id = ${family.lines[0]?.paymentUuid})`,
      )
    expect(made).toEqual([{ amount: 600_000 }])
    expect(await placesTaken()).toBe(4)
  })

  test('the office transfers the rest and notes the document once', async () => {
    const family = await addFamily()
    await importSingleRow(site.database, { contract: family.number, amount: 1_000_000, now: site.clock.now })
    const id = await asked(family, { bank })
    expect((await listed(family))?.termination).toMatchObject({ toTransfer: 0 })
    await nextDay()
    expect((await listed(family))?.termination).toMatchObject({ toTransfer: 600_000, details: bank })
    expect((await settle(id, { amount: 500_000, documentNumber: `ПП-${family.number}` })).statusCode).toBe(409)
    const settled = await settle(id, { amount: 600_000, documentNumber: `ПП-${family.number}` })
    expect(settled.statusCode).toBe(200)
    expect((await listed(family))?.termination).toMatchObject({
      state: 'settled',
      toTransfer: 0,
      details: null,
      documentNumber: `ПП-${family.number}`,
    })
    expect(await operationsOf(family)).toEqual([
      ['ReturnDS', 120_000],
      ['ReturnDS', 480_000],
    ])
    expect((await contractOf(family)).status).toBe('Termination')
    expect((await settle(id, { amount: 600_000, documentNumber: 'ПП-2' })).statusCode).toBe(409)
  })

  test('a document that is booked already is refused', async () => {
    const family = await addFamily()
    await importSingleRow(site.database, { contract: family.number, amount: 1_000_000, now: site.clock.now })
    const id = await asked(family, { bank })
    await nextDay()
    const [known] = await site.database
      .select({ externalId: operations.externalId })
      .from(operations)
      .innerJoin(payments, eq(payments.id, operations.paymentId))
      .where(eq(payments.contractId, family.contractId))
    const answer = await settle(id, { amount: 600_000, documentNumber: known?.externalId ?? '' })
    expect([answer.statusCode, await operationsOf(family)]).toEqual([409, []])
  })

  test('a document number of another contract is taken', async () => {
    for (const _ of [1, 2]) {
      const family = await addFamily()
      await importSingleRow(site.database, { contract: family.number, amount: 1_000_000, now: site.clock.now })
      const id = await asked(family, { bank })
      await nextDay()
      expect((await settle(id, { amount: 600_000, documentNumber: '118' })).statusCode).toBe(200)
      await at(`${today}T09:00:00Z`)
    }
  })

  test('a transfer instead of a refund that failed is asked for once', async () => {
    const family = await paidFamily()
    const id = await asked(family)
    await nextDay()
    const { id: externalId, ...refund } = await failRefunds(family)
    const [checkout] = await site.database.select().from(checkouts).where(eq(checkouts.id, refund.checkoutId))
    if (!checkout) throw new Error('There is no checkout')
    await site.database
      .insert(paymentDifferences)
      .values({ ...refund, externalId, kind: 'refund-failed', provider: checkout.provider, foundAt: site.clock.now })
    expect((await settle(id, { amount: 600_000, documentNumber: '119' })).statusCode).toBe(200)
    const isOpen = sql`external_id = ${externalId} and cleared_at is null`
    expect(await site.database.$count(paymentDifferences, isOpen)).toBe(0)
  })

  test('the customer is asked once for an account when the bank does not return the money', async () => {
    const family = await paidFamily()
    await asked(family)
    await nextDay()
    expect((await contractOf(family)).termination).toMatchObject({ toTransfer: 0, needsAccount: false })
    expect((await giveAccount(family, await fresh(family.parent))).statusCode).toBe(409)
    await failRefunds(family)
    for (const _ of [1, 2]) await site.run('carry-out-terminations')
    const [request] = await site.database
      .select({ path: notifications.path, values: notifications.values })
      .from(notifications)
      .where(sql`${notifications.userId} = ${family.parent.userId} and kind = 'return-account-needed'`)
    expect(request).toMatchObject({ path: `/contracts-and-payments/${family.contractId}?dialog=return-account` })
    expect((await messagesTo(family)).filter((kind) => kind === 'return-account-needed')).toHaveLength(1)
    expect((await contractOf(family)).termination).toMatchObject({ toTransfer: 600_000, needsAccount: true })
    const other = await site.addGuardian(family.childId)
    expect((await contractOf(family, other)).termination).toMatchObject({ toTransfer: 600_000, needsAccount: false })
    expect((await giveAccount(family, await fresh(other))).statusCode).toBe(404)
    expect((await giveAccount(family, family.parent)).statusCode).toBe(428)
    expect((await giveAccount(family, await fresh(family.parent))).statusCode).toBe(200)
    expect((await listed(family))?.termination).toMatchObject({ toTransfer: 600_000, details: bank })
    expect((await contractOf(family)).termination).toMatchObject({ toTransfer: 600_000, needsAccount: false })
    expect((await giveAccount(family, await fresh(family.parent))).statusCode).toBe(409)
  })

  test('money moves to another contract of the customer as far as it takes it', async () => {
    const family = await paidFamily()
    const [contractId, number] = [randomUUID(), `${family.number}-Б`]
    await site.database.transaction(async (transaction) => {
      const [own] = await transaction.select().from(contracts).where(eq(contracts.id, family.contractId))
      await transaction.insert(contracts).values({
        ...(own as typeof contracts.$inferSelect),
        id: contractId,
        number,
        groupId: null,
        status: 'Open',
        total: 450_000,
      })
      await transaction.insert(payments).values({
        contractId,
        position: 1,
        title: 'Полная оплата',
        dueOn: '2026-11-01',
        amount: 450_000,
        status: 'Open',
      })
    })
    const query = `lastDay=${today}&moveTo=${contractId}`
    expect(await planOf(family, query)).toMatchObject({
      moved: 450_000,
      online: 150_000,
      bank: 0,
      targets: [{ contractUuid: contractId, number, left: 450_000 }],
    })
    await asked(family, { moveTo: contractId }, query)
    expect((await contractOf(family)).termination).toMatchObject({ moved: 450_000, movedTo: number })
    await nextDay()
    await site.run('send-refunds', 'carry-out-terminations')
    expect(await operationsOf({ contractId })).toEqual([['ReceivingTransferDS', 450_000]])
    expect(await operationsOf(family)).toEqual([
      ['ReturnDS', 150_000],
      ['ReturnTransferDS', 120_000],
      ['ReturnTransferDS', 330_000],
    ])
    expect((await contractOf(family)).status).toBe('Termination')
    const { sums: _, ...accounts } = await readAccounts(site.database, [family.contractId, contractId])
    expect(accounts).toEqual(settledAccounts)
  })

  test('unpaid lessons are due soon, the rest is cancelled, and the payment ends the contract', async () => {
    const family = await addFamily({ amounts: [300_000, 700_000] })
    await payOnline(family, family.lines.slice(0, 1))
    await asked(family)
    await nextDay()
    expect(await linesOf(family)).toEqual([
      ['Closed', 300_000, 300_000],
      ['Open', 100_000, 0],
      ['Canceled', 600_000, 0],
    ])
    expect(await contractOf(family)).toMatchObject({ status: 'OnTermination', debt: 100_000 })
    await payOnline(
      family,
      family.lines.slice(1).map((line) => ({ ...line, amount: 100_000 })),
    )
    await site.run('carry-out-terminations')
    expect(await contractOf(family)).toMatchObject({ status: 'Termination', paid: 400_000, debt: 0 })
  })

  test('a contract that the system of the school has put in force again stays as it was', async () => {
    const family = await addFamily()
    const before = await linesOf(family)
    await asked(family)
    await site.database.update(contracts).set({ status: 'Concluded' }).where(eq(contracts.id, family.contractId))
    await nextDay()
    expect([await linesOf(family), await membershipOf(family), await placesTaken()]).toEqual([before, null, 5])
  })
})

describe('The system of the school', () => {
  const changeTo = (family: Family, status: 'Concluded' | 'Termination') =>
    site.database.update(contracts).set({ status }).where(eq(contracts.id, family.contractId))

  test('puts the contract in force again before the last day: the family is notified, and may ask again', async () => {
    const family = await addFamily()
    const before = await linesOf(family)
    await asked(family, { lastDay: '2026-10-21' }, 'lastDay=2026-10-21')
    await changeTo(family, 'Concluded')
    expect((await ask(family)).statusCode).toBe(409)
    await site.run('carry-out-terminations')
    expect([await linesOf(family), await membershipOf(family)]).toEqual([before, null])
    expect(await messagesTo(family)).toEqual(['termination-asked', 'termination-withdrawn'])
    await asked(family)
  })

  test('puts it in force again while the money is returned: nothing is transferred any more', async () => {
    const family = await addFamily()
    await importSingleRow(site.database, { contract: family.number, amount: 1_000_000, now: site.clock.now })
    const id = await asked(family, { bank })
    await nextDay()
    await changeTo(family, 'Concluded')
    expect((await listed(family))?.termination).toMatchObject({ toTransfer: 0 })
    expect((await settle(id, { amount: 600_000, documentNumber: 'ПП-7' })).statusCode).toBe(409)
    await site.run('carry-out-terminations')
    expect((await listed(family))?.termination).toBeNull()
  })

  test('ends the contract itself: nothing is said about money', async () => {
    const family = await paidFamily()
    await asked(family)
    await changeTo(family, 'Termination')
    await site.run('carry-out-terminations')
    expect((await contractOf(family)).termination).toMatchObject({ state: 'settled', toReturn: 0, online: 0 })
    expect(await messagesTo(family)).toEqual(['termination-asked', 'contract-terminated'])
  })
})

describe('The staff', () => {
  test('terminates with a reason, without an account of the family, and withdraws with a reason', async () => {
    const family = await addFamily()
    await importSingleRow(site.database, { contract: family.number, amount: 1_000_000, now: site.clock.now })
    const person = await staff()
    const of = `/v1/admin/contract/${family.contractId}/termination`
    const { hash } = (await person.call(`GET ${of}/preview`, { query: `lastDay=${today}` })).json<TerminationPreview>()
    const begun = await person.call(`POST ${of}`, {
      body: { lastDay: today, hash, reason: 'Семья переезжает в другой город' },
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(begun.statusCode).toBe(200)
    expect((await listed(family))?.termination).toMatchObject({
      state: 'asked',
      bank: 600_000,
      details: null,
      reason: 'Семья переезжает в другой город',
    })
    expect((await contractOf(family)).termination).toMatchObject({ bank: 600_000, needsAccount: true })
    await site.run('carry-out-terminations')
    expect((await giveAccount(family, await fresh(family.parent))).statusCode).toBe(200)
    expect((await listed(family))?.termination).toMatchObject({ state: 'asked', details: bank })
    const withdrawn = await person.call(
      `POST /v1/admin/termination/${begun.json<{ terminationUuid: string }>().terminationUuid}/withdraw`,
      { body: { reason: 'Семья остаётся у нас' }, headers: { 'idempotency-key': randomUUID() } },
    )
    expect([withdrawn.statusCode, (await contractOf(family)).status]).toEqual([200, 'Concluded'])
    expect((await listed(family))?.termination).toBeNull()
    expect(await messagesTo(family)).toEqual(['termination-asked', 'return-account-needed', 'termination-withdrawn'])
  })
})
