import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { and, asc, eq, like, or } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContractStatus, Locale, PaymentStatus } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { bankLines } from '#server/db/schema/bank-lines.ts'
import { billLines, bills } from '#server/db/schema/bills.ts'
import { balances, contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import type { ImportOptions } from '#server/integration/import/import-work.ts'
import { renderMessage } from '#server/notifications/render-message.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { importSingle } from '#tests/support/integration/single-import.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { openOnceMore, runBehindLock } from '#tests/support/server/database.ts'

const moment = { now: new Date('2026-11-20T09:00:00Z'), timeZone: 'Europe/Moscow' }
const directory = mkdtempSync(join(tmpdir(), 'personal-account-receipts-'))

let server: TestApp
let school: SmallSchool
let database: Database
beforeAll(async () => {
  server = await openTestApp({ now: moment.now })
  school = await openSmallSchool(server)
  database = server.opened.database
})
beforeEach(() => database.delete(deliveries))
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

type Wishes = {
  lines?: readonly number[]
  statuses?: readonly PaymentStatus[]
  status?: ContractStatus
  language?: Locale
  email?: string | null
  groupId?: string | null
}
let numbers = 0

/** A family with a contract of two payments, of 8800 and 1200 roubles. */
async function addContract({ lines = [880_000, 120_000], statuses = [], ...wishes }: Wishes = {}) {
  const { parent, childId } = await school.addFamily('Артём')
  numbers += 1
  const [id, number] = [randomUUID(), `26-ФИЗ-${numbers}`]
  // Messages are read by address: `9` would come after `10`.
  const { email = `parent-${String(numbers).padStart(4, '0')}@mail.example`, language = 'ru' } = wishes
  await database
    .update(users)
    .set({ lastName: 'Соколова', firstName: 'Анна', patronym: 'Викторовна', email, language })
    .where(eq(users.id, parent.userId))
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values({
      id,
      number,
      status: wishes.status ?? 'Open',
      studentId: childId,
      customerId: parent.userId,
      campaignId: ids.campaign,
      programId: ids.program,
      groupId: wishes.groupId === undefined ? ids.group : wishes.groupId,
      format: 'offline',
      paymentScheme: 'StepByStep',
      total: lines.reduce((sum, amount) => sum + amount, 0),
      createdAt: moment.now,
    })
    await transaction.insert(payments).values(
      lines.map((amount, index) => {
        const position = index + 1
        const status = statuses[index] ?? ('Open' as const)
        return { contractId: id, position, title: `${position}-й платёж`, dueOn: `2026-1${index}-05`, amount, status }
      }),
    )
  })
  return { id, number, parent, childId, email }
}

type Cells = {
  id?: string
  contract: string
  amount: string
  kind?: string
  date?: string
  line?: number
  payer?: string
  other?: string
}
function rowOf({ id = randomUUID(), contract, amount, ...more }: Cells): string {
  const { kind = 'ReceivingDS', date = '2026-11-19', line = '', payer = '', other = '' } = more
  return [id, contract, kind, `"${amount}"`, date, line, payer, other].join(',')
}

function fileOf(...rows: readonly Cells[]): string {
  const path = join(directory, `${randomUUID()}.csv`)
  const header = 'operation_id,contract,kind,amount,date,line,payer,other_contract'
  writeFileSync(path, [header, ...rows.map(rowOf)].join('\n'))
  return path
}

async function importReceiptFile(path: string, options: Partial<ImportOptions> = {}, into = database) {
  const report = await importSingle(into, path, { as: 'payments', ...moment, ...options })
  const numberOf = (note: string) => Number(report.notes.find((text) => text.startsWith(note))?.split(': ')[1] ?? 0)
  const kopecksOf = (note: string) => Math.round(numberOf(note) * 100)
  return {
    faults: report.faults,
    notes: report.notes.filter((text) => /^\d/.test(text)),
    booked: report.created - numberOf('payments that wait for a decision'),
    repeated: report.unchanged,
    sums: {
      received: kopecksOf('received'),
      returned: kopecksOf('returned'),
      transferred: kopecksOf('transferred'),
    },
    closed: numberOf('payments closed'),
    concluded: numberOf('contracts concluded'),
    notified: numberOf('messages to customers'),
  }
}
const importRows = (...rows: readonly Cells[]) => importReceiptFile(fileOf(...rows))

async function linesOf(contractId: string) {
  const lines = await database
    .select({ paid: balances.paid, status: payments.status })
    .from(payments)
    .innerJoin(balances, eq(balances.paymentId, payments.id))
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(payments.position))
  return lines.map(({ paid, status }) => [paid, status])
}

