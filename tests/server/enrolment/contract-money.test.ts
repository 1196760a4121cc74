import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { balances, contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { isPayableInSql, leftInSql, toPayInSql } from '#server/enrolment/contracts/payment-sums.ts'
import { isPayable, leftOf, sumPayments, toPayOf } from '#server/enrolment/contracts/rules.ts'
import { spreadPriceChange } from '#server/enrolment/transfers/rules.ts'
import { acceptedOf, type PaymentHistory, paymentHistories } from '#tests/support/schools/payment-histories.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The payments of a history with their paid sums. */
function linesOf(history: PaymentHistory) {
  const { paid } = acceptedOf(history)
  return history.lines.map((line, index) => ({ ...line, id: String(index), paid: paid[index] ?? 0 }))
}

describe('Over thousands of histories', () => {
  test('a price change keeps paid amounts, and the plan follows the total', () => {
    const holds = (history: PaymentHistory, change: number) => {
      const before = linesOf(history)
      const { changed, added, applied } = spreadPriceChange(before, change)
      const after = before.map((line) => changed.find(({ id }) => id === line.id) ?? line)
      expect(sumOf(after.map(({ amount }) => amount)) + added).toBe(sumOf(before.map(({ amount }) => amount)) + applied)
      for (const { amount, paid } of after) expect(amount).toBeGreaterThanOrEqual(paid)
      expect(sumPayments(after).paid).toBe(sumPayments(before).paid)
    }
    fc.assert(fc.property(paymentHistories, fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), holds), {
      numRuns: 2000,
    })
  })
})

