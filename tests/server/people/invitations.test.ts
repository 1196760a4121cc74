import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserCard } from '#contract/people/admin.ts'
import { invitations } from '#server/db/schema/account-security.ts'
import { auditEntries, providerAccounts, sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { acceptInvitation } from '#server/idp/invitation/accept-invitation.ts'
import { verifyPassword } from '#server/idp/password-hash.ts'
import { findAccountsByName, parseSignInName } from '#server/idp/sign-in/sign-in-names.ts'
import { findInvitation } from '#server/invitations/invitations.ts'
import { queueInvitations, sendQueuedInvitations } from '#server/invitations/queued-invitations.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const started = new Date('2026-10-14T09:00:00Z')
const hour = 60 * 60_000
const password = 'correct horse battery'
const server = openForSuite(() => openTestApp({ now: started }))
let pavel: Person & { userId: string; sessionId: string }

beforeAll(async () => {
  pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: started })
})
beforeEach(async () => {
  server.clock.now = started
  await server.opened.database.delete(deliveries)
})

async function addPerson(own: Partial<typeof users.$inferInsert> = {}, roles: ('parent' | 'teacher')[] = ['parent']) {
  const { database } = server.opened
  const [user] = await database
    .insert(users)
    .values({ firstName: 'Ольга', lastName: 'Соколова', ...own })
    .returning({ id: users.id })
  if (!user) throw new Error('not stored')
  if (roles.length > 0) await database.insert(userRoles).values(roles.map((role) => ({ userId: user.id, role })))
  return user.id
}

const cardOf = async (id: string) => (await pavel.call(`GET /v1/admin/user/${id}`)).json<UserCard>()
const invite = async (id: string) => (await pavel.call(`POST /v1/admin/user/${id}/invitation`)).statusCode

/** The token of the last link to this address. */
async function tokenFor(target: string): Promise<string> {
  const sent = await server.opened.database.select().from(deliveries).where(eq(deliveries.target, target))
  const link = sent.at(-1)?.values?.link ?? ''
  expect(link).toMatch(/^http:\/\/localhost:3001\/invitation\/[\w-]{43}$/)
  return link.slice(-43)
}

const accept = (token: string) => acceptInvitation(server.opened.database, { token, password, now: server.clock.now })

async function actionsOn(subjectId: string) {
  const { database } = server.opened
  const entries = await database.select().from(auditEntries).where(eq(auditEntries.subjectId, subjectId))
  return entries.map(({ action, reason, problem }) => [action, reason ?? problem].filter(Boolean).join(': '))
}