async function operationsOf(contractId: string) {
  return database
    .select({
      position: payments.position,
      kind: operations.kind,
      amount: operations.amount,
      at: operations.at,
      payerId: operations.payerId,
      payerName: operations.payerName,
      externalId: operations.externalId,
    })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(eq(payments.contractId, contractId))
    .orderBy(asc(operations.at), asc(payments.position))
}

async function statusOf(contractId: string) {
  const [found] = await database.select().from(contracts).where(eq(contracts.id, contractId))
  return found?.status
}

async function messages() {
  const queued = await database.select().from(deliveries).orderBy(asc(deliveries.target))
  return queued.map(({ target, kind, language, values }) => ({
    target,
    ...renderMessage(kind, language, values ?? {}),
  }))
}

const nothing = { received: 0, returned: 0, transferred: 0 }

describe('A receipt', () => {
  test('is distributed by due dates, closes paid payments, and concludes the contract', async () => {
    const { id, number, parent, childId } = await addContract()
    const cells = { id: 'bank-1', contract: number, amount: '9000,50', payer: 'СОКОЛОВА АННА' }
    const published = await recordEvents(database)
    expect(await importRows(cells)).toEqual({
      faults: [],
      notes: [],
      booked: 1,
      repeated: 0,
      sums: { ...nothing, received: 900_050 },
      closed: 1,
      concluded: 1,
      notified: 1,
    })
    const operation = {
      kind: 'ReceivingDS',
      at: new Date('2026-11-19T09:00:00Z'),
      payerId: parent.userId,
      payerName: 'СОКОЛОВА АННА',
      externalId: 'bank-1',
    }
    expect(await operationsOf(id)).toEqual([
      { ...operation, position: 1, amount: 880_000 },
      { ...operation, position: 2, amount: 20_050 },
    ])
    expect(await linesOf(id)).toEqual([
      [880_000, 'Closed'],
      [20_050, 'Open'],
    ])
    expect(await published('')).toMatchObject([
      ['contract.changed', { sourcedId: id, status: 'Concluded' }],
      ['payment.booked', { collection: 'operations', kind: 'ReceivingDS', amount: 880_000 }],
      ['payment.booked', { amount: 20_050 }],
    ])
    const [contract] = await database.select().from(contracts).where(eq(contracts.id, id))
    // The day of the payment, not of its import.
    expect([contract?.status, contract?.concludedOn]).toEqual(['Concluded', '2026-11-19'])
    const [imported] = await database.select().from(auditEntries)
    expect(imported).toMatchObject({ action: 'import.payments', command: 'import:payments', actorId: null })
    expect(imported?.detail).toMatch(/^[\da-f-]{36}\.csv: 1$/)
    const states = await database.select().from(contractStates).where(eq(contractStates.contractId, id))
    expect(states).toMatchObject([{ status: 'Concluded', at: moment.now }])
    const memberships = await database.select().from(groupMemberships).where(eq(groupMemberships.studentId, childId))
    expect(memberships).toMatchObject([{ groupId: ids.group, joinedOn: '2026-11-20', leftOn: null }])
  })

  test('for a named payment is booked on it, and the contract stays open while the first payment is open', async () => {
    const { id, number } = await addContract()
    await importRows({ contract: number, amount: '1200', line: 2 })
    expect(await linesOf(id)).toEqual([
      [0, 'Open'],
      [120_000, 'Closed'],
    ])
    expect(await statusOf(id)).toBe('Open')
  })

  test.each(['Frozen', 'NotPaid', 'Termination'] as const)(
    'leaves a contract that is %s in its state',
    async (status) => {
      const { id, number } = await addContract({ status, groupId: null })
      expect(await importRows({ contract: number, amount: '8800' })).toMatchObject({ booked: 1, concluded: 0 })
      expect(await statusOf(id)).toBe(status)
    },
  )

  test('for an expired contract is booked on the cancelled payment, for a decision by staff', async () => {
    const { id, number, email } = await addContract({
      status: 'NotPaid',
      statuses: ['Canceled', 'Canceled'],
      groupId: null,
    })
    const report = await importRows({ contract: number, amount: '9000' })
    expect(report).toMatchObject({ booked: 1, concluded: 0, notified: 1, faults: [] })
    expect(await linesOf(id)).toEqual([
      [880_000, 'Canceled'],
      [20_000, 'Canceled'],
    ])
    expect(await statusOf(id)).toBe('NotPaid')
    expect(JSON.parse(JSON.stringify(await messages()).replaceAll('\u00a0', ' '))).toEqual([
      {
        target: email,
        subject: 'Платёж 9 000 ₽ поступил после срока',
        text: `Платёж 9 000 ₽ по договору ${number} поступил, когда договор уже не действовал: он не был оплачен в срок. Напишите в школу: деньги вернут или перенесут на другой договор.`,
      },
    ])
    await importRows({ contract: number, amount: '9000', kind: 'ReturnDS', date: '2026-11-20' })
    expect((await linesOf(id)).map(([paid]) => paid)).toEqual([0, 0])
  })

  test('stores the payer: a guardian by account, another person by name, or none', async () => {
    const { id, number, childId } = await addContract()
    const grandfather = randomUUID()
    await database.insert(users).values({ id: grandfather, lastName: 'Орлёв', firstName: 'Пётр', patronym: 'Ильич' })
    await database.insert(guardianships).values({ guardianId: grandfather, childId })
    await importRows(
      { contract: number, amount: '1', date: '2026-11-01', payer: 'Орлев Петр Ильич' },
      { contract: number, amount: '2', date: '2026-11-02', payer: 'Чужой Человек' },
      { contract: number, amount: '3', date: '2026-11-03' },
    )
    expect((await operationsOf(id)).map(({ payerId, payerName }) => [payerId, payerName])).toEqual([
      [grandfather, 'Орлев Петр Ильич'],
      [null, 'Чужой Человек'],
      [null, null],
    ])
  })
})

