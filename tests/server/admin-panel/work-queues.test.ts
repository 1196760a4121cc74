import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type WorkQueue, workQueues } from '#contract/enumerations.ts'
import type { PendingWork, WorkQueueItem } from '#contract/people/school-work.ts'
import { paymentDifferences } from '#server/db/schema/checkouts.ts'
import {
  contractActionEntries,
  contractAgreements,
  contracts,
  operations,
  payments,
} from '#server/db/schema/contracts.ts'
import { dataRequests, workTakers } from '#server/db/schema/data-requests.ts'
import { importRuns } from '#server/db/schema/integration.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { contractSignatures, signingAgreements } from '#server/db/schema/signatures.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import { contractOfProgram, ids as known, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [olga, artem, otherGroup] = [id(1), id(2), id(3)]
const now = new Date('2026-11-20T09:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const server = openForSuite(() => openTestApp())
let administrator: Person

type NewContract = Partial<typeof contracts.$inferInsert> & { number: string; dueOn?: string; paid?: number }
let numbers = 100

/** A contract of one payment; the child is another one each time, because a place is held once. */
async function addContract({ number, dueOn = '2026-12-20', paid = 0, ...own }: NewContract) {
  const { database } = server.opened
  numbers += 1
  const [contractId, paymentId, studentId] = [id(numbers), id(numbers + 200), id(numbers + 400)]
  await database.insert(users).values({ id: studentId, firstName: 'Артём', lastName: `Соколов-${number}` })
  const { contract, line } = contractOfProgram({ student: studentId, customer: olga, total: 5_000, createdAt: now })
  const status = own.status ?? 'Open'
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values({ ...contract, id: contractId, number, status, ...own })
    await transaction.insert(payments).values({ ...line, id: paymentId, contractId, dueOn })
  })
  if (paid > 0)
    await database.insert(operations).values({ paymentId, kind: 'ReceivingDS', amount: paid, at: daysAgo(1) })
  return { contractId, paymentId }
}

async function sign(contractId: string, side: 'customer' | 'school') {
  const { database } = server.opened
  const text = `Договор ${contractId}`
  const hash = createHash('sha256').update(text).digest('hex')
  const written = { personId: olga, person: 'Соколова Ольга', version: '1', text, hash, at: now }
  if (side === 'customer') {
    await database.insert(contractAgreements).values({ contractId, ...written })
    await database.insert(signingAgreements).values(written)
  }
  await database.insert(contractSignatures).values({
    contractId,
    side,
    personId: olga,
    person: 'Соколова Ольга',
    at: now,
    ...(side === 'customer'
      ? { method: 'sms-code', agreementHash: hash }
      : { method: 'account', capacity: 'директор' }),
  })
}

async function list(queue: WorkQueue): Promise<WorkQueueItem[]> {
  return (await administrator.call(`GET /v1/admin/work-queue/${queue}/list`)).json<{ items: WorkQueueItem[] }>().items
}

const numbersOf = async (queue: WorkQueue) => (await list(queue)).map(({ contract }) => contract?.number)

beforeAll(async () => {
  server.clock.now = now
  const { database } = server.opened
  await openSmallSchool(server)
  await database.insert(users).values([
    { id: olga, firstName: 'Ольга', lastName: 'Соколова', phone: '+79001234567' },
    { id: artem, firstName: 'Артём', lastName: 'Соколов' },
  ])
  administrator = await server.signInAs({ roles: ['administrator'] })
})