describe('An invitation', () => {
  test('goes to the email, sets the first password once, and makes an account', async () => {
    const email = 'olga@mail.example'
    const id = await addPerson({ email, phone: '+79001234567' })
    expect((await cardOf(id)).invitation).toEqual({ state: 'none', sentAt: null, expiresAt: null, canBeSent: true })
    expect(await invite(id)).toBe(204)
    const token = await tokenFor(email)
    expect((await cardOf(id)).invitation).toMatchObject({ state: 'sent', expiresAt: '2026-10-17T09:00:00.000Z' })

    const { database } = server.opened
    const [stored] = await database.select().from(invitations).where(eq(invitations.userId, id))
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await accept(token)).toMatchObject({ state: 'open', target: email })
    expect(await accept(token)).toMatchObject({ state: 'used' })
    const [account] = await findAccountsByName(database, parseSignInName(email))
    expect(await verifyPassword(account?.passwordHash ?? null, password)).toBe(true)
    // The link went to the email only: the phone is not confirmed by it.
    expect(await findAccountsByName(database, parseSignInName('+79001234567'))).toEqual([])
    expect((await cardOf(id)).invitation).toBeNull()
    expect(await invite(id)).toBe(409)
    expect((await actionsOn(id)).sort()).toEqual(['invitation.accepted', 'invitation.sent'])
  })

  test('goes to the phone of a person without an email, and confirms it', async () => {
    const phone = '+79005550001'
    const id = await addPerson({ phone })
    expect(await invite(id)).toBe(204)
    await accept(await tokenFor(phone))
    expect(await findAccountsByName(server.opened.database, parseSignInName(phone))).toHaveLength(1)
  })

  test('of two uses at once lets one set the password', async () => {
    const email = 'race@mail.example'
    await invite(await addPerson({ email }))
    const token = await tokenFor(email)
    const states = await Promise.all([accept(token), accept(token), accept(token)])
    expect(states.map((one) => one?.state).sort()).toEqual(['open', 'used', 'used'])
    const found = server.opened.database.select().from(providerAccounts).where(eq(providerAccounts.email, email))
    expect(await found).toHaveLength(1)
  })

  test('ends after 72 hours, when it is sent again, when it is withdrawn, and with the address', async () => {
    const email = 'anna@mail.example'
    const id = await addPerson({ email })
    const stateOf = async (token: string) =>
      (await findInvitation(server.opened.database, token, server.clock.now))?.state
    await invite(id)
    const first = await tokenFor(email)
    server.clock.now = new Date(started.getTime() + 72 * hour - 1)
    expect(await stateOf(first)).toBe('open')
    server.clock.now = new Date(started.getTime() + 72 * hour)
    expect([await stateOf(first), (await accept(first))?.state]).toEqual(['expired', 'expired'])
    server.clock.now = started
    await server.opened.database.delete(deliveries)
    await invite(id)
    const second = await tokenFor(email)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['revoked', 'open'])
    await server.opened.database.update(users).set({ email: 'new@mail.example' }).where(eq(users.id, id))
    expect(await stateOf(second)).toBe('revoked')
    await server.opened.database.update(users).set({ email }).where(eq(users.id, id))
    expect((await pavel.call(`DELETE /v1/admin/user/${id}/invitation`)).statusCode).toBe(204)
    expect([await stateOf(second), (await cardOf(id)).invitation?.state]).toEqual(['revoked', 'revoked'])
    expect((await pavel.call(`DELETE /v1/admin/user/${id}/invitation`)).statusCode).toBe(409)
  })

  test('needs an address, and an administrator above the user', async () => {
    const [unreachable, colleague] = [await addPerson(), await addPerson({ email: 'boss@mail.example' }, [])]
    await server.opened.database.insert(userRoles).values({ userId: colleague, role: 'team_leader' })
    expect([await invite(unreachable), await invite(colleague)]).toEqual([409, 403])
    const parent = await server.signInAs({ roles: ['parent'] })
    expect((await parent.call(`POST /v1/admin/user/${unreachable}/invitation`)).statusCode).toBe(403)
  })

  test('is sent to one person five times a day', async () => {
    const id = await addPerson({ email: 'patient@mail.example' })
    for (let sent = 0; sent < 5; sent += 1) expect(await invite(id)).toBe(204)
    const refused = await pavel.call(`POST /v1/admin/user/${id}/invitation`)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '86400'])
    expect(await invite(await addPerson({ email: 'other@mail.example' }))).toBe(204)
  })

  test('of everyone is queued once and sent with a limit per minute', async () => {
    const { database } = server.opened
    const ids = await Promise.all(
      [1, 2, 3].map((number) => addPerson({ email: `teacher${number}@mail.example` }, ['teacher'])),
    )
    const queue = async () =>
      (await pavel.call('POST /v1/admin/invitation/queue', { body: { group: 'teacher' } })).json()
    expect([await queue(), await queue()]).toEqual([{ queued: 3 }, { queued: 0 }])
    const statesOf = async () => (await Promise.all(ids.map(cardOf))).map((card) => card.invitation?.state).sort()
    expect(await statesOf()).toEqual(['queued', 'queued', 'queued'])
    const later = new Date(started.getTime() + 24 * hour)
    const send = (seconds: number) => {
      const now = new Date(later.getTime() + seconds * 1000)
      return sendQueuedInvitations(database, { now, perMinute: 2, env: server.env })
    }
    await send(0)
    await send(30)
    expect(await statesOf()).toEqual(['queued', 'sent', 'sent'])
    await Promise.all([send(60), send(60)])
    expect(await statesOf()).toEqual(['sent', 'sent', 'sent'])
    expect(await database.$count(deliveries, eq(deliveries.kind, 'invitation'))).toBe(3)
    expect(await queueInvitations(database, { group: 'teacher', now: started })).toBe(0)
  })
})

