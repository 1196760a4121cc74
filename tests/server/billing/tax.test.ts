import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OperationKind } from '#contract/enumerations.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { archiveFiles } from '#server/personal-data/exports/archive-files.ts'
import { scopeOf } from '#server/personal-data/sections/section.ts'
import { type Account, openPayingSchool, taxNumbers } from '#tests/support/schools/paying-school.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { planOf, statementsOf } from '#tests/support/server/statements.ts'

const server = openForSuite(() => openTestApp())
const school = openForSuite(() => openPayingSchool(server))
beforeEach(() => school.at('2026-11-20T09:00:00Z'))

const refusalOf = (answer: Awaited<ReturnType<Person['call']>>) => {
  const { type, errors } = answer.json<{ type: string; errors?: unknown }>()
  return [answer.statusCode, type, errors]
}

async function certificatesInArchive({ userId }: { userId: string }): Promise<string[]> {
  const { database, clock, env } = server.app
  const time = { now: clock(), timeZone: env.TIME_ZONE }
  const context = { database, clock, timeZone: env.TIME_ZONE, payees: env.PAYEES, publicUrl: env.PUBLIC_URL }
  const names: string[] = []
  for await (const { name } of archiveFiles(context, scopeOf(userId, time))) names.push(name)
  return names.filter((name) => name.startsWith('documents/certificates/'))
}

/** The header of the download that names the file. */
async function certificateForStaff(contractId: string, id = ''): Promise<unknown> {
  const administrator = await server.signInAs({ roles: ['administrator'] })
  const query = `kind=certificate&id=${id}`
  const answer = await administrator.call(`GET /v1/admin/contract/${contractId}/document-link`, { query })
  return (await administrator.open(answer.json<{ url: string }>().url)).headers['content-disposition']
}

