import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'
import { purchaseCalls } from '#tests/support/schools/purchase-calls.ts'
import type { Person } from '#tests/support/server/app.ts'
import { planOf, type Statement, statementsOf } from '#tests/support/server/statements.ts'

const demo = openDemoSchool()
const { server } = demo
let parent: Person
let family: Person
beforeAll(async () => {
  parent = await signIn('parent')
  family = await signIn('family')
}, 60_000)

const signIn = (login: DemoLogin) => demo.signIn(login, 'parent')

const { basketsOf, linesOf, fill, buy, join, leave, drop } = purchaseCalls()

describe('The demo', () => {
  test('has a basket for the last place, and one whose group is full by now', async () => {
    const waiting = await basketsOf(parent)
    expect(waiting.map(({ obstacle, group }) => [obstacle, group.placesLeft])).toEqual([
      [null, 1],
      ['full', 0],
    ])
  })

  test('has a child who is second in a waiting list, and one with a held place', async () => {
    const lines = [...(await linesOf(parent)), ...(await linesOf(family))]
    expect(lines.map(({ position, length, heldUntil }) => [position, length, heldUntil])).toEqual([
      [2, 2, null],
      [1, 1, '2026-11-21T05:00:00.000Z'],
    ])
  })
})

const asked: Statement[] = []
/** The number of statements of a call. */
async function countOf(run: () => Promise<{ statusCode: number }>): Promise<number> {
  const statements = await statementsOf(async () => expect((await run()).statusCode).toBeLessThan(300))
  asked.push(...statements)
  return statements.length
}

// Join and buy check whether the idempotency key is known (a repeat is not counted by the rate limit); buy queues a message.
test('A purchase runs a fixed number of statements at every step', async () => {
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
  expect(counts).toEqual({ baskets: 3, lines: 2, join: 17, fill: 9, buy: 29, drop: 3, leave: 10 })
})

test('Every statement on a growing table has an index', async () => {
  const plans: string[] = []
  // The demo is so small that sequential scans are often cheaper. With them disabled, only a statement without an index
  // still scans.
  await server.opened.database.execute('set enable_seqscan = off')
  for (const statement of asked.filter(({ text }) => /^[\s(]*(select|insert|update)/i.test(text))) {
    plans.push(await planOf(server.opened, statement))
  }
  expect(plans.length).toBeGreaterThan(20)
  expect(plans.join('\n').match(/Seq Scan on \w+/g) ?? []).toEqual([])
})
