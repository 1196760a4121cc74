import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '#server/db/schema/contracts.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { transfers, waitingListEntries } from '#server/db/schema/transfers.ts'
import { openServiceClient, type ServiceClient } from '#tests/support/integration/service-client.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

/** Wednesday noon in Moscow. */
const started = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: started }))
const school = openForSuite(() => openSmallSchool(server))
const database = () => server.opened.database

const otherGroup = randomUUID()
let crm: ServiceClient
let parentId: string
let childId: string
let contractId: string

beforeAll(async () => {
  const [group] = await database().select().from(studyGroups).where(eq(studyGroups.id, ids.group))
  if (group)
    await database()
      .insert(studyGroups)
      .values({ ...group, id: otherGroup, title: 'ФИЗ-2', placesTaken: 0 })
})

beforeEach(async () => {
  crm = await openServiceClient(server, { name: `crm-${randomUUID().slice(0, 8)}` })
  const family = await school.addFamily('Маша')
  parentId = family.parent.userId
  childId = family.childId
  await database().update(users).set({ subject: randomUUID(), language: 'en' }).where(eq(users.id, parentId))
  contractId = randomUUID()
  await database()
    .insert(contracts)
    .values({
      id: contractId,
      number: contractId.slice(0, 8),
      status: 'Concluded',
      customerId: parentId,
      studentId: childId,
      campaignId: ids.campaign,
      programId: ids.program,
      groupId: ids.group,
      territoryId: ids.territory,
      format: 'offline',
      paymentScheme: 'OnePayment',
      total: 0,
      createdAt: started,
      concludedOn: '2026-09-01',
    })
})

/** Notifications of the parent: the kind and the values in English. */
async function notified() {
  const rows = await database()
    .select({ kind: notifications.kind, values: notifications.values })
    .from(notifications)
    .where(eq(notifications.userId, parentId))
    .orderBy(asc(notifications.kind))
  return rows.map(({ kind, values }) => [kind, values.en])
}

describe('A transfer that an import writes', () => {
  const transfer = (sourcedId: string, rest: object) => ({
    sourcedId,
    contractSourcedId: contractId,
    studentSourcedId: childId,
    requestedBySourcedId: parentId,
    fromClassSourcedId: ids.group,
    toClassSourcedId: otherGroup,
    requestedAt: '2026-10-01T09:00:00Z',
    month: '2026-10-01',
    effectiveFrom: '2026-10-12',
    ...rest,
  })
  const called = { group: 'ФИЗ-2', student: 'Маша' }

  test('is notified when it takes effect, once', async () => {
    await crm.put('transfers', [transfer('t', { state: 'coming' })])
    expect(await notified()).toEqual([])
    await crm.put('transfers', [transfer('t', { state: 'done' })])
    const applied = [['transfer-applied', { ...called, from: expect.stringContaining('12 October') }]]
    expect(await notified()).toEqual(applied)
    await crm.put('transfers', [transfer('t', { state: 'done', priceChange: '100.00' })])
    expect(await notified()).toEqual(applied)
  })

  test('is not notified by a first import if it is old', async () => {
    await crm.put('transfers', [transfer('t', { state: 'done', effectiveFrom: '2026-09-10', month: '2026-09-01' })])
    expect(await notified()).toEqual([])
  })

  test('is notified when it is called off, with the reason', async () => {
    await crm.put('transfers', [transfer('t', { state: 'coming' })])
    await database().update(contracts).set({ status: 'Frozen' }).where(eq(contracts.id, contractId))
    await crm.put('transfers', [transfer('t', { state: 'withdrawn', withdrawnAt: '2026-10-14T09:00:00Z' })])
    expect(await notified()).toEqual([['transfer-called-off', { ...called, why: 'frozen' }]])
  })

  test('is notified as called off by the school when it is deleted before its day', async () => {
    await crm.put('transfers', [transfer('t', { state: 'coming' })])
    expect(await crm.put('transfers', [{ sourcedId: 't', status: 'tobedeleted' }])).toEqual(['t deleted'])
    expect(await database().$count(transfers, eq(transfers.contractId, contractId))).toBe(0)
    expect(await notified()).toEqual([['transfer-called-off', { ...called, why: 'withdrawn-by-school' }]])
  })
})

describe('A place that an import holds', () => {
  const entry = (rest: object) => ({
    sourcedId: 'w',
    classSourcedId: otherGroup,
    studentSourcedId: childId,
    contractSourcedId: contractId,
    askedBySourcedId: parentId,
    joinedAt: '2026-10-01T09:00:00Z',
    ...rest,
  })
  const names = { group: 'ФИЗ-2', student: 'Маша' }

  test('is notified with its deadline, and again when it is no longer held', async () => {
    await crm.put('waitingList', [entry({ state: 'waiting' })])
    expect(await notified()).toEqual([])
    await crm.put('waitingList', [entry({ state: 'held', heldUntil: '2026-10-15T09:00:00Z' })])
    expect(await notified()).toEqual([['group-place-held', { ...names, until: '15 October at 12:00' }]])
    await crm.put('waitingList', [entry({ state: 'lapsed', heldUntil: null })])
    expect((await notified()).map(([kind]) => kind)).toEqual(['group-place-held', 'group-place-lapsed'])
    expect(await database().$count(waitingListEntries, eq(waitingListEntries.studentId, childId))).toBe(1)
  })

  test('is not notified after its deadline', async () => {
    await crm.put('waitingList', [entry({ state: 'held', heldUntil: '2026-10-14T08:00:00Z' })])
    expect(await notified()).toEqual([])
  })
})

test('An imported tax certificate notifies the applicant when it is ready', async () => {
  const certificate = (rest: object) => ({
    sourcedId: 'c',
    number: contractId.slice(0, 6),
    year: '2025',
    applicantSourcedId: parentId,
    studentSourcedId: childId,
    amount: '1000.00',
    requestedAt: '2026-10-10T09:00:00Z',
    ...rest,
  })
  await crm.put('taxCertificates', [certificate({ state: 'requested' })])
  expect(await notified()).toEqual([])
  const ready = {
    state: 'ready',
    preparedAt: '2026-10-14T08:00:00Z',
    readyAt: '2026-10-14T08:00:00Z',
    file: 'JVBERi0=',
  }
  await crm.put('taxCertificates', [certificate(ready)])
  expect(await notified()).toEqual([
    ['tax-certificate-ready', { student: 'Маша', year: '2025', number: contractId.slice(0, 6) }],
  ])
  expect(await database().$count(taxCertificates, eq(taxCertificates.applicantId, parentId))).toBe(1)
})