test('a contract is stuck after the days of the school file, unless it is signed or holds money', async () => {
  await addContract({ number: 'old', createdAt: daysAgo(6) })
  await addContract({ number: 'older', createdAt: daysAgo(7) })
  await addContract({ number: 'young', createdAt: daysAgo(4) })
  await addContract({ number: 'partly-paid', createdAt: daysAgo(6), paid: 100 })
  await addContract({ number: 'ended', createdAt: daysAgo(6), status: 'NotPaid' })
  const { contractId } = await addContract({ number: 'signed', createdAt: daysAgo(6), needsSignatures: true })
  await sign(contractId, 'customer')
  expect(await numbersOf('unsigned-unpaid')).toEqual(['older', 'old'])
  expect((await list('unsigned-unpaid'))[0]).toEqual({
    id: expect.any(String),
    since: daysAgo(7).toISOString(),
    amount: 5_000,
    note: null,
    count: null,
    student: { id: expect.any(String), name: 'Соколов-older Артём' },
    contact: { id: olga, name: 'Соколова Ольга', phone: '+79001234567' },
    contract: { uuid: expect.any(String), number: 'older', status: 'Open' },
    payment: { uuid: expect.any(String), status: 'Open' },
    awaits: null,
    owner: null,
    dueOn: null,
    remindedAt: null,
    paymentKind: null,
    differenceKind: null,
    taker: null,
  })
})

test('a paid contract waits for the signature that is missing, until both sides have signed', async () => {
  const signed = { needsSignatures: true, status: 'Concluded', concludedOn: '2026-11-19', paid: 5_000 } as const
  await addContract({ number: 'no-signature', ...signed })
  const { contractId } = await addContract({ number: 'half-signed', ...signed, paid: 100 })
  await sign(contractId, 'customer')
  await addContract({ number: 'on-paper', ...signed, needsSignatures: false })
  await addContract({ number: 'nothing-paid', needsSignatures: true })
  const rows = await list('paid-unsigned')
  expect(rows.map(({ contract, awaits, amount }) => [contract?.number, awaits, amount])).toEqual([
    ['no-signature', 'customer', 5_000],
    ['half-signed', 'school', 100],
  ])
  await sign(contractId, 'school')
  expect(await numbersOf('paid-unsigned')).toEqual(['no-signature'])
})

test('overdue payments, payments in error and places that will be lost are listed by age', async () => {
  const held = { groupId: known.group, createdAt: daysAgo(3) }
  await addContract({ number: 'due-today', ...held, dueOn: '2026-11-20' })
  await addContract({ number: 'due-yesterday', ...held, dueOn: '2026-11-19' })
  await addContract({ number: 'ends-soon', ...held, dueOn: '2026-11-14' })
  const { contractId, paymentId } = await addContract({ number: 'in-error', createdAt: daysAgo(3), paid: 1_000 })
  await server.opened.database.execute(`update payments set status = 'Error' where id = '${paymentId}'`)
  expect(await numbersOf('overdue')).toEqual(['ends-soon', 'due-yesterday'])
  expect(await numbersOf('places-ending')).toEqual(['ends-soon'])
  const [wrong] = await list('payment-errors')
  expect(wrong).toMatchObject({
    id: paymentId,
    amount: 4_000,
    note: 'Обучение',
    contract: { number: 'in-error', status: 'Open' },
  })
  expect(wrong?.payment).toEqual({ uuid: paymentId, status: 'Error' })
  expect(wrong?.remindedAt).toBeNull()
  const reminder = { contractId, action: 'remind', reason: '', state: { detail: '5 ₽' } } as const
  await server.opened.database.insert(contractActionEntries).values([
    { ...reminder, paymentId, at: daysAgo(2) },
    { ...reminder, paymentId, at: daysAgo(1) },
    { ...reminder, paymentId: null, at: now },
  ])
  expect((await list('payment-errors'))[0]?.remindedAt).toBe(daysAgo(1).toISOString())
})