describe('An administrator', () => {
  const reason = 'Звонил родитель'
  const act = async (id: string, action: string, body: object = { reason }) =>
    (await pavel.call(`POST /v1/admin/user/${id}/${action}`, { body })).statusCode

  test('locks an account: its sessions end and its invitation stops working, until it is unlocked', async () => {
    const maria = await server.signInAs({ roles: ['parent'] })
    const { database } = server.opened
    await database.update(users).set({ subject: 'sub-maria' }).where(eq(users.id, maria.userId))
    expect(await act(maria.userId, 'lock')).toBe(204)
    expect(await act(maria.userId, 'lock')).toBe(409)
    expect((await maria.call('GET /v1/profile')).statusCode).toBe(401)
    expect(await cardOf(maria.userId)).toMatchObject({ status: 'locked', lockedAt: started.toISOString() })
    const locked = await pavel.call('GET /v1/admin/user/list', { query: 'status=locked' })
    expect(locked.json<{ total: number }>().total).toBe(1)
    expect(await act(maria.userId, 'unlock')).toBe(204)
    expect(await cardOf(maria.userId)).toMatchObject({ status: 'new', lockedAt: null })
    const entries = await actionsOn(maria.userId)
    expect(entries).toEqual(
      expect.arrayContaining([`account.locked: ${reason}`, `account.unlocked: ${reason}`, 'session.ended']),
    )
  })

  test('ends the sessions of a user', async () => {
    const maria = await server.signInAs({ roles: ['parent'] })
    expect(await act(maria.userId, 'end-sessions')).toBe(204)
    expect(await server.opened.database.$count(sessions, eq(sessions.userId, maria.userId))).toBe(0)
    expect(await actionsOn(maria.userId)).toContain(`account.signed-out: ${reason}`)
  })

  test('gives and takes roles of the school, but none of the provider and none of administration', async () => {
    const id = await addPerson({}, ['parent'])
    const { database } = server.opened
    await database.insert(userRoles).values({ userId: id, role: 'student', givenBy: 'provider' })
    const change = (role: string, kind: string) => act(id, 'role', { role, change: kind, reason })
    expect((await cardOf(id)).control).toMatchObject({ reason: null, takeable: ['parent'] })
    expect(await change('teacher', 'give')).toBe(204)
    expect(await change('teacher', 'give')).toBe(409)
    expect(await change('parent', 'take')).toBe(204)
    expect(await change('student', 'take')).toBe(409)
    expect(await change('administrator', 'give')).toBe(403)
    const card = await cardOf(id)
    expect(card.roles.map(({ name }) => name).sort()).toEqual(['student', 'teacher'])
    expect(card.control.givable).not.toContain('administrator')
    expect(await actionsOn(id)).toEqual(
      expect.arrayContaining([`roles.granted: ${reason}`, `roles.revoked: ${reason}`]),
    )
  })

  test('cannot act on oneself or on another administrator', async () => {
    const other = await server.signInAs({ roles: ['user_manager'] })
    for (const action of ['lock', 'end-sessions']) {
      expect(await act(pavel.userId, action)).toBe(403)
      expect(await act(other.userId, action)).toBe(403)
    }
    expect((await cardOf(other.userId)).control).toEqual({ reason: 'not-weaker', givable: [], takeable: [] })
    const chief = await server.signInAs({ roles: ['super_administrator'], twoFactorLastCheck: started })
    const give = { body: { role: 'administrator', change: 'give', reason } }
    expect((await chief.call(`POST /v1/admin/user/${other.userId}/role`, give)).statusCode).toBe(204)
  })
})