test('A payer whom two people fit is booked by name alone, and the accountant is asked', async () => {
  const { id, number, childId } = await addContract()
  const alla = randomUUID()
  await database.insert(users).values({ id: alla, lastName: 'Соколова', firstName: 'Алла', patronym: 'Вадимовна' })
  await database.insert(guardianships).values({ guardianId: alla, childId })
  const path = fileOf({ contract: number, amount: '1', payer: 'Соколова А.В.' })
  const asked = {
    faults: [],
    booked: 1,
    notes: [
      '2 payer: “Соколова А.В.” may be «Соколова Анна Викторовна», «Соколова Алла Вадимовна»: none was chosen, and no tax deduction counts it',
    ],
  }
  expect(await importReceiptFile(path, { isDryRun: true })).toMatchObject(asked)
  expect(await importReceiptFile(path)).toMatchObject(asked)
  expect(await operationsOf(id)).toMatchObject([{ payerId: null, payerName: 'Соколова А.В.' }])
  const details = await database.select({ detail: auditEntries.detail }).from(auditEntries)
  expect(details).toContainEqual({ detail: `${basename(path)}: 1, unclearPayers: 1` })
})

test('The customer is notified once per contract, in the customer’s language, with the received and the remaining sum', async () => {
  const russian = await addContract()
  const english = await addContract({ language: 'en' })
  const silent = await addContract({ email: null })
  const report = await importRows(
    { contract: russian.number, amount: '8000' },
    { contract: russian.number, amount: '800' },
    { contract: english.number, amount: '10000' },
    { contract: silent.number, amount: '10000' },
  )
  expect(report.notified).toBe(2)
  const plain = (await messages()).map((message) => JSON.parse(JSON.stringify(message).replaceAll('\u00a0', ' ')))
  expect(plain).toEqual([
    {
      target: russian.email,
      subject: 'Поступил платёж 8 800 ₽',
      text: `Поступил платёж 8 800 ₽ по договору ${russian.number}. Осталось оплатить 1 200 ₽, сроки — в личном кабинете, на странице «Договоры и оплата».`,
    },
    {
      target: english.email,
      subject: 'Your payment of ₽10,000 has arrived',
      text: `A payment of ₽10,000 has arrived for contract ${english.number}. The contract is paid in full.`,
    },
  ])
})

test('Old receipts can be imported without notifications', async () => {
  const { number } = await addContract()
  const report = await importReceiptFile(fileOf({ contract: number, amount: '8800' }), { isQuiet: true })
  expect([report.booked, report.notified, await messages()]).toEqual([1, 0, []])
})

