import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract, ContractHistory } from '#contract/enrolment/contracts.ts'
import type { OperationKind, PaymentStatus } from '#contract/enumerations.ts'
import { contractStates, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { taxCertificates } from '#server/db/schema/tax.ts'
import { transfers } from '#server/db/schema/transfers.ts'
import {
  findWaitReason,
  hasReceipt,
  outgoingParts,
  type PaymentOperation,
  type PaymentWithBalance,
  sumPayments,
  withSums,
} from '#server/enrolment/contracts/rules.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'

const address = 'GET /v1/profile/contract/list'

async function listOf(person: Person): Promise<Contract[]> {
  const answer = await person.call(address)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

describe('the paid amount', () => {
  const counted = {
    uuid: 'a',
    title: '1-й платёж',
    kind: 'stage' as const,
    dueOn: '2026-09-10',
    amount: 10_000,
    paid: 10_000,
    status: 'Closed',
    operations: [
      { uuid: 'o1', kind: 'ReceivingTransferDS', amount: 4000, at: '2026-09-01T10:00:00.000Z' },
      { uuid: 'o2', kind: 'ReceivingDS', amount: 6500, at: '2026-09-08T10:00:00.000Z' },
      { uuid: 'o3', kind: 'ReturnDS', amount: 500, at: '2026-09-09T10:00:00.000Z' },
    ],
  } satisfies PaymentWithBalance

  test('is dated by the operation that completed it', () => {
    const shown = counted.operations.map((operation) => ({ ...operation, hasReceipt: operation.uuid === 'o2' }))
    expect(withSums(counted)).toEqual({
      ...counted,
      left: 0,
      toPay: 0,
      paidAt: '2026-09-08T10:00:00.000Z',
      operations: shown,
    })
    const open = withSums({ ...counted, status: 'Open' })
    expect(open).toEqual({ ...counted, status: 'Open', left: 0, toPay: 0, paidAt: null, operations: shown })
  })

  test('that is returned or moved is that of the latest receipts before it', () => {
    const move = (uuid: string, kind: OperationKind, amount: number, day: number) => {
      return { uuid, kind, amount, at: `2026-09-${String(day).padStart(2, '0')}T09:00:00.000Z` }
    }
    const first = move('first', 'ReceivingDS', 1000, 1)
    const second = move('second', 'ReceivingDS', 500, 3)
    const partsOf = (...moves: PaymentOperation[]) => Object.fromEntries(outgoingParts(moves))
    const whole = partsOf(first, second, move('back', 'ReturnDS', 700, 4))
    expect(whole).toEqual({ second: { returned: 500, moved: 0 }, first: { returned: 200, moved: 0 } })
    expect(partsOf(first, move('back', 'ReturnDS', 1000, 2), second)).toEqual({ first: { returned: 1000, moved: 0 } })
    expect(partsOf(first, move('on', 'ReturnTransferDS', 300, 2), move('back', 'ReturnDS', 100, 4))).toEqual({
      first: { returned: 100, moved: 300 },
    })
    // Returned on the day of the receipt, and dated before it.
    expect(partsOf(move('back', 'ReturnDS', 1000, 1), first)).toEqual({ first: { returned: 1000, moved: 0 } })
    expect(partsOf(move('back', 'ReturnDS', 400, 2), second)).toEqual({ second: { returned: 400, moved: 0 } })
  })

  test('has a receipt unless all of it was returned, or it came from another contract', () => {
    const operation = { uuid: 'o', kind: 'ReceivingDS', amount: 100, at: '2026-09-01T09:00:00.000Z' } as const
    const left = (returned: number, moved = 0) => new Map([['o', { returned, moved }]])
    expect(hasReceipt(operation, new Map())).toBe(true)
    expect(hasReceipt(operation, left(99))).toBe(true)
    expect(hasReceipt(operation, left(0, 100))).toBe(true)
    expect(hasReceipt(operation, left(100))).toBe(false)
    for (const kind of ['ReceivingTransferDS', 'ReturnDS', 'ReturnTransferDS'] as const)
      expect(hasReceipt({ ...operation, kind }, new Map())).toBe(false)
  })

  test('leaves the rest of every payment that is not cancelled', () => {
    const lines = [
      { status: 'Closed', amount: 1000, paid: 1000 },
      { status: 'Open', amount: 1000, paid: 300 },
      { status: 'Error', amount: 500, paid: 0 },
      { status: 'Canceled', amount: 700, paid: 200 },
    ] as const
    expect(sumPayments(lines)).toEqual({ paid: 1500, debt: 1200 })
    expect(sumPayments([])).toEqual({ paid: 0, debt: 0 })
  })
})

describe('a contract waits', () => {
  const today = '2026-11-20'
  const line = (status: PaymentStatus, dueOn: string, paid = 0) => ({ status, dueOn, amount: 1000, paid })
  const paid = line('Closed', '2026-09-01', 1000)
  const deferred = line('DeferredPayment', '2026-12-01')
  const bank = 'BankInstallmentPlan'
  test.each([
    ['for the first payment', 'Open', 'StepByStep', [line('Open', '2026-11-25')], 'first-payment'],
    ['for the first payment if it has failed', 'Open', 'OnePayment', [line('Error', '2026-09-01')], 'first-payment'],
    ['for nothing once it has expired unpaid', 'NotPaid', 'OnePayment', [line('Canceled', '2026-09-01')], null],
    ['for the fund if it is the only payer', 'Open', 'MaternalCapital', [deferred], 'fund'],
    ['for an overdue payment first', 'Concluded', bank, [line('Open', '2026-11-19'), deferred], 'overdue-payment'],
    ['for the bank', 'Concluded', bank, [paid, deferred], 'bank'],
    ['for the fund', 'Concluded', 'Combo', [paid, deferred], 'fund'],
    ['for the settlement', 'OnTermination', 'StepByStep', [line('Open', '2026-09-01')], 'settlement'],
    ['for nothing on the due day', 'Concluded', 'StepByStep', [paid, line('Open', today)], null],
    ['for nothing while it is frozen', 'Frozen', 'Combo', [paid, deferred], null],
    ['for nothing once it has ended', 'Termination', 'StepByStep', [line('Open', '2026-09-01')], null],
    ['for nothing without open payments', 'Concluded', 'Combo', [line('DeferredPayment', '2026-09-01', 1000)], null],
    ['for no party outside its payment scheme', 'Concluded', 'StepByStep', [deferred], null],
  ] as const)('%s', (_, status, paymentScheme, lines, awaited) => {
    expect(findWaitReason({ status, paymentScheme, isUnsigned: false, lines }, today)).toBe(awaited)
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

  /** Inserts the contract and its payments together, because the payments must add up to the total. */
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
      // Inserted in reverse order: the list sorts by position.
      if (rows.length > 0) await transaction.insert(payments).values(rows.reverse())
    })
    return id
  }

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
    const [at, externalId] = [new Date('2026-09-08T10:00:00Z'), 'REG/2026-09-08/770/10000']
    await database.insert(operations).values({ ...moved, at, externalId })

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
        canTerminate: true,
        payments: [
          {
            uuid: first,
            title: '1-й платёж',
            kind: 'other',
            dueOn: '2026-09-10',
            amount: 10_000,
            paid: 10_000,
            left: 0,
            toPay: 0,
            charge: null,
            status: 'Closed',
            paidAt: '2026-09-08T10:00:00.000Z',
            operations: [
              {
                uuid: moved.id,
                kind: 'ReceivingDS',
                amount: 10_000,
                at: '2026-09-08T10:00:00.000Z',
                number: '770',
                hasReceipt: true,
              },
            ],
          },
          {
            uuid: second,
            title: '2-й платёж',
            kind: 'other',
            dueOn: '2026-11-10',
            amount: 20_000,
            paid: 0,
            left: 20_000,
            toPay: 20_000,
            charge: null,
            status: 'Open',
            paidAt: null,
            operations: [],
          },
        ],
      },
    ])
  })

  test('is the same for both parents, a payer who is not a parent, and the student', async () => {
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

  test('lists the newest first, and excludes contracts of other families and of a student’s siblings', async () => {
    const { parent, childId } = await school.addFamily('Глеб')
    const brother = await server.signInAs({ roles: ['student'], userId: await school.addChild('Иван', [parent]) })
    const newer = await addContract(childId, parent.userId)
    const older = await addContract(childId, parent.userId, { createdAt: new Date('2025-08-20T09:00:00Z') })
    expect((await listOf(parent)).map(({ uuid }) => uuid)).toEqual([newer, older])
    const other = await school.addFamily('Лев')
    const administrator = await server.signInAs({ roles: ['administrator', 'teacher'] })
    for (const person of [other.parent, brother, administrator]) expect(await listOf(person)).toEqual([])
  })

  describe('the history', () => {
    const historyOf = (person: Person, contract: string) => person.call(`GET /v1/profile/contract/${contract}/history`)

    const otherGroup = randomUUID()
    beforeAll(async () => {
      const own = JSON.stringify({ id: otherGroup, title: 'ФИЗ-2' })
      await server.opened.database.execute(sql`
        insert into study_groups select (json_populate_record(study_groups, ${own})).*
        from study_groups where id = ${ids.group}
      `)
    })

    /** A contract with `length` states and payments, one completed and one cancelled transfer. */
    async function addStory(length: number) {
      const { database } = server.opened
      const { parent, childId } = await school.addFamily('Нина')
      const lines = Array.from({ length }, (_, index) => ({
        id: randomUUID(),
        dueOn: `2027-0${index + 1}-10`,
        amount: 10_000,
        status: 'Open' as const,
      }))
      const contract = await addContract(childId, parent.userId, { lines, createdAt: new Date('2026-08-20T09:00:00Z') })
      const states = lines.map((_, index) => ({
        contractId: contract,
        status: index % 2 === 0 ? ('Concluded' as const) : ('Frozen' as const),
        at: new Date(`2026-09-0${index + 1}T09:00:00Z`),
      }))
      await database.insert(contractStates).values(states)
      const transfer = {
        contractId: contract,
        studentId: childId,
        fromGroupId: ids.group,
        toGroupId: otherGroup,
        requestedById: parent.userId,
        effectiveFrom: '2026-10-12',
      }
      const withdrawn = { state: 'withdrawn' as const, withdrawnAt: new Date('2026-10-02T09:00:00Z') }
      await database.insert(transfers).values([
        { ...transfer, requestedAt: new Date('2026-10-01T09:00:00Z'), month: '2026-10-01', ...withdrawn },
        { ...transfer, requestedAt: new Date('2026-10-05T09:00:00Z'), month: '2026-10-01', state: 'done' },
      ])
      return { parent, childId, contract, lines }
    }

    test('returns the states in order, the pending step and the documents', async () => {
      const { parent, childId, contract, lines } = await addStory(2)
      const [first, second] = lines
      const certificate = { applicantId: parent.userId, studentId: childId, amount: 100, requestedAt: new Date() }
      await server.opened.database.insert(operations).values({
        paymentId: first?.id as string,
        kind: 'ReceivingDS',
        amount: 10_000,
        // It is the next year already in Moscow.
        at: new Date('2025-12-31T21:30:00Z'),
      })
      const ready = { state: 'ready' as const, file: Buffer.from('pdf'), readyAt: new Date('2026-11-01T09:00:00Z') }
      await server.opened.database.insert(taxCertificates).values([
        { ...certificate, number: '1', year: 2026, ...ready },
        { ...certificate, number: '2', year: 2025, ...ready },
        { ...certificate, number: '3', year: 2024 },
      ])
      const answer = await historyOf(parent, contract)
      expect(answer.json<ContractHistory>()).toEqual({
        events: [
          { kind: 'made', at: '2026-08-20T09:00:00.000Z' },
          { kind: 'status', at: '2026-09-01T09:00:00.000Z', status: 'Concluded' },
          { kind: 'status', at: '2026-09-02T09:00:00.000Z', status: 'Frozen' },
          { kind: 'group', at: '2026-10-05T09:00:00.000Z', from: 'ФИЗ-1', to: 'ФИЗ-2', effectiveFrom: '2026-10-12' },
        ],
        agreement: null,
        signatures: [],
        waitsFor: null,
        canTerminate: false,
        courseUuid: ids.program,
        documents: [
          { kind: 'contract', paymentUuid: null, year: null, createdAt: '2026-08-20T09:00:00.000Z' },
          { kind: 'bill', paymentUuid: second?.id, year: null, createdAt: null },
          { kind: 'tax-certificate', paymentUuid: null, year: 2026, createdAt: '2026-11-01T09:00:00.000Z' },
        ],
      })
      await server.opened.database.update(contracts).set({ groupId: ids.group }).where(eq(contracts.id, contract))
      expect((await historyOf(parent, contract)).json<ContractHistory>().group).toEqual({
        slots: [],
        startsOn: '2026-09-01',
        endsOn: '2027-05-31',
        teacher: 'Белова Ирина Сергеевна',
        // It was another group when the contract was made.
        lessons: null,
      })
      const { parent: stranger } = await school.addFamily('Олег')
      for (const id of [contract, randomUUID()]) expect((await historyOf(stranger, id)).statusCode).toBe(404)
      // Only the applicant sees a certificate; the student reads the same history without it.
      const student = await server.signInAs({ roles: ['student'], userId: childId })
      const own = (await historyOf(student, contract)).json<ContractHistory>()
      expect(own.documents.map(({ kind }) => kind)).toEqual(['contract', 'bill'])
    })
  })
})
