import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DemoLogin, demoSubject } from '#server/db/demo/accounts.ts'
import { seedDemo } from '#server/db/demo/seed.ts'
import { users } from '#server/db/schema/people.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/app.ts'
import { purchaseCalls } from '#tests/support/purchase-calls.ts'
import { planOf, type Statement, statementsOf } from '#tests/support/statements.ts'

let server: TestApp
let parent: Person
let family: Person
beforeAll(async () => {
  server = await openTestApp({ now: new Date('2026-11-20T09:00:00Z') })
  await seedDemo(server.opened.database, { clock: () => server.clock.now })
  parent = await signIn('parent')
  family = await signIn('family')
}, 60_000)
afterAll(() => server.close())

async function signIn(login: DemoLogin): Promise<Person> {
  const [user] = await server.opened.database
    .select()
    .from(users)
    .where(eq(users.subject, demoSubject(login)))
  return server.signInAs({ roles: [], userId: user?.id ?? '', group: 'parent' })
}

const { basketsOf, linesOf, fill, buy, join, leave, drop } = purchaseCalls()

describe('The demo', () => {
  test('has a purchase that can go on with the last place, and one whose group is full by now', async () => {
    const waiting = await basketsOf(parent)
    expect(waiting.map(({ obstacle, group }) => [obstacle, group.placesLeft])).toEqual([
      [null, 1],
      ['full', 0],
    ])
  })

  test('has a child who is second in a line, and one for whom a place is held', async () => {
    const lines = [...(await linesOf(parent)), ...(await linesOf(family))]
    expect(lines.map(({ position, length, heldUntil }) => [position, length, heldUntil])).toEqual([
      [2, 2, null],
      [1, 1, '2026-11-21T05:00:00.000Z'],
    ])
  })
})

const asked: Statement[] = []
/** How often a call asks the database. */
async function countOf(run: () => Promise<{ statusCode: number }>): Promise<number> {
  const statements = await statementsOf(async () => expect((await run()).statusCode).toBeLessThan(300))
  asked.push(...statements)
  return statements.length
}

test('A purchase asks the database a fixed number of times at every step', async () => {
  const [line] = await linesOf(family)
  const held = { groupUuid: line?.groupUuid ?? '', studentUuid: line?.studentUuid ?? '' }
  const [begun, over] = await basketsOf(parent)
  const goesOn = { groceryBasketUuid: begun?.groceryBasketUuid ?? '', campaignUuid: begun?.campaignUuid ?? '' }
  const full = over?.group.groupUuid ?? ''
  const counts = {
    baskets: await countOf(() => parent.call('GET /v1/catalog/basket/list')),
    lines: await countOf(() => family.call('GET /v1/catalog/queue/list')),
    join: await countOf(() => join(parent, full, over?.student.uuid ?? '')),
    fill: await countOf(() => fill(family, held)),
    buy: await countOf(() => buy(parent, goesOn)),
    drop: await countOf(() => drop(parent, over?.groceryBasketUuid ?? '')),
    leave: await countOf(() => leave(family, line?.uuid ?? randomUUID())),
  }
  expect(counts).toEqual({ baskets: 3, lines: 2, join: 16, fill: 9, buy: 26, drop: 3, leave: 10 })
})

test('Whatever it asks has an index where the table grows with the school', async () => {
  const plans: string[] = []
  // The demo is so small that reading a table whole is often cheaper: what is left of it has no other way.
  await server.opened.database.execute('set enable_seqscan = off')
  for (const statement of asked.filter(({ text }) => /^[\s(]*(select|insert|update)/i.test(text))) {
    plans.push(await planOf(server.opened, statement))
  }
  expect(plans.length).toBeGreaterThan(20)
  expect(plans.join('\n').match(/Seq Scan on \w+/g) ?? []).toEqual([])
})