describe('The deduction of a year', () => {
  test('has the paid sum, the deductible sum, the refund and the calculation', async () => {
    const { parent, childId, account } = await school.addPayer()
    const first = (await school.studentOf(parent, childId)).operations[0]
    const back = await school.move(account, { kind: 'ReturnDS', amount: 1_000_000, at: '2025-12-01T10:00:00Z' })
    const own = { uuid: parent.userId, lastName: 'Петров', firstName: 'Иван', patronym: 'Ильич' }
    const child = { uuid: childId, lastName: 'Соколов', firstName: 'Артём', patronym: null }
    expect(await school.deductionOf(parent)).toEqual({
      year: 2025,
      years: [2025],
      applicant: { ...own, taxNumber: taxNumbers.parent, bornOn: '1984-03-07' },
      rules: {
        ratePercent: 13,
        limitOfChild: 11_000_000,
        limitOfOneself: 15_000_000,
        source: 'ст. 219 и 224 НК РФ',
        confirmation: {
          confirmedBy: 'главный бухгалтер школы',
          confirmedOn: '2026-01-15',
          validUntil: '2027-12-31',
        },
      },
      students: [
        {
          studentUuid: childId,
          firstName: 'Артём',
          lastName: 'Соколов',
          paid: 7_450_050,
          limit: 11_000_000,
          counted: 7_450_050,
          refund: 968_506,
          certificateUrl: null,
          particulars: { ...child, taxNumber: taxNumbers.child, bornOn: '2013-05-20' },
          isApplicant: false,
          operations: [
            {
              uuid: first?.uuid,
              at: '2025-09-08T10:00:00.000Z',
              kind: 'ReceivingDS',
              amount: 8_450_050,
              contractNumber: account.number,
              payer: null,
              paidBy: 'applicant',
            },
            {
              uuid: back,
              at: '2025-12-01T10:00:00.000Z',
              kind: 'ReturnDS',
              amount: 1_000_000,
              contractNumber: account.number,
              payer: null,
              paidBy: 'applicant',
            },
          ],
          obstacles: [],
          certificate: null,
        },
      ],
    })
  })

  test('names the source of the rules in the user’s language', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const asked = { query: 'year=2025', headers: { 'accept-language': 'en' } }
    const { rules } = (await parent.call('GET /v1/profile/tax-deduction', asked)).json()
    expect([rules.source, rules.confirmation.confirmedBy]).toEqual([
      'Arts. 219 and 224 of the Russian Tax Code',
      'the school’s chief accountant',
    ])
  })

  test.each(['MaternalCapital', 'Combo'] as const)(
    'excludes maternity capital (%s), which is not deductible',
    async (paymentScheme) => {
      const { parent, childId } = await school.addFamily('Вера')
      const fund = await school.addAccount(childId, parent.userId, { paymentScheme, kind: 'fund' })
      await school.move(fund, { amount: 500, at: '2025-05-05T10:00:00Z' })
      const { paid, operations, obstacles } = await school.studentOf(parent, childId)
      expect([paid, operations.map(({ paidBy }) => paidBy), obstacles.at(-1)]).toEqual([
        0,
        ['maternity-capital'],
        'maternity-capital',
      ])
      const own = await school.addAccount(childId, parent.userId, { paymentScheme, kind: 'own' })
      await school.move(own, { amount: 300, at: '2025-05-06T10:00:00Z' })
      expect((await school.studentOf(parent, childId)).paid).toBe(300)
    },
  )

  test('has the limit for oneself for a student who pays', async () => {
    const student = await server.signInAs({ roles: ['rtk_user'] })
    const account = await school.addAccount(student.userId, student.userId)
    await school.move(account, { amount: 20_000_000, at: '2025-05-05T10:00:00Z' })
    const { isApplicant, paid, limit, counted, refund } = await school.studentOf(student, student.userId)
    expect([isApplicant, paid, limit, counted, refund]).toEqual([true, 20_000_000, 15_000_000, 15_000_000, 1_950_000])
  })

  test('shows a student whose parent pays that the deduction is the parent’s', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    const account = await school.addAccount(childId, parent.userId)
    await school.move(account, { amount: 500, at: '2025-05-05T10:00:00Z', payerId: parent.userId })
    const student = await server.signInAs({ roles: ['student'], userId: childId })
    const { paid, obstacles } = await school.studentOf(student, childId)
    expect([paid, obstacles]).toEqual([0, ['applicant-birth-date', 'applicant-tax-number', 'another-payer']])
  })

  test('of a customer who may not see the contracts of the child is that of the own contract', async () => {
    const { parent, childId, account } = await school.addPayer()
    const other = await server.signInAs({ roles: ['parent'], group: 'parent' })
    const { database } = server.opened
    await database.insert(guardianships).values({ guardianId: other.userId, childId })
    const foreign = await school.addAccount(childId, other.userId)
    await school.move(foreign, { amount: 2_000_000, at: '2025-10-01T10:00:00Z' })
    const isOfParent = eq(guardianships.guardianId, parent.userId)
    await database.update(guardianships).set(rightsOfPreset.learning).where(isOfParent)
    const { paid, operations: found } = await school.studentOf(parent, childId)
    expect([paid, found.map(({ contractNumber }) => contractNumber)]).toEqual([8_450_050, [account.number]])
    expect((await school.ask(parent, childId)).statusCode).toBe(200)
  })

  test('of a former guardian is the certificate of the own contract, without the data of the child', async () => {
    const { parent, childId, account } = await school.addPayer()
    const payer = await server.signInAs({ roles: ['parent'], group: 'parent' })
    const { database } = server.opened
    await database.insert(guardianships).values({ guardianId: payer.userId, childId })
    await school.saveDetails(payer, { userUuid: payer.userId, taxNumber: taxNumbers.parent, bornOn: '1984-03-07' })
    await school.move(account, { amount: 700, at: '2025-10-01T10:00:00Z', payerId: payer.userId })
    for (const person of [parent, payer]) expect((await school.ask(person, childId)).statusCode).toBe(200)
    await school.prepare()
    const { certificateUrl } = await school.studentOf(payer, childId)
    await database.delete(guardianships).where(eq(guardianships.childId, childId))
    await database.update(users).set({ lastName: 'Новая' }).where(eq(users.id, childId))

    const kept = await school.studentOf(parent, childId)
    expect(kept).toMatchObject({
      lastName: 'Соколов',
      paid: 8_450_050,
      obstacles: ['child-closed'],
      particulars: { lastName: 'Соколов', taxNumber: null, bornOn: null },
      certificate: { state: 'ready', isOutdated: false },
    })
    const downloaded = await parent.open(kept.certificateUrl ?? '')
    const fileName = 'Справка об оплате обучения 2025 Соколов Артём.pdf'
    expect([downloaded.statusCode, downloaded.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(encodeURIComponent(fileName)),
    ])
    expect(await certificatesInArchive(parent)).toEqual([`documents/certificates/${fileName}`])
    expect(await certificateForStaff(account.contractId, kept.certificate?.uuid)).toContain(
      encodeURIComponent(fileName),
    )
    const details = { userUuid: childId, taxNumber: taxNumbers.child, bornOn: '2012-10-14' }
    expect((await school.saveDetails(parent, details)).json()).toMatchObject({ type: 'role-missing' })
    expect((await school.ask(parent, childId)).statusCode).toBe(409)
    // Who has paid without having signed keeps nothing.
    expect((await school.deductionOf(payer)).students).toEqual([])
    expect((await payer.open(certificateUrl ?? '')).statusCode).toBe(404)
  })

  test('counts what an account paid that was joined to the applicant’s', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    const account = await school.addAccount(childId, parent.userId)
    const [other] = await server.opened.database
      .insert(users)
      .values({ firstName: 'Ольга', lastName: 'Соколова' })
      .returning({ id: users.id })
    await school.move(account, { amount: 500, at: '2025-05-05T10:00:00Z', payerId: String(other?.id) })
    expect((await school.studentOf(parent, childId)).paid).toBe(0)
    await server.opened.database
      .update(users)
      .set({ joinedInto: parent.userId })
      .where(eq(users.id, String(other?.id)))
    expect((await school.studentOf(parent, childId)).paid).toBe(500)
  })

  test('begins and ends at midnight in the school’s time zone', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    const account = await school.addAccount(childId, parent.userId)
    await school.move(account, { amount: 1, at: '2024-12-31T20:59:59.999Z' })
    await school.move(account, { amount: 10, at: '2024-12-31T21:00:00Z' })
    await school.move(account, { amount: 100, at: '2025-12-31T20:59:59.999Z' })
    await school.move(account, { amount: 1000, at: '2025-12-31T21:00:00Z' })
    const sums = []
    for (const year of [2024, 2025, 2026]) {
      const { paid, operations } = await school.studentOf(parent, childId, year)
      sums.push([year, paid, operations.map(({ amount }) => amount)])
    }
    expect(sums).toEqual([
      [2024, 1, [1]],
      [2025, 110, [10, 100]],
      [2026, 1000, [1000]],
    ])
    expect((await school.deductionOf(parent)).years).toEqual([2026, 2025, 2024])
  })

  test('is not offered for a year too long ago, and still answers for it', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    const account = await school.addAccount(childId, parent.userId)
    await school.move(account, { amount: 7_000_000, at: '2022-05-05T10:00:00Z' })
    const { years, students } = await school.deductionOf(parent, 2022)
    const [of2022] = students
    expect([years, of2022?.paid, of2022?.limit]).toEqual([[], 7_000_000, 5_000_000])
    expect(of2022?.obstacles.at(-1)).toBe('too-long-ago')
    const unknown = await parent.call('GET /v1/profile/tax-deduction', { query: 'year=2012' })
    expect(refusalOf(unknown)).toEqual([422, 'invalid-values', [{ path: 'year', message: 'wrong-value' }]])
  })
})

