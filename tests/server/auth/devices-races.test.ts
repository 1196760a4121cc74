import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endDeviceSessions } from '#server/auth/sessions/end-sessions.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import {
  openRaceParticipants,
  outcomeOf,
  type RaceParticipants,
  raceTimeoutMs,
  rounds,
} from '#tests/support/server/races.ts'

vi.setConfig({ testTimeout: raceTimeoutMs })

let server: TestApp
let rivals: RaceParticipants

beforeAll(async () => {
  server = await openTestApp()
  rivals = await openRaceParticipants(server)
})
afterAll(async () => {
  await rivals.close()
  await server.close()
})

/** The devices of one user, each of which sends a request at the same time. */
async function atOnce(count: number, choose: (ids: readonly string[], own: number) => string) {
  const first = await server.signInAs({ roles: ['parent'] })
  const { userId } = first
  const ids = [first.sessionId]
  while (ids.length < count) ids.push((await server.signInAs({ roles: ['parent'], userId })).sessionId)
  const outcomes = await rivals.atOnce(
    ids.map((id, own) => (index: number) => {
      const app = { database: rivals.databaseOf(index), clock: () => server.clock.now, endProviderSessions: null }
      return outcomeOf(
        endDeviceSessions(app, { session: { id, userId }, id: choose(ids, own), address: '203.0.113.7' }),
      )
    }),
  )
  const left = await server.opened.database.$count(sessions, eq(sessions.userId, userId))
  return { outcomes: outcomes.sort(), left }
}

test('Concurrent requests to end the other sessions leave exactly one, and the others get 401', async () => {
  for (let round = 0; round < rounds * 4; round += 1) {
    expect(await atOnce(2, () => 'others')).toEqual({ outcomes: ['done', 'unauthenticated'], left: 1 })
    const { outcomes, left } = await atOnce(5, () => 'others')
    expect([outcomes.filter((outcome) => outcome === 'done').length, left]).toEqual([1, 1])
  }
})

test('Two devices that end each other’s session do not both lose it', async () => {
  for (let round = 0; round < rounds * 4; round += 1) {
    const { outcomes, left } = await atOnce(2, (ids, own) => ids[1 - own] ?? '')
    expect({ outcomes, left }).toEqual({ outcomes: ['done', 'unauthenticated'], left: 1 })
  }
})