describe('A refund', () => {
  test('reopens paid payments from the last; a cancelled one stays cancelled', async () => {
    const { id, number } = await addContract({ lines: [100_00, 100_00, 100_00] })
    await importRows({ contract: number, amount: '300', date: '2026-11-01' })
    await database.update(payments).set({ status: 'Canceled' }).where(eq(payments.contractId, id))
    const isFirst = and(eq(payments.contractId, id), eq(payments.position, 1))
    await database.update(payments).set({ status: 'Closed' }).where(isFirst)
    await importRows({ contract: number, amount: '250', kind: 'Возврат' })
    const cancelled = [0, 'Canceled']
    expect(await linesOf(id)).toEqual([[50_00, 'Open'], cancelled, cancelled])
    // A bank pays again what it got back.
    await database.update(payments).set({ kind: 'bank', status: 'Closed' }).where(isFirst)
    await importRows({ contract: number, amount: '10', kind: 'Возврат' })
    expect(await linesOf(id)).toEqual([[40_00, 'DeferredPayment'], cancelled, cancelled])
  })

  test.each(['OnTermination', 'Termination'] as const)('makes no debt of a contract that is %s', async (status) => {
    const { id, number, parent } = await addContract({ lines: [100_00, 100_00, 100_00] })
    await importRows({ contract: number, amount: '150', date: '2026-11-01' })
    await database.update(contracts).set({ status }).where(eq(contracts.id, id))
    await importRows({ contract: number, amount: '120', kind: 'Возврат' })
    // The third was neither paid nor refunded: it may be owed.
    expect(await linesOf(id)).toEqual([
      [30_00, 'Canceled'],
      [0, 'Canceled'],
      [0, 'Open'],
    ])
    const [contract] = (await parent.call('GET /v1/profile/contract/list')).json()
    expect(contract).toMatchObject({ paid: 30_00, debt: 100_00 })
  })

  test('can precede its receipt in the file: operations are sorted by date', async () => {
    const { id, number } = await addContract()
    const report = await importRows(
      { contract: number, amount: '800', kind: 'ReturnDS', date: '2026-11-18' },
      { contract: number, amount: '8800', date: '2026-11-01' },
    )
    expect(report).toMatchObject({ faults: [], booked: 2, closed: 0, concluded: 0 })
    expect(await linesOf(id)).toEqual([
      [800_000, 'Open'],
      [0, 'Open'],
    ])
  })
})

test('A transfer between contracts can be imported from the row of either contract', async () => {
  const [from, to] = [await addContract(), await addContract()]
  await importRows({ contract: from.number, amount: '10000', date: '2026-11-01' })
  const report = await importRows(
    { id: 'move-1', contract: from.number, other: to.number, amount: '1000', kind: 'ReturnTransferDS' },
    { id: 'move-2', contract: to.number, other: from.number, amount: '500', kind: 'Перенос с другого договора' },
  )
  expect(report).toMatchObject({ booked: 2, sums: { ...nothing, transferred: 150_000 }, notified: 0 })
  expect([await linesOf(from.id), await linesOf(to.id)]).toEqual([
    [
      [850_000, 'Open'],
      [0, 'Open'],
    ],
    [
      [150_000, 'Open'],
      [0, 'Open'],
    ],
  ])
  expect((await operationsOf(to.id)).map(({ kind, amount, externalId }) => [kind, amount, externalId])).toEqual([
    ['ReceivingTransferDS', 100_000, 'move-1'],
    ['ReceivingTransferDS', 50_000, 'move-2'],
  ])
})