describe('In the database', () => {
  const server = openForSuite(() => openTestApp())
  const school = openForSuite(() => openSmallSchool(server))
  let family: Awaited<ReturnType<SmallSchool['addFamily']>>
  beforeAll(async () => {
    family = await school.addFamily('Артём')
  })

  /** Null, or the constraint that rejected the operation. */
  async function refusalOf(run: () => PromiseLike<unknown>): Promise<string | null> {
    try {
      await run()
      return null
    } catch (error) {
      const { cause } = error as { cause?: { constraint?: string; code?: string } }
      return cause?.constraint ?? cause?.code ?? String(error)
    }
  }

  type Plan = Pick<PaymentHistory, 'lines'> & { total?: number }

  /** Inserts contracts of one family with two statements, however many there are. */
  async function addPlans(plans: readonly Plan[]) {
    const made = plans.map(({ lines, total = sumOf(lines.map(({ amount }) => amount)) }) => {
      const contractId = randomUUID()
      const rows = lines.map((line, index) => {
        const title = `${index + 1}-й платёж`
        return { ...line, id: randomUUID(), contractId, position: index + 1, title, dueOn: '2026-11-10' }
      })
      return { id: contractId, total, rows }
    })
    const terms = { status: 'Concluded', format: 'offline', paymentScheme: 'StepByStep' } as const
    const of = { campaignId: ids.campaign, programId: ids.program, createdAt: new Date('2026-08-20T09:00:00Z') }
    const people = { studentId: family.childId, customerId: family.parent.userId }
    await server.opened.database.transaction(async (transaction) => {
      const signed = made.map(({ id, total }) => ({ ...terms, ...of, ...people, id, number: id, total }))
      await transaction.insert(contracts).values(signed)
      await transaction.insert(payments).values(made.flatMap(({ rows }) => rows))
    })
    return made.map(({ id, rows }) => ({ id, lines: rows.map((row) => row.id) }))
  }

  const addPlan = async (history: Pick<PaymentHistory, 'lines'>, total?: number) =>
    (await addPlans([{ lines: history.lines, ...(total !== undefined && { total }) }]))[0] as {
      id: string
      lines: string[]
    }

  const move = (paymentId: string, { kind, amount }: Omit<PaymentHistory['movements'][number], 'line'>) =>
    refusalOf(() => server.opened.database.insert(operations).values({ paymentId, kind, amount, at: server.clock.now }))

  /** What is left, what is to be paid, and whether anything is, by the expressions of the database. */
  async function sumsInSql(plans: readonly { lines: readonly string[] }[]) {
    const { rows } = await server.opened.database.execute<{ id: string; sums: [number, number, boolean] }>(sql`
      select id, json_build_array(${leftInSql}, ${toPayInSql}, ${isPayableInSql}) as sums
      from payments join payment_balances on payment_balances.payment_id = payments.id`)
    const sums = new Map(rows.map((row) => [row.id, row.sums]))
    return plans.map(({ lines }) => lines.map((line) => sums.get(line)))
  }

  test('hundreds of histories: the view and the sums to pay agree with the reference calculation for each payment', async () => {
    const { database } = server.opened
    const batches = fc.array(paymentHistories, { minLength: 80, maxLength: 120 })
    let judged = 0
    const holds = async (batch: PaymentHistory[]) => {
      const plans = await addPlans(batch)
      const kept = batch.map(({ movements }, index) => {
        const { accepted } = acceptedOf(batch[index] as PaymentHistory)
        return movements.filter((_, at) => accepted[at])
      })
      const longest = Math.max(...kept.map(({ length }) => length))
      for (let step = 0; step < longest; step += 1) {
        const moved = kept.flatMap((movements, index) => {
          const movement = movements[step]
          if (movement === undefined) return []
          const { line, kind, amount } = movement
          return [{ paymentId: plans[index]?.lines[line] as string, kind, amount, at: server.clock.now }]
        })
        await database.insert(operations).values(moved)
      }
      const counted = await database
        .select({ id: balances.paymentId, paid: balances.paid })
        .from(balances)
        .where(
          inArray(
            balances.contractId,
            plans.map(({ id }) => id),
          ),
        )
      const seen = new Map(counted.map(({ id, paid }) => [id, paid]))
      const shown = plans.map(({ lines }) => lines.map((line) => seen.get(line)))
      expect(shown).toEqual(batch.map((history) => acceptedOf(history).paid))
      expect(await sumsInSql(plans)).toEqual(
        batch.map((history) => linesOf(history).map((line) => [leftOf(line), toPayOf(line), isPayable(line)])),
      )
      judged += batch.length
    }
    await fc.assert(fc.asyncProperty(batches, holds), { numRuns: process.env.TEST_ALL ? 100 : 8 })
    expect(judged).toBeGreaterThanOrEqual(640)
  }, 240_000)

  test('a plan that does not add up to the total is rejected on commit', async () => {
    const lines = [{ amount: 100, status: 'Open' as const }]
    expect(await refusalOf(() => addPlan({ lines }, 101))).toBe('plan_is_total')
    const plan = await addPlan({ lines })
    const { database } = server.opened
    const alone = database.update(payments).set({ amount: 99 }).where(eq(payments.contractId, plan.id))
    expect(await refusalOf(() => alone)).toBe('plan_is_total')
    const total = database.update(contracts).set({ total: 99 }).where(eq(contracts.id, plan.id))
    expect(await refusalOf(() => total)).toBe('plan_is_total')
    expect(await refusalOf(() => database.delete(payments).where(eq(payments.contractId, plan.id)))).toBe(
      'plan_is_total',
    )
  })

  test('a payment is never lowered below its paid amount, and stored operations cannot be changed', async () => {
    const plan = await addPlan({ lines: [{ amount: 100, status: 'Open' }] })
    expect(await move(plan.lines[0] as string, { kind: 'ReceivingDS', amount: 60 })).toBeNull()
    const { database } = server.opened
    const lowered = database.transaction(async (transaction) => {
      await transaction.update(payments).set({ amount: 59 }).where(eq(payments.contractId, plan.id))
      await transaction.update(contracts).set({ total: 59 }).where(eq(contracts.id, plan.id))
    })
    expect(await refusalOf(() => lowered)).toBe('plan_is_total')
    const ofPlan = sql`payment_id = ${plan.lines[0]}`
    // 23001: the trigger `operations_stay`.
    expect(await refusalOf(() => database.execute(sql`update operations set amount = 1 where ${ofPlan}`))).toBe('23001')
    expect(await refusalOf(() => database.execute(sql`delete from operations where ${ofPlan}`))).toBe('23001')
    expect(await refusalOf(() => database.execute(sql`truncate operations`))).toBe('23001')
  })
})
