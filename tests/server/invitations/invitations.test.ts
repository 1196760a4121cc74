import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { stringify } from 'qs'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InvitationPreview, InvitedPeople } from '#contract/people/account-control.ts'
import type { UserCard } from '#contract/people/admin.ts'
import type { Role } from '#contract/roles.ts'
import { invitations } from '#server/db/schema/account-security.ts'
import { auditEntries, providerAccounts, sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { verifyPassword } from '#server/idp/accounts/password-hash.ts'
import { findAccountsByName, parseSignInName } from '#server/idp/accounts/sign-in-names.ts'
import { acceptInvitation } from '#server/idp/invitation/accept-invitation.ts'
import { findInvitation } from '#server/invitations/invitations.ts'
import { queueInvitations, sendQueuedInvitations } from '#server/invitations/queued-invitations.ts'
import { renderMessage } from '#server/notifications/render-message.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
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

async function addPerson(own: Partial<typeof users.$inferInsert> = {}, roles: Role[] = ['parent']) {
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
const queue = (body: InvitedPeople, key: string = randomUUID()) =>
  pavel.call('POST /v1/admin/invitation/queue', { body, headers: { 'idempotency-key': key } })
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
    const queueTeachers = async () => (await queue({ group: 'teacher' })).json()
    expect([await queueTeachers(), await queueTeachers()]).toEqual([{ queued: 3 }, { queued: 0 }])
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
    const chosen = { people: { group: 'teacher' }, administrator: null, today: '2026-10-14' } as const
    expect(await queueInvitations(database, { ...chosen, now: started })).toBe(0)
  })

  test('is not sent to a person who got more rights or was locked while it was queued', async () => {
    const { database } = server.opened
    const [risen, locked, same] = [
      await addPerson({ email: 'risen@mail.example' }, ['teacher']),
      await addPerson({ email: 'locked@mail.example' }, ['teacher']),
      await addPerson({ email: 'same@mail.example' }, ['teacher']),
    ]
    expect((await queue({ group: 'teacher' })).json()).toEqual({ queued: 3 })
    await database.insert(userRoles).values({ userId: risen, role: 'administrator' })
    await database.update(users).set({ lockedAt: started }).where(eq(users.id, locked))
    await sendQueuedInvitations(database, { now: started, perMinute: 100, env: server.env })
    const states = await Promise.all([risen, locked, same].map(async (id) => (await cardOf(id)).invitation?.state))
    expect(states).toEqual(['none', 'none', 'sent'])
    await database.update(users).set({ lockedAt: null }).where(eq(users.id, locked))
  })
})

