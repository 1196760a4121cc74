import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/identity.ts'
import { endDevice } from '#server/modules/account/devices.ts'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { openRivals, outcomeOf, patience, type Rivals, rounds } from '#tests/support/races.ts'

let server: TestApp
let rivals: Rivals

beforeAll(async () => {
  server = await openTestApp()
  rivals = await openRivals(server)
})
afterAll(async () => {
  await rivals.close()
  await server.close()
})

/** The devices of one person, each of which does something at the same moment. */
async function atOnce(count: number, choose: (ids: readonly string[], own: number) => string) {
  const first = await server.signInAs({ roles: ['parent'] })
  const { userId } = first
  const ids = [first.sessionId]
  while (ids.length < count) ids.push((await server.signInAs({ roles: ['parent'], userId })).sessionId)
  const outcomes = await rivals.atOnce(
    ids.map((id, own) => (index: number) => {
      const app = { database: rivals.databaseOf(index), clock: () => server.clock.now, endProviderSessions: null }
      return outcomeOf(endDevice(app, { session: { id, userId }, id: choose(ids, own), address: '203.0.113.7' }))
    }),
  )
  const left = await server.opened.database.$count(sessions, eq(sessions.userId, userId))
  return { outcomes: outcomes.sort(), left }
}

test(
  '«All the others» pressed on several devices at once leaves exactly one, and tells the rest that they are out',
  async () => {
    for (let round = 0; round < rounds * 4; round += 1) {
      expect(await atOnce(2, () => 'others')).toEqual({ outcomes: ['done', 'unauthenticated'], left: 1 })
      const { outcomes, left } = await atOnce(5, () => 'others')
      expect([outcomes.filter((outcome) => outcome === 'done').length, left]).toEqual([1, 1])
    }
  },
  patience,
)

test(
  'two devices that sign each other out at once are not both out',
  async () => {
    for (let round = 0; round < rounds * 4; round += 1) {
      const { outcomes, left } = await atOnce(2, (ids, own) => ids[1 - own] ?? '')
      expect({ outcomes, left }).toEqual({ outcomes: ['done', 'unauthenticated'], left: 1 })
    }
  },
  patience,
)
