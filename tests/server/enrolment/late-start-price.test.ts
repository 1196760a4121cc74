import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Basket, ComparedGroup, CourseDetails, FoundCourses } from '#contract/enrolment/catalog.ts'
import type { ContractHistory } from '#contract/enrolment/contracts.ts'
import type { PaymentScheme } from '#contract/enumerations.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { partOfPrice } from '#server/enrolment/groups/late-start-price.ts'
import { openCatalog } from '#tests/support/schools/catalog-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const catalog = openForSuite(() => openCatalog(server))
beforeEach(() => {
  server.env.SCHOOL.priceOfLateStart = 'remaining-lessons'
  return catalog.clear()
})

const lessonOf = (groupId: string, day: string, own: Partial<typeof lessons.$inferInsert> = {}) => ({
  groupId,
  topic: 'Тема',
  format: 'offline' as const,
  startsAt: new Date(`${day}T13:00:00Z`),
  endsAt: new Date(`${day}T14:30:00Z`),
  ...own,
})
const cancelled = { state: 'cancelled', changedAt: new Date('2026-09-01T09:00:00Z') } as const

/** On 14 October two of five lessons are over, the one of today included; a cancelled one does not count. */
const days = ['2026-10-07', '2026-10-14', '2026-10-21', '2026-12-02', '2027-05-19']

async function addGroup(planned = days, price = 1_000_099) {
  const course = await catalog.addCourse({ groups: [{ price, paymentSchemes: ['OnePayment', 'StepByStep'] }] })
  const rows = planned.map((day) => lessonOf(course.groupId, day))
  if (rows.length > 0)
    await server.opened.database
      .insert(lessons)
      .values([
        ...rows,
        lessonOf(course.groupId, '2026-11-11', cancelled),
        lessonOf(course.groupId, '2026-10-09', cancelled),
      ])
  return course
}

const readCourse = async (id: string): Promise<CourseDetails> =>
  (await server.visitor.call(`GET /v1/catalog/course/${id}`)).json()
const priceOf = async (id: string) => (await readCourse(id)).groups[0]?.price

describe('The price of a group that has begun', () => {
  test('is that of the lessons from tomorrow on, the same in catalog, course, comparison, basket and contract', async () => {
    const { id, groupId } = await addGroup()
    const found: FoundCourses = (await server.visitor.call('GET /v1/catalog/course/list')).json()
    expect(found.items[0]).toMatchObject({ priceFrom: 600_000, lessons: 3, groups: [{ price: 600_000 }] })
    const [group] = (await readCourse(id)).groups
    expect(group).toMatchObject({ price: 600_000, wholePrice: 1_000_099, lessons: { total: 5, left: 3 } })
    for (const { instalments } of group?.plans ?? [])
      expect(instalments.reduce((sum, { amount }) => sum + amount, 0)).toBe(600_000)
    const compared = await server.visitor.call('GET /v1/catalog/group/list', { query: `groupUuids[]=${groupId}` })
    expect(compared.json<ComparedGroup[]>()[0]?.price).toBe(600_000)

    const parent = await server.signInAs({ roles: ['parent'] })
    const studentUuid = await catalog.addChild('Вера', [parent])
    const body = { groupUuid: groupId, studentUuid, paymentScheme: 'StepByStep' satisfies PaymentScheme }
    const filled = (await parent.call('POST /v1/catalog/basket', { body })).json()
    const basket: Basket = (await parent.call(`GET /v1/catalog/basket/${filled.groceryBasketUuid}`)).json()
    expect([basket.price, basket.group.price]).toEqual([{ agreed: 600_000, now: 600_000 }, 600_000])
    const bought = await parent.call('POST /v1/profile/contract/create-by-grocery-basket', {
      body: filled,
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    expect(bought.statusCode).toBe(200)
    const [contract] = await server.opened.database
      .select({ id: contracts.id, total: contracts.total })
      .from(contracts)
      .where(eq(contracts.groupId, groupId))
    const rows = await server.opened.database
      .select({ amount: payments.amount })
      .from(payments)
      .where(eq(payments.contractId, contract?.id ?? ''))
    expect([contract?.total, rows.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([600_000, 600_000])
    // The terms of the contract are those of these lessons.
    const history = await parent.call(`GET /v1/profile/contract/${contract?.id}/history`)
    expect(history.json<ContractHistory>().group).toMatchObject({ startsOn: '2026-10-21', lessons: 3 })
  })

  test('falls after each lesson: a basket of yesterday is accepted again', async () => {
    const { groupId } = await addGroup()
    const parent = await server.signInAs({ roles: ['parent'] })
    const studentUuid = await catalog.addChild('Вера', [parent])
    const body = { groupUuid: groupId, studentUuid, paymentScheme: 'OnePayment' satisfies PaymentScheme }
    const filled = (await parent.call('POST /v1/catalog/basket', { body })).json()
    const { now } = server.clock
    server.clock.now = new Date('2026-10-21T09:00:00Z')
    const { userId } = parent
    const later = await server.signInAs({ roles: ['parent'], userId })
    const buy = () =>
      later.call('POST /v1/profile/contract/create-by-grocery-basket', {
        body: filled,
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
    const refused = await buy()
    const basket: Basket = (await later.call(`GET /v1/catalog/basket/${filled.groceryBasketUuid}`)).json()
    await later.call('POST /v1/catalog/basket', { body })
    const bought = await buy()
    server.clock.now = now
    expect([refused.statusCode, refused.json().type]).toEqual([409, expect.stringMatching('price-changed')])
    expect(basket.price).toEqual({ agreed: 600_000, now: 400_000 })
    expect(bought.statusCode).toBe(200)
  })

  test('is the whole price before the first lesson, without a plan up to the end, and after the last lesson', async () => {
    const notBegun = await addGroup(['2026-10-15', '2027-05-19'])
    const unplanned = await addGroup([])
    const plannedForAMonth = await addGroup(['2026-10-07', '2026-11-18'])
    const over = await addGroup(['2026-09-09', '2026-10-14'])
    for (const { id } of [notBegun, unplanned, plannedForAMonth, over]) expect(await priceOf(id)).toBe(1_000_099)
  })

  test('is the whole price where the school charges it', async () => {
    server.env.SCHOOL.priceOfLateStart = 'whole'
    expect(await priceOf((await addGroup()).id)).toBe(1_000_099)
    delete server.env.SCHOOL.priceOfLateStart
    expect(await priceOf((await addGroup()).id)).toBe(1_000_099)
  })
})

test('A part of a price has whole roubles, is never above its share and less than a rouble below it', async () => {
  const price = fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 2_000 }))
  const counts = fc
    .integer({ min: 1, max: 400 })
    .chain((total) => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)))
  const cases = fc.sample(fc.tuple(price, counts), 1_000).map(([whole, [left, total]]) => ({ whole, left, total }))
  const rows = sql`json_to_recordset(${JSON.stringify(cases)}::json) as cases (whole int, "left" int, total int)`
  const part = partOfPrice(sql`whole`, sql`"left"`, sql`total`)
  const { rows: found } = await server.opened.database.execute<{
    whole: number
    left: number
    total: number
    part: number
  }>(sql`select whole, "left", total, ${part}::int as part from ${rows}`)
  expect(found).toHaveLength(1_000)
  for (const { whole, left, total, part: charged } of found) {
    expect(charged % 100).toBe(0)
    const below = (whole * left) / total - charged
    expect(below).toBeGreaterThanOrEqual(-1e-6)
    expect(below).toBeLessThan(100)
  }
})