describe('The sums of any history', () => {
  type Step = {
    year: number
    child: 0 | 1
    line: 0 | 1
    kind: 'pay' | 'return' | 'transfer'
    share: number
    payer: Payer
  }
  type Payer = 'own' | 'unknown' | 'other' | 'named'
  const years = [2023, 2024, 2025, 2026]
  const index = fc.constantFrom<0 | 1>(0, 1)
  const step: fc.Arbitrary<Step> = fc.record({
    year: fc.constantFrom(...years),
    child: index,
    line: index,
    kind: fc.constantFrom<Step['kind']>('pay', 'pay', 'pay', 'return', 'transfer'),
    share: fc.integer({ min: 1, max: 100 }),
    payer: fc.constantFrom<Payer>('own', 'own', 'unknown', 'other', 'named'),
  })

  /** Applies a history and calculates the expected sums: the applicant’s net payments by child and year. */
  async function play(history: readonly Step[]) {
    const { parent, childId } = await school.addFamily('Артём')
    const other = await server.signInAs({ roles: ['parent'] })
    const children = [childId, await school.addChild('Вера', [parent])]
    const accounts: Account[][] = []
    for (const child of children) {
      accounts.push([await school.addAccount(child, parent.userId), await school.addAccount(child, parent.userId)])
    }
    const kept = new Map<string, number>()
    const net = new Map<string, number>()
    const payers = {
      own: { payerId: parent.userId },
      unknown: {},
      other: { payerId: other.userId },
      named: { payerName: 'Бабушка' },
    }
    const add = async (
      child: number,
      line: number,
      year: number,
      kind: OperationKind,
      amount: number,
      payer: Payer,
    ) => {
      const account = accounts[child]?.[line] as Account
      const sign = kind.startsWith('Receiving') ? 1 : -1
      await school.move(account, { kind, amount, at: `${year}-06-05T10:00:00Z`, ...payers[payer] })
      kept.set(account.paymentId, (kept.get(account.paymentId) ?? 0) + sign * amount)
      if (payer === 'other' || payer === 'named') return
      net.set(`${child} ${year}`, (net.get(`${child} ${year}`) ?? 0) + sign * amount)
    }
    for (const { year, child, line, kind, share, payer } of history.toSorted((one, two) => one.year - two.year)) {
      if (kind === 'pay') {
        await add(child, line, year, 'ReceivingDS', share * 1234, payer)
        continue
      }
      const held = kept.get(accounts[child]?.[line]?.paymentId as string) ?? 0
      const amount = Math.floor((held * share) / 100)
      if (amount === 0) continue
      await add(child, line, year, kind === 'return' ? 'ReturnDS' : 'ReturnTransferDS', amount, payer)
      if (kind === 'transfer') await add(child, 1 - line, year, 'ReceivingTransferDS', amount, payer)
    }
    const shown: number[][] = []
    for (const year of years) {
      const { students } = await school.deductionOf(parent, year)
      shown.push(children.map((id) => students.find(({ studentUuid }) => studentUuid === id)?.paid ?? -1))
    }
    const netOf = (child: number) => years.map((year) => net.get(`${child} ${year}`) ?? 0)
    return { shown, netOf }
  }

  test('are never negative, and a deficit is subtracted from the previous year', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (history) => {
        const { shown, netOf } = await play(history)
        for (const child of [0, 1]) {
          let owed = 0
          const expected = netOf(child)
            .toReversed()
            .map((net) => {
              const left = net + owed
              owed = Math.min(0, left)
              return Math.max(0, left)
            })
            .toReversed()
          const paid = shown.map((year) => year[child])
          expect(paid).toEqual(expected)
          // All years together are the paid sum less the refunds.
          expect(expected.reduce((sum, each) => sum + each, 0)).toBe(
            netOf(child).reduce((sum, each) => sum + each, 0) - owed,
          )
        }
      }),
      { numRuns: 12 },
    )
  })
})