test('transfers, certificates, imports with faults and undelivered messages are listed with whose they are', async () => {
  const { database } = server.opened
  const { contractId } = await addContract({ number: 'moves' })
  await database.execute(`insert into study_groups select (json_populate_record(study_groups,
    '{"id": "${otherGroup}", "title": "ФИЗ-2"}')).* from study_groups where id = '${known.group}'`)
  await database.insert(transfers).values({
    contractId,
    studentId: artem,
    requestedById: olga,
    requestedAt: now,
    fromGroupId: known.group,
    toGroupId: otherGroup,
    month: '2026-11-01',
    effectiveFrom: '2026-12-01',
  })
  await database.insert(taxCertificates).values({
    number: 'С-1',
    year: 2025,
    applicantId: olga,
    studentId: artem,
    amount: 100,
    requestedAt: now,
  })
  const run = { startedBy: administrator.userId, state: 'applied', createdAt: daysAgo(2) }
  await database.insert(importRuns).values([
    { ...run, fileName: 'faulty.zip', faults: 3 },
    { ...run, fileName: 'mended.zip', faults: 1 },
    { ...run, fileName: 'mended.zip', faults: 0, createdAt: daysAgo(1) },
    { ...run, fileName: 'discarded.zip', faults: 1, state: 'discarded' },
    { ...run, fileName: 'old.zip', faults: 1, createdAt: daysAgo(40) },
  ])
  const message = { channel: 'email', target: 'x@mail.example', kind: 'digest', language: 'ru', values: null } as const
  await database.insert(deliveries).values([
    { ...message, userId: olga, queuedAt: daysAgo(2), failure: 'no such mailbox' },
    { ...message, userId: olga, queuedAt: now, failure: 'no such mailbox' },
    { ...message, userId: artem, queuedAt: daysAgo(8), failure: 'no such mailbox' },
    { ...message, userId: null, queuedAt: now, failure: 'no such mailbox' },
  ])
  const [student, contact] = [
    { id: artem, name: 'Соколов Артём' },
    { id: olga, name: 'Соколова Ольга' },
  ]
  expect(await list('transfers')).toMatchObject([
    { student, contact, contract: { number: 'moves' }, note: expect.stringMatching(/ → ФИЗ-2$/) },
  ])
  expect(await list('certificates')).toMatchObject([{ student, contact, contract: null, note: 'С-1' }])
  expect(await list('imports')).toMatchObject([
    { note: 'faulty.zip', count: 3, contact: null, owner: { id: administrator.userId } },
  ])
  expect(await list('messages')).toMatchObject([{ id: olga, contact, count: 2, since: daysAgo(2).toISOString() }])
})

test('money of a terminated contract that the school has to transfer waits since the last day of lessons', async () => {
  const end = async (number: string, paid: number, own: Partial<typeof terminations.$inferInsert> = {}) => {
    const { contractId } = await addContract({ number, status: 'Termination', concludedOn: '2026-09-01', paid })
    await server.opened.database.insert(terminations).values({
      contractId,
      state: 'returning',
      lastDay: '2026-11-10',
      askedById: olga,
      askedAt: daysAgo(20),
      hash: '',
      lessonsHeld: 1,
      lessonsPlanned: 10,
      price: 5_000,
      given: 500,
      toReturn: 1_000,
      due: 0,
      online: 0,
      bank: 1_000,
      moved: 0,
      deferred: {},
      ...own,
    })
  }
  await end('later', 1_500)
  await end('earlier', 900, { lastDay: '2026-11-08' })
  await end('settled', 500)
  await end('asked', 1_500, { state: 'asked' })
  expect(await list('refunds')).toMatchObject([
    { contract: { number: 'earlier' }, amount: 400, since: '2026-11-07T21:00:00.000Z', payment: null },
    { contract: { number: 'later' }, amount: 1_000, since: '2026-11-09T21:00:00.000Z', contact: { id: olga } },
  ])
})

test('differences of the reconciliation that are not cleared up are listed with who paid', async () => {
  const difference = { provider: 'yookassa', kind: 'refund-failed', externalId: 'r-77', amount: 100 } as const
  await server.opened.database.insert(paymentDifferences).values([
    { ...difference, foundAt: daysAgo(2) },
    { ...difference, externalId: 'r-78', foundAt: daysAgo(3), clearedAt: now },
  ])
  expect(await list('payment-differences')).toMatchObject([
    { since: daysAgo(2).toISOString(), amount: 100, note: 'r-77', differenceKind: 'refund-failed', contact: null },
  ])
})

