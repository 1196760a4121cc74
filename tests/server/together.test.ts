import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Profile } from '#contract/profile.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { together } from '#server/db/together.ts'
import { openTestApp, type TestApp } from '#tests/support/app.ts'
import { openTestDatabase } from '#tests/support/database.ts'

/** A question that is answered when the test says so; what was asked for is kept. */
function openQuestion() {
  const asked: { keys: string[]; answer: PromiseWithResolvers<Map<string, string>> }[] = []
  const ask = together((keys) => {
    const answer = Promise.withResolvers<Map<string, string>>()
    asked.push({ keys, answer })
    return answer.promise
  })
  return { ask, asked }
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('What is asked for in one turn', () => {
  it('is one question, each key once, and everybody has their own answer', async () => {
    const { ask, asked } = openQuestion()
    const answers = Promise.all(['ann', 'bob', 'ann', 'nobody'].map(ask))
    await aTurn()
    expect(asked.map(({ keys }) => keys)).toEqual([['ann', 'bob', 'nobody']])
    asked[0]?.answer.resolve(
      new Map([
        ['bob', 'Bob'],
        ['ann', 'Ann'],
      ]),
    )
    expect(await answers).toEqual(['Ann', 'Bob', 'Ann', null])
  })

  it('is asked anew once a question is on its way: what was true before is told to nobody who came later', async () => {
    const { ask, asked } = openQuestion()
    const before = ask('ann')
    await aTurn()
    const after = ask('ann')
    await aTurn()
    expect(asked.map(({ keys }) => keys)).toEqual([['ann'], ['ann']])
    asked[1]?.answer.resolve(new Map())
    expect(await after).toBeNull()
    asked[0]?.answer.resolve(new Map([['ann', 'Ann']]))
    expect(await before).toBe('Ann')
  })

  it('fails for each who asked, and for nobody who asks next', async () => {
    const { ask, asked } = openQuestion()
    const answers = Promise.allSettled(['ann', 'bob'].map(ask))
    await aTurn()
    asked[0]?.answer.reject(new Error('away'))
    expect((await answers).map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
      'Error: away',
      'Error: away',
    ])
    const next = ask('ann')
    await aTurn()
    asked[1]?.answer.resolve(new Map([['ann', 'Ann']]))
    expect(await next).toBe('Ann')
  })
})

describe('Requests that arrive together', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp()
  })
  afterAll(() => server.close())

  const idsOf = async (calls: Promise<{ statusCode: number; json: () => unknown }>[]) =>
    (await Promise.all(calls)).map((answer) => (answer.statusCode === 200 ? (answer.json() as Profile).id : null))

  it('are told apart, however many people ask, and look their sessions up by far fewer statements', async () => {
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

  it('are refused from the moment on at which a session has ended, and the other person’s are not', async () => {
    const [leaving, staying] = await Promise.all([1, 2].map(() => server.signInAs({ roles: ['parent'] })))
    if (leaving === undefined || staying === undefined) throw new Error('Both are signed in')
    const ask = () => idsOf([leaving, staying, leaving].map((person) => person.call('GET /v1/profile')))
    expect(await ask()).toEqual([leaving.userId, staying.userId, leaving.userId])
    await server.opened.database.delete(sessions).where(eq(sessions.id, leaving.sessionId))
    expect(await ask()).toEqual([null, staying.userId, null])
  })

  it('each hear that the database is away', async () => {
    const opened = await openTestDatabase()
    const failing = await openTestApp({ opened })
    const [one, other] = await Promise.all([1, 2].map(() => failing.signInAs({ roles: ['parent'] })))
    await opened.close()
    const answers = await Promise.all([one, other, one].map((person) => person?.call('GET /v1/profile')))
    expect(answers.map((answer) => answer?.statusCode)).toEqual([503, 503, 503])
    await failing.close()
  })
})