describe('The personal details for the tax office', () => {
  test('can be entered for the user and the user’s children, in parts', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    const answer = await school.saveDetails(parent, { userUuid: childId, taxNumber: taxNumbers.child })
    const child = { uuid: childId, lastName: 'Соколов', firstName: 'Вера', patronym: null }
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...child, taxNumber: taxNumbers.child, bornOn: null }])
    const more = await school.saveDetails(parent, { userUuid: childId, bornOn: '2015-02-28' })
    expect(more.json()).toEqual({ ...child, taxNumber: taxNumbers.child, bornOn: '2015-02-28' })
    const gone = await school.saveDetails(parent, { userUuid: childId, taxNumber: null })
    expect(gone.json()).toEqual({ ...child, taxNumber: null, bornOn: '2015-02-28' })
    const own = await school.saveDetails(parent, { userUuid: parent.userId, bornOn: '1984-03-07' })
    expect(own.json()).toMatchObject({ uuid: parent.userId, bornOn: '1984-03-07' })
  })

  test('cannot be written by a stranger, the other parent or the user’s own parent', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    const stranger = await school.addFamily('Лев')
    const child = await server.signInAs({ roles: ['student'], userId: childId })
    for (const [person, userUuid] of [
      [parent, stranger.childId],
      [parent, stranger.parent.userId],
      [child, parent.userId],
      [parent, randomUUID()],
    ] as const) {
      expect(refusalOf(await school.saveDetails(person, { userUuid, bornOn: '1984-03-07' }))[0]).toBe(404)
    }
  })

  test.each([
    [{ taxNumber: '770000000083' }, 'taxNumber', 'wrong-value'],
    [{ taxNumber: '7700000000' }, 'taxNumber', 'wrong-format'],
    [{ bornOn: '2026-11-21' }, 'bornOn', 'too-big'],
    [{ bornOn: '1899-12-31' }, 'bornOn', 'too-small'],
    [{ bornOn: '2025-02-29' }, 'bornOn', 'wrong-format'],
  ])('are rejected by field with %j', async (body, path, message) => {
    const { parent, childId } = await school.addFamily('Вера')
    const refused = await school.saveDetails(parent, { userUuid: childId, ...body })
    expect(refusalOf(refused)).toEqual([422, 'invalid-values', [{ path, message }]])
    expect((await school.saveDetails(parent, { userUuid: childId })).json()).toMatchObject({
      taxNumber: null,
      bornOn: null,
    })
  })
})