describe('the same file', () => {
  test('imported again changes nothing, also with new rows added', async () => {
    const [one, two] = [await addContract(), await addContract()]
    const rows = [
      { id: randomUUID(), contract: one.number, amount: '9000', payer: 'Соколова Анна Викторовна' },
      { id: randomUUID(), contract: one.number, other: two.number, amount: '8900', kind: 'ReturnTransferDS' },
      { id: randomUUID(), contract: two.number, amount: '5', payer: 'Чужой Человек', line: 2 },
    ]
    expect(await importRows(...rows)).toMatchObject({ booked: 3, repeated: 0 })
    const before = [await operationsOf(one.id), await operationsOf(two.id)]
    expect(await importRows(...rows)).toMatchObject({ faults: [], booked: 0, repeated: 3, notified: 0 })
    expect([await operationsOf(one.id), await operationsOf(two.id)]).toEqual(before)
    const more = { contract: two.number, amount: '1' }
    expect(await importRows(...rows, more)).toMatchObject({ booked: 1, repeated: 3 })
  })

  test('imported again after the payer has changed the name and the bank its spelling changes nothing', async () => {
    const { number, parent } = await addContract()
    const cells = { id: randomUUID(), contract: number, amount: '5', payer: 'Соколова Анна Викторовна' }
    const stranger = { id: randomUUID(), contract: number, amount: '50', payer: 'Петров Фёдор Ильич' }
    await importRows(cells, stranger)
    await database.update(users).set({ lastName: 'Орлова' }).where(eq(users.id, parent.userId))
    const again = [
      { ...cells, payer: 'СОКОЛОВА АННА' },
      { ...stranger, payer: 'ПЕТРОВ ФЕДОР ИЛЬИЧ' },
    ]
    expect(await importRows(cells, stranger)).toMatchObject({ faults: [], booked: 0, repeated: 2 })
    expect(await importRows(...again)).toMatchObject({ faults: [], booked: 0, repeated: 2 })
  })

  test('imported again from a corrected file with the new name of the payer changes nothing', async () => {
    const { number, parent } = await addContract()
    const cells = { id: randomUUID(), contract: number, amount: '5', payer: 'Соколова Анна Викторовна' }
    await importRows(cells)
    await database.update(users).set({ lastName: 'Орлова' }).where(eq(users.id, parent.userId))
    const corrected = { ...cells, payer: 'ОРЛОВА АННА ВИКТОРОВНА' }
    const another = { contract: number, amount: '6', payer: 'Орлова Анна Викторовна' }
    expect(await importRows(corrected, another)).toMatchObject({ faults: [], booked: 1, repeated: 1 })
    const stranger = await importRows({ ...cells, payer: 'Петрова Анна Викторовна' })
    expect(stranger).toMatchObject({ faults: [expect.stringMatching(/^2 /)], repeated: 0 })
  })

  test('of a former release, which did not store the spelling of a known payer, is the same', async () => {
    const { id, number, parent } = await addContract()
    const [payment] = await database
      .select()
      .from(payments)
      .where(eq(payments.contractId, id))
      .orderBy(payments.position)
    const externalId = randomUUID()
    const at = new Date('2026-11-19T09:00:00Z')
    await database.insert(operations).values({
      paymentId: payment?.id ?? '',
      kind: 'ReceivingDS',
      amount: 500,
      at,
      externalId,
      payerId: parent.userId,
    })
    const cells = { id: externalId, contract: number, amount: '5' }
    expect(await importRows({ ...cells, payer: 'Прежняя Анна' })).toMatchObject({ faults: [], repeated: 1 })
    expect((await importRows(cells)).faults).toHaveLength(1)
  })

  test('with a duplicate row books it once', async () => {
    const { id, number } = await addContract()
    const cells = { id: randomUUID(), contract: number, amount: '5' }
    expect(await importRows(cells, cells)).toMatchObject({ booked: 1, repeated: 1 })
    expect(await operationsOf(id)).toHaveLength(1)
  })

  const changes: [string, Partial<Cells>][] = [
    ['another sum', { amount: '6' }],
    ['another day', { date: '2026-11-18' }],
    ['another kind', { kind: 'ReturnDS' }],
    ['another payment', { line: 2 }],
    ['another payer', { payer: 'Чужой Человек' }],
  ]
  test.each(changes)('with %s under the same id is rejected', async (_, change) => {
    const { id, number } = await addContract()
    const cells = { id: randomUUID(), contract: number, amount: '5', line: 1, payer: 'Соколова Анна' }
    await importRows(cells)
    const { faults } = await importRows({ ...cells, ...change })
    expect(faults).toEqual([`2 operation_id: “${cells.id}” was imported before with other content`])
    const twice = { ...cells, id: randomUUID() }
    expect((await importRows(twice, { ...twice, ...change })).faults).toEqual([
      expect.stringMatching(/^\d operation_id: “.+” is in line \d with other content$/),
    ])
    expect(await operationsOf(id)).toHaveLength(1)
  })

  test('is imported once by two concurrent imports', async () => {
    const { id, number } = await addContract()
    const other = await openOnceMore(server.opened)
    const path = fileOf({ contract: number, amount: '8800' }, { contract: number, amount: '1200' })
    const reports = await Promise.all([importReceiptFile(path), importReceiptFile(path, {}, other.database)])
    expect(reports.map(({ booked, repeated }) => [booked, repeated]).sort()).toEqual([
      [0, 2],
      [2, 0],
    ])
    expect(await linesOf(id)).toEqual([
      [880_000, 'Closed'],
      [120_000, 'Closed'],
    ])
    expect(await messages()).toHaveLength(1)
    await other.close()
  })
})

// The embedded database has one connection, so there is no concurrency.
test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'An import waits for a concurrent change of payments or another operation, and uses the changed values',
  async () => {
    const { id, number } = await addContract()
    const path = fileOf({ contract: number, amount: '11000' })
    const isFirst = and(eq(payments.contractId, id), eq(payments.position, 1))
    const raise = async (transaction: Database) => {
      await transaction.update(contracts).set({ total: 1_100_000 }).where(eq(contracts.id, id))
      await transaction.update(payments).set({ amount: 980_000 }).where(isFirst)
    }
    const report = await runBehindLock(server.opened, raise, () => importReceiptFile(path))
    expect(report).toMatchObject({ faults: [], booked: 1, closed: 2, concluded: 1 })
    const [first] = await database.select({ paymentId: payments.id }).from(payments).where(isFirst)
    const back = { paymentId: first?.paymentId as string, kind: 'ReturnDS', amount: 980_000, at: moment.now } as const
    const again = fileOf({ contract: number, amount: '9800', kind: 'ReturnDS', line: 1 })
    const giveBack = (transaction: Database) => transaction.insert(operations).values(back)
    expect((await runBehindLock(server.opened, giveBack, () => importReceiptFile(again))).faults).toHaveLength(1)
    const [{ paid } = { paid: null }] = await database
      .select()
      .from(balances)
      .where(eq(balances.paymentId, back.paymentId))
    expect(paid).toBe(0)
  },
)