test('a request about data is taken and given back in its queue as in its dialog', async () => {
  const { database } = server.opened
  const request = { kind: 'deletion', subjectId: artem, requestedById: olga, requestedAt: now, dueOn: '2026-12-04' }
  await database.insert(dataRequests).values(request as typeof dataRequests.$inferInsert)
  const [item] = await list('data-requests')
  const press = (action: string) => administrator.call(`POST /v1/admin/work-queue/data-requests/${item?.id}/${action}`)
  await press('take')
  expect(await list('data-requests')).toMatchObject([{ taker: { id: administrator.userId } }])
  await press('release')
  expect(await list('data-requests')).toMatchObject([{ taker: null }])
})

test('the counts and sums of the overview are those of the lists', async () => {
  const { queues } = (await administrator.call('GET /v1/admin/pending-work')).json<PendingWork>()
  const counted = new Map(queues.map(({ queue, ...rest }) => [queue, rest]))
  expect([...counted.keys()]).toEqual([...workQueues])
  for (const queue of workQueues) {
    const answer = await administrator.call(`GET /v1/admin/work-queue/${queue}/list`)
    const { items, total } = answer.json<{ items: WorkQueueItem[]; total: number }>()
    const owed = items.filter(({ payment }) => payment !== null || queue === 'refunds')
    const amount = owed.length === 0 ? null : owed.reduce((sum, item) => sum + (item.amount ?? 0), 0)
    expect([queue, { count: total, oldestAt: items[0]?.since, amount }]).toEqual([queue, counted.get(queue)])
    expect(items).toHaveLength(total)
  }
  const beyond = (await administrator.call('GET /v1/admin/work-queue/overdue/list?page=2')).json<{ items: unknown[] }>()
  expect(beyond.items).toEqual([])
})

describe('An item of a queue', () => {
  const path = 'work-queue/payment-differences'
  const press = (person: Person, action: 'take' | 'release', item: string) =>
    person.call(`POST /v1/admin/${path}/${item}/${action}`)
  const mineOf = async (person: Person) =>
    (await person.call(`GET /v1/admin/${path}/list`, { query: 'mine=yes' })).json<{ total: number }>().total

  test('is taken by the last one who takes it, and given back only by that one', async () => {
    const [difference] = await list('payment-differences')
    const item = difference?.id ?? ''
    const other = await server.signInAs({ roles: ['administrator'] })
    const taker = async () => (await list('payment-differences'))[0]?.taker
    expect(await taker()).toBeNull()
    expect((await press(administrator, 'take', item)).statusCode).toBe(204)
    expect(await taker()).toMatchObject({ id: administrator.userId })
    expect([await mineOf(administrator), await mineOf(other)]).toEqual([1, 0])
    expect((await press(other, 'take', item)).statusCode).toBe(204)
    expect((await press(administrator, 'release', item)).statusCode).toBe(204)
    expect(await taker()).toMatchObject({ id: other.userId })
    expect([await mineOf(administrator), await mineOf(other)]).toEqual([0, 1])
    expect((await press(other, 'release', item)).statusCode).toBe(204)
    expect(await taker()).toBeNull()
  })

  test('is 404 in another queue, and forgotten with its taker when it has left its own', async () => {
    const { database } = server.opened
    const [item = ''] = (await list('payment-differences')).map(({ id: each }) => each)
    await press(administrator, 'take', item)
    expect((await administrator.call(`POST /v1/admin/work-queue/overdue/${item}/take`)).statusCode).toBe(404)
    const sweep = () => runJobs(['delete-expired-rows'], { database, clock: () => now })
    await sweep()
    expect(await database.$count(workTakers)).toBe(1)
    await database.update(paymentDifferences).set({ clearedAt: now })
    await sweep()
    expect(await database.$count(workTakers)).toBe(0)
  })
})

test('the queues are for administrators', async () => {
  for (const role of ['parent', 'teacher', 'team_leader'] as const) {
    const person = await server.signInAs({ roles: [role] })
    expect((await person.call('GET /v1/admin/work-queue/overdue/list')).statusCode).toBe(403)
  }
  expect((await administrator.call('GET /v1/admin/work-queue/weather/list')).statusCode).toBe(404)
})
