import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

type Someone = Person & { userId: string; sessionId: string }

const server = openForSuite(() => openTestApp())
let laptop: Someone
let phone: Someone

beforeEach(async () => {
  laptop = await server.signInAs({ roles: ['parent'] })
  phone = await server.signInAs({ roles: ['parent'], userId: laptop.userId })
  const iPhone = { browser: 'Safari 18', system: 'iOS', address: '203.0.113.7' }
  await server.opened.database.update(sessions).set(iPhone).where(eq(sessions.id, phone.sessionId))
})

function pass({ minutes }: { minutes: number }): void {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000)
}

const list = async (person: Person = laptop) => (await person.call('GET /v1/profile/session/list')).json()
const end = async (id: string, person: Person = laptop) => {
  const answer = await person.call(`DELETE /v1/profile/session/${id}`)
  return answer.statusCode
}
const isSignedIn = async (person: Person) => (await person.call('GET /v1/profile')).statusCode === 200

describe('The devices', () => {
  test('are the user’s active sessions, most recent first, with the current one marked', async () => {
    const signedInAt = server.clock.now.toISOString()
    await server.signInAs({ roles: ['parent'] })
    pass({ minutes: 5 })
    expect(await isSignedIn(laptop)).toBe(true)
    expect(await list()).toEqual([
      {
        id: laptop.sessionId,
        browser: null,
        system: null,
        address: null,
        lastSeenAt: server.clock.now.toISOString(),
        createdAt: signedInAt,
        isCurrent: true,
      },
      {
        id: phone.sessionId,
        browser: 'Safari 18',
        system: 'iOS',
        address: '203.0.113.7',
        lastSeenAt: signedInAt,
        createdAt: signedInAt,
        isCurrent: false,
      },
    ])
  })

  test('exclude sessions idle for half an hour', async () => {
    pass({ minutes: 29 })
    await list()
    pass({ minutes: 1 })
    expect(await list()).toMatchObject([{ id: laptop.sessionId }])
  })

  test('exclude impersonation sessions and do not end them', async () => {
    const administrator = await server.signInAs({ roles: ['administrator'] })
    const look = await server.signInAs({ roles: ['parent'], userId: laptop.userId, seenBy: administrator.userId })
    expect(await list()).toHaveLength(2)
    expect(await end(look.sessionId)).toBe(404)
    expect(await end('others')).toBe(204)
    expect(await isSignedIn(look)).toBe(true)
  })
})

describe('Signing a device out', () => {
  test('‘others’ keeps the current session', async () => {
    const tablet = await server.signInAs({ roles: ['parent'], userId: laptop.userId })
    const stranger = await server.signInAs({ roles: ['parent'] })
    expect(await end('others')).toBe(204)
    expect(await Promise.all([laptop, phone, tablet, stranger].map(isSignedIn))).toEqual([true, false, false, true])
    expect(await list()).toMatchObject([{ id: laptop.sessionId }])
  })

  test('requires a fresh two-factor check from users with a phone or an email', async () => {
    const { database } = server.opened
    await database.update(users).set({ email: 'anna@school.example' }).where(eq(users.id, laptop.userId))
    expect([await end(phone.sessionId), await end('others')]).toEqual([428, 428])
    expect(await isSignedIn(phone)).toBe(true)
    const twoFactorLastCheck = server.clock.now
    await database.update(sessions).set({ twoFactorLastCheck }).where(eq(sessions.id, laptop.sessionId))
    expect(await end('others')).toBe(204)
    expect(await isSignedIn(phone)).toBe(false)
  })

  test.each([
    ['the current session', () => laptop, () => phone],
    ['another one, from its next call on', () => phone, () => laptop],
  ])('ends %s', async (_, ended, kept) => {
    expect(await end(ended().sessionId)).toBe(204)
    expect([await isSignedIn(ended()), await isSignedIn(kept())]).toEqual([false, true])
  })

  test('of another user or with an unknown id is rejected', async () => {
    const stranger = await server.signInAs({ roles: ['parent'] })
    expect(await end(stranger.sessionId)).toBe(404)
    expect(await end('11111111-1111-4111-8111-111111111111')).toBe(404)
    expect(await end('all')).toBe(404)
    expect(await isSignedIn(stranger)).toBe(true)
  })

  test('ends the impersonation that the session started', async () => {
    const desk = await server.signInAs({ roles: ['administrator'] })
    const look = await server.signInAs({ roles: ['parent'], seenBy: desk.userId })
    expect(await end('others', desk)).toBe(204)
    expect(await isSignedIn(look)).toBe(false)
  })
})
