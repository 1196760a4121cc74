import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountChanges } from '#server/db/schema/account-security.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { unsubscribePath } from '#server/notifications/unsubscribe-links.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'
import { openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())

test('Links of a person who is gone are not found', async () => {
  const { database } = server.opened
  const school = await openSmallSchool(server)
  const { parent, childId } = await school.addFamily('Артём')
  const { userId } = parent
  const revert = createToken()
  const now = server.clock.now
  const change = { userId, kind: 'password-changed', details: {}, at: now } as const
  const expiresAt = new Date(now.getTime() + 60_000)
  await database.insert(accountChanges).values({ ...change, expiresAt, secretHash: hashToken(revert) })
  const body = { students: [childId], kinds: ['offline'] }
  const feed = (await parent.call('POST /v1/schedule/feed-link', { body })).json<{ url: string }>()
  const signOut = (await parent.call('GET /v1/auth/logout-link')).json<{ url: string }>()
  const links = {
    unsubscribe: await unsubscribePath(database, userId, 'tickets'),
    digest: await unsubscribePath(database, userId, 'digest'),
    feed: new URL(feed.url).pathname,
    revert: `/api/v1/auth/security-revert/${revert}`,
  }
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }
    return (await server.app.inject({ method, url, headers })).statusCode
  }
  const statuses = async () => {
    const found: Record<string, [number, number]> = {}
    for (const [name, url] of Object.entries(links)) found[name] = [await ask('GET', url), await ask('POST', url)]
    return found
  }
  await database.delete(sessions).where(eq(sessions.userId, userId))
  await database.delete(users).where(eq(users.id, userId))
  const lost = [404, 404]
  expect(await statuses()).toEqual({ unsubscribe: lost, digest: lost, feed: lost, revert: lost })
  expect(await ask('GET', new URL(signOut.url).pathname)).toBe(303)
})