test('One invalid row rejects the whole file, and every invalid row is reported by line', async () => {
  const { id, number } = await addContract({ statuses: ['Open', 'Canceled'] })
  const report = await importRows(
    { contract: number, amount: '8000' },
    { contract: number, amount: '8801' },
    { contract: number, amount: '8800,01', kind: 'ReturnDS' },
    { contract: number, amount: '1', line: 2 },
    { contract: number, amount: '1', line: 3 },
    { contract: 'none', amount: '1' },
    { contract: number, other: 'none', amount: '1', kind: 'ReturnTransferDS' },
    { contract: number, amount: 'one' },
  )
  expect(report.faults).toEqual([
    `3 amount: 8801.00 > 800.00: more than is left to pay of “${number}”`,
    `4 amount: 8800.01 > 8000.00: more than was paid of “${number}”`,
    `5 amount: 1.00 > 0.00: more than is left to pay of “${number}”`,
    `6 line: contract “${number}” has no payment 3`,
    '7 contract: there is no contract “none”',
    '8 other_contract: there is no contract “none”',
    '9 amount: “one” is not an amount such as 8800.50',
  ])
  expect([await operationsOf(id), await messages(), await statusOf(id)]).toEqual([[], [], 'Open'])
})

test('A dry run reports the outcome and changes nothing', async () => {
  const { id, number } = await addContract()
  const report = await importReceiptFile(fileOf({ contract: number, amount: '8800' }), { isDryRun: true })
  expect(report).toMatchObject({ booked: 1, closed: 1, concluded: 1, notified: 1 })
  expect([await operationsOf(id), await messages(), await statusOf(id)]).toEqual([[], [], 'Open'])
})

