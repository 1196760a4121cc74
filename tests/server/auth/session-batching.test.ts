import { eq } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

describe('Concurrent requests', () => {
  const server = openForSuite(() => openTestApp())

  const idsOf = async (calls: Promise<{ statusCode: number; json: () => unknown }>[]) =>
    (await Promise.all(calls)).map((answer) => (answer.statusCode === 200 ? (answer.json() as Profile).id : null))

  it('each get their own session, and sessions are read in batches', async () => {
    const people = [server.visitor, ...(await Promise.all([1, 2, 3].map(() => server.signInAs({ roles: ['parent'] }))))]
    const turns = Array.from({ length: 25 }, () => people).flat()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    expect(await idsOf(turns.map((person) => person.call('GET /v1/profile')))).toEqual(
      turns.map(({ userId }) => userId),
    )
    const lookups = query.mock.calls.filter(([asked]) => (asked as { name?: string }).name === 'sessions_of_tokens')
    expect(lookups.length).toBeGreaterThan(0)
    expect(lookups.length).toBeLessThan(turns.length / 5)
  })

  it('get 401 as soon as their session has ended', async () => {
    const [leaving, staying] = await Promise.all([1, 2].map(() => server.signInAs({ roles: ['parent'] })))
    if (leaving === undefined || staying === undefined) throw new Error('Both are signed in')
    const ask = () => idsOf([leaving, staying, leaving].map((person) => person.call('GET /v1/profile')))
    expect(await ask()).toEqual([leaving.userId, staying.userId, leaving.userId])
    await server.opened.database.delete(sessions).where(eq(sessions.id, leaving.sessionId))
    expect(await ask()).toEqual([null, staying.userId, null])
  })

  it('all get 503 when the database does not answer', async () => {
    const opened = await openTestDatabase()
    const failing = await openTestApp({ opened })
    const [one, other] = await Promise.all([1, 2].map(() => failing.signInAs({ roles: ['parent'] })))
    await opened.close()
    const answers = await Promise.all([one, other, one].map((person) => person?.call('GET /v1/profile')))
    expect(answers.map((answer) => answer?.statusCode)).toEqual([503, 503, 503])
    await failing.close()
  })
})