describe('Invitations to many', () => {
  const previewOf = async ({ group, within }: InvitedPeople) => {
    const query = stringify({ group, within })
    return (await pavel.call('GET /v1/admin/invitation/preview', { query })).json<InvitationPreview>()
  }
  const forget = () => server.opened.database.delete(invitations)
  const names = [
    'Ученик',
    'Мать',
    'Отец без контактов',
    'Учитель',
    'Чужой родитель',
    'Ушедший',
    'Родитель ушедшего',
  ] as const

  /** One group: a student, the guardians, the teacher, who is a parent too, and people who do not belong to it. */
  async function fillGroup() {
    const { database } = server.opened
    // The people of earlier tests.
    await database.update(users).set({ hasPassword: true })
    const school = await openSmallSchool(server)
    const add = (firstName: (typeof names)[number], roles: Role[], own: Partial<typeof users.$inferInsert> = {}) =>
      addPerson({ firstName, email: `${randomUUID()}@mail.example`, ...own }, roles)
    const student = await add('Ученик', ['student'], { email: null, phone: '+79007770001' })
    const left = await add('Ушедший', ['student'])
    const mother = await add('Мать', ['parent'], { language: 'en' })
    const father = await add('Отец без контактов', ['parent'], { email: null })
    const former = await add('Родитель ушедшего', ['parent'])
    await add('Чужой родитель', ['parent'])
    await school.joinGroup(student)
    await school.joinGroup(left, { joinedOn: '2026-09-01', leftOn: '2026-10-14' })
    const guardians = [mother, father].map((guardianId) => ({ guardianId, childId: student }))
    await database.insert(guardianships).values([...guardians, { guardianId: former, childId: left }])
    const own = { firstName: 'Учитель', email: 'irina@mail.example' }
    await database.update(users).set(own).where(eq(users.id, ids.teacher))
    const roles = (['teacher', 'parent'] as const).map((role) => ({ userId: ids.teacher, role }))
    await database.insert(userRoles).values(roles)
  }

  test('reach exactly the people whom the preview counts', async () => {
    const { database } = server.opened
    await fillGroup()
    const everyone = ['Мать', 'Родитель ушедшего', 'Ученик', 'Учитель', 'Ушедший', 'Чужой родитель']
    const scopes = [
      { kind: 'territory', id: ids.territory },
      { kind: 'course', id: ids.program },
      { kind: 'group', id: ids.group },
    ] as const
    const table: [InvitedPeople, string[]][] = [
      [{}, everyone],
      [{ group: 'parent' }, ['Мать', 'Родитель ушедшего', 'Учитель', 'Чужой родитель']],
      [{ group: 'student' }, ['Ученик', 'Ушедший']],
      [{ group: 'teacher' }, ['Учитель']],
      [{ group: 'admin' }, []],
      ...scopes.flatMap((within): [InvitedPeople, string[]][] => [
        [{ within }, ['Мать', 'Ученик', 'Учитель']],
        // The teacher of the group is a parent, but not of one of its students.
        [{ within, group: 'parent' }, ['Мать']],
        [{ within, group: 'student' }, ['Ученик']],
        [{ within, group: 'teacher' }, ['Учитель']],
        [{ within, group: 'admin' }, []],
      ]),
      [{ within: { kind: 'group', id: randomUUID() } }, []],
    ]
    for (const [people, expected] of table) {
      await forget()
      await database.delete(deliveries)
      const preview = await previewOf(people)
      expect((await queue(people)).json(), JSON.stringify(people)).toEqual({ queued: preview.people })
      await sendQueuedInvitations(database, { now: started, perMinute: 100, env: server.env })
      const sent = await database
        .select({ name: users.firstName, channel: deliveries.channel, language: deliveries.language })
        .from(deliveries)
        .innerJoin(users, eq(users.id, deliveries.userId))
        .orderBy(asc(users.firstName))
      expect(sent.map(({ name }) => name).sort(), JSON.stringify(people)).toEqual(expected)
      expect(preview, JSON.stringify(people)).toMatchObject({
        people: expected.length,
        bySms: sent.filter(({ channel }) => channel === 'phone').length,
      })
      const languages = (['ru', 'en'] as const).map((language) => ({
        language,
        people: sent.filter((one) => one.language === language).length,
      }))
      expect(preview.messages.map(({ language, people }) => ({ language, people }))).toEqual(
        languages.filter((one) => one.people > 0).sort((one, other) => other.people - one.people),
      )
    }
    const entries = await database
      .select({ detail: auditEntries.detail })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'invitation.queued'))
    expect(entries.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        'all: 6',
        'parent: 4',
        'all, Сокол: 3',
        'parent, Физика в опытах: 1',
        'teacher, ФИЗ-1: 1',
      ]),
    )
  })

  test('go to the people whom the administrator may invite one by one, and the others are counted', async () => {
    await forget()
    const { database } = server.opened
    const given = (['administrator', 'team_leader', 'super_administrator'] as const).map((role) => [role, 'parent'])
    const added: [Role, string][] = []
    for (const roles of given) {
      const email = `${roles[0]}@mail.example`
      added.push([roles[0] as Role, await addPerson({ email }, roles as Role[])])
    }
    const chief = await server.signInAs({ roles: ['super_administrator'], twoFactorLastCheck: started })
    for (const [administrator, expected, refused] of [
      [pavel, [], 3],
      [chief, ['administrator', 'team_leader'], 1],
    ] as const) {
      const query = stringify({ group: 'admin' })
      const preview = (await administrator.call('GET /v1/admin/invitation/preview', { query })).json()
      expect(preview).toMatchObject({ people: expected.length, notWeaker: refused })
      const headers = { 'idempotency-key': randomUUID() }
      await administrator.call('POST /v1/admin/invitation/queue', { body: { group: 'admin' }, headers })
      const queued = (await database.select({ id: invitations.userId }).from(invitations)).map(({ id }) => id)
      const single: Role[] = []
      for (const [role, id] of added) {
        const { statusCode } = await administrator.call(`POST /v1/admin/user/${id}/invitation`)
        if (statusCode === 204) single.push(role)
      }
      expect(added.filter(([, id]) => queued.includes(id)).map(([role]) => role)).toEqual(expected)
      expect(single).toEqual(expected)
      await forget()
    }
    await database
      .update(users)
      .set({ hasPassword: true })
      .where(
        inArray(
          users.id,
          added.map(([, id]) => id),
        ),
      )
  })

  test('to a group that has ended go to no one', async () => {
    await forget()
    server.clock.now = new Date('2027-06-01T09:00:00Z')
    pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: server.clock.now })
    expect((await previewOf({ within: { kind: 'group', id: ids.group } })).people).toBe(0)
    server.clock.now = started
    pavel = await server.signInAs({ roles: ['administrator'], twoFactorLastCheck: started })
  })

  test('are previewed as they are sent, without a link that works', async () => {
    await forget()
    const { database } = server.opened
    const people = { group: 'parent', within: { kind: 'group', id: ids.group } } as const
    const { messages } = await previewOf(people)
    await queue(people)
    await sendQueuedInvitations(database, { now: started, perMinute: 100, env: server.env })
    const [sent] = await database.select().from(deliveries)
    const rendered = renderMessage('invitation', 'en', sent?.values ?? {})
    const token = /invitation\/([\w-]{43})/.exec(rendered?.text ?? '')?.[1] ?? ''
    expect(messages).toEqual([
      { language: 'en', people: 1, subject: rendered?.subject, text: rendered?.text.replace(token, '…') },
    ])
    expect(await database.$count(invitations)).toBe(1)
  })

  test('are counted once, by two administrators at once and by a repeated request', async () => {
    await forget()
    const people = { group: 'parent' } as const
    const both = await Promise.all([queue(people), queue(people)])
    expect(both.map((answer) => answer.json().queued).sort()).toEqual([0, 4])
    await forget()
    const key = randomUUID()
    const repeated = [await queue(people, key), await queue(people, key)]
    expect(repeated.map((answer) => answer.json())).toEqual([{ queued: 4 }, { queued: 4 }])
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