describe('A bank statement of 1C', () => {
  type Fields = Record<string, string | number>
  let documents = 0

  /** A payment that arrived. */
  function paymentOf(purpose: string, changes: Fields = {}): Fields {
    documents += 1
    return {
      Номер: documents,
      Дата: '18.11.2026',
      Сумма: '8800.00',
      ДатаПоступило: '19.11.2026',
      ПлательщикСчет: '40817810000000000001',
      Плательщик1: 'ИНН 500100732259 СОКОЛОВА АННА//МОСКВА//',
      ПолучательСчет: '40703810300000000135',
      НазначениеПлатежа: purpose,
      ...changes,
    }
  }

  function statementOf(...payments: readonly Fields[]): string {
    const path = join(directory, `${randomUUID()}.txt`)
    const sections = payments.flatMap((fields) => [
      'СекцияДокумент=Платежное поручение',
      ...Object.entries(fields).map(([name, value]) => `${name}=${value}`),
      'КонецДокумента',
    ])
    const head = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows', 'РасчСчет=40703810300000000135']
    writeFileSync(path, windows1251([...head, ...sections, 'КонецФайла'].join('\r\n')))
    return path
  }

  test('is booked by the contract number of the purpose, and once, whatever statement has it', async () => {
    const { id, number, parent } = await addContract()
    const payment = paymentOf(`Оплата по дог. №${number.toLowerCase().replaceAll('-', ' - ')}. НДС не облагается`)
    expect(await importReceiptFile(statementOf(payment))).toMatchObject({ booked: 1, repeated: 0, notes: [] })
    expect(await linesOf(id)).toEqual([
      [880_000, 'Closed'],
      [0, 'Open'],
    ])
    const again = statementOf(paymentOf('Другое', { Сумма: '1.00' }), payment)
    expect(await importReceiptFile(again)).toMatchObject({ booked: 0, repeated: 1 })
    const [stored] = await database
      .select({ at: operations.at, payerId: operations.payerId })
      .from(operations)
      .innerJoin(payments, eq(payments.id, operations.paymentId))
      .where(eq(payments.contractId, id))
    expect(stored).toEqual({ at: new Date('2026-11-19T09:00:00Z'), payerId: parent.userId })
  })

  test('is booked beside another one of the same day and sum, and neither waits when the statement comes again', async () => {
    const { number } = await addContract({ lines: [100_000, 100_000] })
    const two = [1, 2].map(() => paymentOf(`Договор ${number}`, { Сумма: '1000.00' }))
    const path = statementOf(...two)
    expect(await importReceiptFile(path)).toMatchObject({ booked: 2, notes: [] })
    expect(await importReceiptFile(path)).toMatchObject({ booked: 0, repeated: 2, notes: [] })
    const lines = await database.$count(bankLines, like(bankLines.purpose, `%${number}%`))
    expect(lines).toBe(0)
  })

  test('is booked without what is doubtful, which is listed', async () => {
    const [one, other] = [await addContract(), await addContract()]
    await importRows({ id: 'bank/1', contract: other.number, amount: '1200', date: '2026-11-19' })
    const report = await importReceiptFile(
      statementOf(
        paymentOf(`Договор ${one.number}`),
        paymentOf('Оплата обучения'),
        paymentOf(`За ${one.number} и ${other.number}`),
        paymentOf(`Договор ${one.number}`, { Сумма: '99999.00' }),
        paymentOf(`Возврат по договору ${one.number}`, { Сумма: '5.00' }),
        paymentOf(`Договор ${other.number}`, { Сумма: '1200.00' }),
        paymentOf('Аренда', { ПлательщикСчет: '40703810300000000135', Получатель1: 'ООО «Дом»', Сумма: '7.00' }),
        paymentOf(`Договор ${one.number}`, { ДатаПоступило: '22.11.2026' }),
        paymentOf(`Договор ${one.number}`, { Сумма: 'сто' }),
      ),
    )
    expect(report).toMatchObject({ faults: [], booked: 1, sums: { received: 880_000 } })
    expect(report.notes).toEqual([
      '15: not imported: no contract is named: 8800.00 «СОКОЛОВА АННА»: «Оплата обучения»',
      expect.stringMatching(
        new RegExp(`^\\d+: .*: several contracts are named: ${one.number}, ${other.number}; 8800.00`),
      ),
      expect.stringMatching(
        /^\d+ 99999\.00 «СОКОЛОВА АННА»: not imported: 99999\.00 > [\d.]+: more than is left to pay/,
      ),
      expect.stringContaining('not imported: it is about a refund: 5.00 «СОКОЛОВА АННА»'),
      expect.stringContaining(
        'the amount and the day are those of a booked receipt: «bank/1»; 1200.00 «СОКОЛОВА АННА»',
      ),
      expect.stringContaining('not imported: the money leaves the account: 7.00 «ООО «Дом»»: «Аренда»'),
      expect.stringContaining('Дата: not imported: “22.11.2026” is neither today nor a day before it'),
      expect.stringContaining('Сумма: not imported: “сто” is not an amount above zero'),
    ])
  })

  test('that names a bill is booked to all its payments, once, and only as a whole', async () => {
    const [one, other] = [await addContract(), await addContract()]
    const paymentIds = await database
      .select({ paymentId: payments.id, amount: payments.amount })
      .from(payments)
      .where(or(eq(payments.contractId, one.id), and(eq(payments.contractId, other.id), eq(payments.position, 2))))
    const [bill] = await database
      .insert(bills)
      .values({ payerId: one.parent.userId, createdAt: moment.now })
      .returning({ id: bills.id, number: bills.number })
    if (!bill) throw new Error('No bill')
    await database.insert(billLines).values(paymentIds.map((line) => ({ billId: bill.id, ...line })))
    const purpose = `Счет сч ${bill.number}, обучение, договоры ${one.number}, ${other.number}`
    const payment = paymentOf(purpose, { Сумма: '11200.00' })
    const wrong = paymentOf(purpose, { Сумма: '11200.01' })
    const report = await importReceiptFile(statementOf(wrong, payment))
    expect(report).toMatchObject({ booked: 3, sums: { received: 1_120_000 }, notified: 2 })
    expect(report.notes).toEqual([expect.stringContaining('the amount is not that of the bill')])
    expect([await linesOf(one.id), await linesOf(other.id)]).toEqual([
      [
        [880_000, 'Closed'],
        [120_000, 'Closed'],
      ],
      [
        [0, 'Open'],
        [120_000, 'Closed'],
      ],
    ])
    expect(await importReceiptFile(statementOf(payment))).toMatchObject({ booked: 0, repeated: 3, notes: [] })
    const twice = await importReceiptFile(statementOf(paymentOf(purpose, { Сумма: '11200.00' })))
    expect([twice.booked, twice.notes]).toEqual([0, [expect.stringContaining('or part of it is paid')]])
  })

  test('that names a bill of which a part is booked leaves only the other part to decide, whatever statement has it again', async () => {
    const [one, other] = [await addContract(), await addContract()]
    const parts = await database
      .select({ paymentId: payments.id, amount: payments.amount })
      .from(payments)
      .where(
        or(
          and(eq(payments.contractId, one.id), eq(payments.position, 1)),
          and(eq(payments.contractId, other.id), eq(payments.position, 2)),
        ),
      )
    const [bill] = await database
      .insert(bills)
      .values({ payerId: one.parent.userId, createdAt: moment.now })
      .returning({ id: bills.id, number: bills.number })
    if (!bill) throw new Error('No bill')
    await database.insert(billLines).values(parts.map((line) => ({ billId: bill.id, ...line })))
    const purpose = `Счет СЧ-${bill.number}, обучение`
    const ofBill = paymentOf(purpose, { Сумма: '10000.00' })
    const transfer = paymentOf(`Договор ${one.number}`, { Сумма: '8800.00' })
    const waiting = () =>
      database
        .select({ key: bankLines.key, amount: bankLines.amount, doubt: bankLines.doubt })
        .from(bankLines)
        .where(like(bankLines.purpose, `%${bill.number}%`))
    const report = await importReceiptFile(statementOf(transfer, ofBill, ofBill))
    expect(report).toMatchObject({ booked: 2, sums: { received: 1_000_000 } })
    const left = [{ key: expect.stringMatching(/#[12]$/), amount: 880_000, doubt: 'more-than-left' }]
    expect(await waiting()).toEqual(left)

    expect(await importReceiptFile(statementOf(ofBill))).toMatchObject({ booked: 0, notes: [] })
    await database
      .update(bankLines)
      .set({ state: 'foreign', reason: 'Возвращено банком' })
      .where(like(bankLines.purpose, `%${bill.number}%`))
    expect(await importReceiptFile(statementOf(ofBill))).toMatchObject({ booked: 0, notes: [] })
    expect(await waiting()).toEqual(left)
    expect(await linesOf(other.id)).toEqual([
      [0, 'Open'],
      [120_000, 'Closed'],
    ])
  })

  describe('of a registry', () => {
    const registryOf = (...lines: readonly string[]) => {
      const path = join(directory, `${randomUUID()}.txt`)
      writeFileSync(path, windows1251(lines.join('\r\n')))
      return path
    }

    test('in the order of Sberbank is booked by the account, without the totals', async () => {
      const { id, number, parent } = await addContract()
      const lines = [
        `19-11-2026;10-15-33;8593/0001;000017;801234567890SIFF;${number};СОКОЛОВА АННА ВИКТОРОВНА;МОСКВА;1126;8800,00;8694,40;105,60`,
        '19-11-2026;11-00-01;8593/0001;000017;801234567891SIFF;;ИВАНОВ ИВАН ИВАНОВИЧ;;;100,00;98,80;1,20',
        '=2;8900,00;8793,20;106,80;415;20-11-2026',
      ]
      const path = registryOf(...lines)
      const report = await importReceiptFile(path)
      expect(report).toMatchObject({ booked: 1, sums: { received: 880_000 } })
      expect(report.notes).toEqual([
        expect.stringContaining('2: not imported: no contract is named: 100.00 «ИВАНОВ ИВАН'),
      ])
      expect((await operationsOf(id))[0]).toMatchObject({
        amount: 880_000,
        at: new Date('2026-11-19T09:00:00Z'),
        payerId: parent.userId,
        externalId: 'REG/2026-11-19/801234567890SIFF/880000',
      })
      expect(await importReceiptFile(path)).toMatchObject({ booked: 0, repeated: 2 })
    })

    test('with named columns is booked, and not again from a statement of the next day', async () => {
      const { number } = await addContract()
      const path = registryOf(
        'Дата платежа;Номер операции;Лицевой счёт;ФИО;Сумма, руб.;Комментарий',
        `17.11.2026;A-17;${number};"Соколова Анна";8 800,00;за обучение`,
        `17.11.2026;;${number};Соколова Анна;1,00;`,
      )
      const report = await importReceiptFile(path)
      expect(report).toMatchObject({ booked: 1 })
      expect(report.notes).toEqual([expect.stringContaining('the document has no number')])
      const again = await importReceiptFile(statementOf(paymentOf(`Договор ${number}`)))
      expect([again.booked, again.notes]).toEqual([0, [expect.stringContaining('those of a booked receipt: «REG/')]])
    })
  })
})

/** Russian letters have codes in the order of the alphabet. */
function windows1251(text: string): Buffer {
  const codes: Record<string, number> = { ё: 0xb8, '«': 0xab, '»': 0xbb, '№': 0xb9 }
  const codeOf = (letter: string) => {
    const code = letter.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : (codes[letter] ?? code)
  }
  return Buffer.from([...text].map(codeOf))
}
