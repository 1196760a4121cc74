import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Contract, Payment } from '#contract/contracts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { balanceOf, type PlannedPayment, settledPayment, sumsOf } from '#server/modules/contracts/rules.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/app.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/small-school.ts'

const address = 'GET /v1/profile/contract/list'

async function listOf(person: Person): Promise<Contract[]> {
  const answer = await person.call(address)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

describe('what was paid', () => {
  const planned: PlannedPayment = {
    uuid: 'a',
    title: '1-й платёж',
    dueOn: '2026-09-10',
    amount: 10_000,
    status: 'Closed',
    operations: [
      { uuid: 'o1', kind: 'ReceivingTransferDS', amount: 4000, at: '2026-09-01T10:00:00.000Z' },
      { uuid: 'o2', kind: 'ReceivingDS', amount: 6000, at: '2026-09-08T10:00:00.000Z' },
    ],
  }

  test.each([
    [[], 0],
    [[{ kind: 'ReceivingDS', amount: 500 }], 500],
    [
      [
        { kind: 'ReceivingDS', amount: 500 },
        { kind: 'ReturnDS', amount: 200 },
      ],
      300,
    ],
    [
      [
        { kind: 'ReceivingTransferDS', amount: 500 },
        { kind: 'ReturnTransferDS', amount: 500 },
      ],
      0,
    ],
  ] as const)('%j leaves %d', (moved, balance) => {
    expect(balanceOf(moved)).toBe(balance)
  })

  test('is the sum of its operations, and was paid when the last of them came in', () => {
    expect(settledPayment(planned)).toEqual({ ...planned, paid: 10_000, paidAt: '2026-09-08T10:00:00.000Z' })
  })

  test('has no time of payment while it is not closed', () => {
    const open = { ...planned, status: 'Open' as const, operations: planned.operations.slice(0, 1) }
    expect(settledPayment(open)).toEqual({ ...open, paid: 4000, paidAt: null })
  })

  test('owes what is left of every line that is not cancelled', () => {
    const line = (status: Payment['status'], amount: number, paid: number): Payment => ({
      ...planned,
      status,
      amount,
      paid,
      paidAt: null,
    })
    const lines = [
      line('Closed', 1000, 1000),
      line('Open', 1000, 300),
      line('Error', 500, 0),
      line('Canceled', 700, 200),
    ]
    expect(sumsOf(lines)).toEqual({ paid: 1500, debt: 1200 })
    expect(sumsOf([])).toEqual({ paid: 0, debt: 0 })
  })
})

describe('the list', () => {
  let server: TestApp
  let school: SmallSchool
  beforeAll(async () => {
    server = await openTestApp()
    school = await openSmallSchool(server)
  })
  afterAll(() => server.close())

  type Line = Omit<typeof payments.$inferInsert, 'contractId' | 'position' | 'title'>

  /** The contract and its lines at once: they come to its total. */
  async function addContract(
    studentId: string,
    customerId: string,
    { lines = [], ...more }: Partial<typeof contracts.$inferInsert> & { lines?: Line[] } = {},
  ) {
    const id = randomUUID()
    await server.opened.database.transaction(async (transaction) => {
      await transaction.insert(contracts).values({
        id,
        number: id.slice(0, 8),
        status: 'Concluded',
        studentId,
        customerId,
        campaignId: ids.campaign,
        programId: ids.program,
        format: 'offline',
        paymentScheme: 'StepByStep',
        total: lines.reduce((sum, { amount }) => sum + amount, 0),
        createdAt: new Date('2026-08-20T09:00:00Z'),
        ...more,
      })
      const rows = lines.map((line, index) => ({
        ...line,
        contractId: id,
        position: index + 1,
        title: `${index + 1}-й платёж`,
      }))
      // The last comes first: what is shown goes by the position.
      if (rows.length > 0) await transaction.insert(payments).values(rows.reverse())
    })
    return id
  }

  test('is empty for whoever has nothing, and asks a visitor to sign in', async () => {
    expect(await listOf(await server.signInAs({ roles: ['parent'] }))).toEqual([])
    expect(await listOf(await server.signInAs({ roles: [] }))).toEqual([])
    expect((await server.visitor.call(address)).statusCode).toBe(401)
  })

  test('shows a contract with its payments in order and every operation', async () => {
    const { database } = server.opened
    const { parent, childId } = await school.addFamily('Артём')
    const [first, second] = [randomUUID(), randomUUID()]
    const id = await addContract(childId, parent.userId, {
      number: '26-ФИЗ-1',
      groupId: ids.group,
      territoryId: ids.territory,
      concludedOn: '2026-08-20',
      lines: [
        { id: first, dueOn: '2026-09-10', amount: 10_000, status: 'Closed' },
        { id: second, dueOn: '2026-11-10', amount: 20_000, status: 'Open' },
      ],
    })
    const moved = { id: randomUUID(), paymentId: first, kind: 'ReceivingDS', amount: 10_000 } as const
    await database.insert(operations).values({ ...moved, at: new Date('2026-09-08T10:00:00Z') })

    expect(await listOf(parent)).toEqual([
      {
        uuid: id,
        number: '26-ФИЗ-1',
        status: 'Concluded',
        concludedOn: '2026-08-20',
        program: { title: 'Физика в опытах', schoolYear: '2026/2027' },
        student: { uuid: childId, firstName: 'Артём', lastName: 'Соколов' },
        campaignUuid: ids.campaign,
        groupUuid: ids.group,
        groupTitle: 'ФИЗ-1',
        territory: { uuid: ids.territory, title: 'Сокол' },
        format: 'offline',
        paymentScheme: 'StepByStep',
        total: 30_000,
        paid: 10_000,
        debt: 20_000,
        payments: [
          {
            uuid: first,
            title: '1-й платёж',
            dueOn: '2026-09-10',
            amount: 10_000,
            paid: 10_000,
            status: 'Closed',
            paidAt: '2026-09-08T10:00:00.000Z',
            operations: [{ uuid: moved.id, kind: 'ReceivingDS', amount: 10_000, at: '2026-09-08T10:00:00.000Z' }],
          },
          {
            uuid: second,
            title: '2-й платёж',
            dueOn: '2026-11-10',
            amount: 20_000,
            paid: 0,
            status: 'Open',
            paidAt: null,
            operations: [],
          },
        ],
      },
    ])
  })

  test('shows a contract without group, place and payments as it is', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    const id = await addContract(childId, parent.userId, { status: 'Open' })
    const [only] = await listOf(parent)
    expect({ ...only, number: 'any' }).toEqual({
      uuid: id,
      number: 'any',
      status: 'Open',
      concludedOn: null,
      program: { title: 'Физика в опытах', schoolYear: '2026/2027' },
      student: { uuid: childId, firstName: 'Вера', lastName: 'Соколов' },
      campaignUuid: ids.campaign,
      groupUuid: null,
      groupTitle: null,
      territory: null,
      format: 'offline',
      paymentScheme: 'StepByStep',
      total: 0,
      paid: 0,
      debt: 0,
      payments: [],
    })
  })

  test('is the same for both parents, the payer who is no parent, and the student', async () => {
    const mother = await server.signInAs({ roles: ['parent'] })
    const father = await server.signInAs({ roles: ['academy_parent'] })
    const grandmother = await server.signInAs({ roles: ['parent'] })
    const student = await server.signInAs({
      roles: ['student'],
      userId: await school.addChild('Даниил', [mother, father]),
    })
    const id = await addContract(student.userId, grandmother.userId)
    for (const person of [mother, father, grandmother, student]) {
      expect((await listOf(person)).map(({ uuid }) => uuid)).toEqual([id])
    }
  })

  test('never shows another family’s contract, nor a brother’s to a student', async () => {
    const { parent, childId } = await school.addFamily('Глеб')
    const brother = await server.signInAs({ roles: ['student'], userId: await school.addChild('Иван', [parent]) })
    await addContract(childId, parent.userId)
    const other = await school.addFamily('Лев')
    const administrator = await server.signInAs({ roles: ['administrator', 'teacher'] })
    for (const person of [other.parent, brother, administrator]) expect(await listOf(person)).toEqual([])
  })

  test('begins with the newest', async () => {
    const { parent, childId } = await school.addFamily('Мария')
    const older = await addContract(childId, parent.userId, { createdAt: new Date('2025-08-20T09:00:00Z') })
    const newer = await addContract(childId, parent.userId)
    expect((await listOf(parent)).map(({ uuid }) => uuid)).toEqual([newer, older])
  })
})

