import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { addUser } from '#tests/support/server/account-server.ts'
import { browserOf, loginAs, problemOf, whoIs } from '#tests/support/server/administrator.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp({ env: { IMPERSONATION_TWO_FACTOR: 'on' } }))

test('an administrator confirms an impersonation with a code, unless he has neither phone nor email', async () => {
  const { database } = server.opened
  const olgaId = await addUser(database, { name: 'Ольга Соколова', roles: ['parent'] })
  const pavel = await browserOf(server, { roles: ['administrator'] })
  await database.update(users).set({ email: 'pavel@school.example' }).where(eq(users.id, pavel.userId))
  expect(problemOf(await loginAs(pavel, olgaId))).toEqual({ status: 428, type: 'two-factor-required' })
  expect(await whoIs(pavel)).toBe(pavel.userId)

  await database.update(sessions).set({ twoFactorLastCheck: server.clock.now }).where(eq(sessions.id, pavel.sessionId))
  expect((await loginAs(pavel, olgaId)).status).toBe(204)
  expect(await whoIs(pavel)).toBe(olgaId)

  const vera = await browserOf(server, { roles: ['administrator'] })
  await database.update(users).set({ email: null, phone: null }).where(eq(users.id, vera.userId))
  expect((await loginAs(vera, olgaId)).status).toBe(204)
})