test('Among thousands of families the payments of one are found by indexes', { tags: ['nightly'] }, async () => {
  const { parent } = await school.addPayer()
  const { database } = server.opened
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`
      insert into ${users} (id, first_name, last_name)
      select ('00000000-0000-4000-9000-' || lpad(number::text, 12, '0'))::uuid, 'Вера', 'Иванова' from generate_series(1, 4000) as number
    `)
    await transaction.execute(sql`
      insert into ${contracts} (number, status, student_id, customer_id, campaign_id, program_id, format, payment_scheme, total, created_at)
      select 'М-' || ${users.id}, 'Concluded', ${users.id}, ${users.id}, ${ids.campaign}, ${ids.program}, 'offline', 'OnePayment', 100, '2025-08-20T09:00:00Z'
      from ${users} where ${users.lastName} = 'Иванова'
    `)
    await transaction.execute(sql`
      insert into ${payments} (contract_id, position, title, due_on, amount, status)
      select ${contracts.id}, 1, 'Полная оплата', '2025-09-10', 100, 'Closed' from ${contracts} where ${contracts.number} like 'М-%'
    `)
    await transaction.execute(sql`
      insert into ${operations} (payment_id, kind, amount, at)
      select ${payments.id}, 'ReceivingDS', 100, '2025-09-08T10:00:00Z' from ${payments} where ${payments.amount} = 100
    `)
  })
  await database.execute(sql`analyze`)
  const asked = await statementsOf(() => school.deductionOf(parent))
  const ofMoney = asked.filter(({ text }) => text.includes('"operations"'))
  // Sums, operations, and the people: of an erased child also what the applicant paid for.
  expect(ofMoney).toHaveLength(3)
  for (const statement of ofMoney)
    expect(await planOf(server.opened, statement)).not.toMatch(/Seq Scan on (operations|payments|contracts)/)
})