describe('a person with 5 000 contracts', () => {
  let server: TestApp
  let collector: Person
  beforeAll(async () => {
    server = await openTestApp({ env: { CHECK_ANSWERS: 'off' } })
    const school = await openSmallSchool(server)
    const { parent, childId } = await school.addFamily('Григорий')
    collector = parent
    const { database } = server.opened
    await database.transaction(async (transaction) => {
      await transaction.execute(sql`
        insert into ${contracts} (number, status, student_id, customer_id, campaign_id, program_id, format, payment_scheme, total, created_at)
        select 'Д-' || number, 'Concluded', ${childId}, ${parent.userId}, ${ids.campaign}, ${ids.program}, 'offline', 'StepByStep', 40000, '2026-08-20T09:00:00Z'
        from generate_series(1, 5000) as number
      `)
      await transaction.execute(sql`
        insert into ${payments} (contract_id, position, title, due_on, amount, status)
        select ${contracts.id}, position, position || '-й платёж', '2026-09-10', 10000, case when position <= 2 then 'Closed' else 'Open' end
        from ${contracts}, generate_series(1, 4) as position
      `)
    })
    await database.execute(sql`
      insert into ${operations} (payment_id, kind, amount, at)
      select ${payments.id}, 'ReceivingDS', 5000, '2026-09-08T10:00:00Z'
      from ${payments}, generate_series(1, 2) where ${payments.status} = 'Closed'
    `)
    await database.execute(sql`analyze`)
  })
  afterAll(() => server.close())

  test('gets them all in one answer, and every sum is right', async () => {
    const list = await listOf(collector)
    expect(new Set(list.map(({ uuid }) => uuid)).size).toBe(5000)
    const sums = list.map(({ paid, debt, total, payments: lines }) => JSON.stringify([paid, debt, total, lines.length]))
    expect([...new Set(sums)]).toEqual(['[20000,20000,40000,4]'])
  }, 60_000)

  test('costs the database no more statements than a person with none', async () => {
    const nobody = await server.signInAs({ roles: ['parent'] })
    const statements = vi.spyOn(Client.prototype, 'query')
    await listOf(nobody)
    const forNobody = statements.mock.calls.length
    await listOf(collector)
    expect(statements.mock.calls.length - forNobody).toBe(forNobody)
    expect(forNobody).toBeGreaterThan(0)
  }, 60_000)
})
