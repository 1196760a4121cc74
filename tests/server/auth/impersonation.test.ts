import { eq, gte } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Role, rolesOfCheck } from '#contract/roles.ts'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { addUser } from '#tests/support/server/account-server.ts'
import { browserOf, loginAs, plausibleReason, problemOf, whoIs } from '#tests/support/server/administrator.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { forgetLimits } from '#tests/support/server/limits.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { tabRaceRounds } from '#tests/support/server/races.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const logoutAs = '/api/v1/admin/auth/logout-as'

const server = openForSuite(() => openTestApp())
let olgaId: string
/** Entries persist across tests, so each test reads only the entries that it has added. */
const ofThisTest = () => gte(auditEntries.at, began)
let began: Date
let pavel: Visitor & { userId: string; sessionId: string }

beforeEach(async () => {
  pass(13 * 60)
  began = server.clock.now
  await server.opened.database.delete(sessions)
  await server.opened.database.delete(deliveries)
  olgaId = await addUser(server.opened.database, { name: 'Ольга Соколова', roles: ['parent', 'team_leader'] })
  await server.opened.database.update(users).set({ email: 'olga@mail.example' }).where(eq(users.id, olgaId))
  pavel = await browserOf(server, { roles: ['administrator'] })
})

function pass(minutes: number): void {
  server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000)
}

const tokenOf = ({ ours }: Visitor) => ours.get('lk_session') ?? ''

/** The audit entries, oldest first. */
async function log() {
  const entries = await server.opened.database.select().from(auditEntries).where(ofThisTest()).orderBy(auditEntries.at)
  return entries.map(({ action, actorId, subjectId, problem }) => [action, actorId, subjectId, problem])
}

async function setRoles(userId: string, roles: readonly Role[]): Promise<void> {
  await server.opened.database.delete(userRoles).where(eq(userRoles.userId, userId))
  if (roles.length > 0) await server.opened.database.insert(userRoles).values(roles.map((role) => ({ userId, role })))
}

function browserWith(token: string): Visitor {
  const visitor = visitorOf(server.app)
  visitor.ours.set('lk_session', token)
  return visitor
}

describe('An administrator logs in as a user (D-13, D-37)', () => {
  test('and becomes the user for 30 minutes with a new token; the old token is invalid', async () => {
    const before = tokenOf(pavel)
    const answer = await loginAs(pavel, olgaId)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(tokenOf(pavel)).not.toBe(before)
    expect(await whoIs(browserWith(before))).toBe(401)
    const until = new Date(server.clock.now.getTime() + 30 * 60_000).toISOString()
    expect((await pavel.ask('GET', '/api/v1/profile')).json()).toMatchObject({
      id: olgaId,
      isLoggedAs: true,
      roles: [{ name: 'parent' }, { name: 'team_leader' }],
      impersonation: { by: 'Иван Петров', until },
    })
  })

  test('which is audited with actor, subject, reason, time and address', async () => {
    await loginAs(pavel, olgaId, `  ${plausibleReason}  `)
    const [entry, ...more] = await server.opened.database.select().from(auditEntries).where(ofThisTest())
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      action: 'impersonation.started',
      actorId: pavel.userId,
      subjectId: olgaId,
      reason: plausibleReason,
      at: server.clock.now,
      address: '127.0.0.1',
      problem: null,
    })
  })

  test('leaves and returns to the own session; the user is notified', async () => {
    await loginAs(pavel, olgaId)
    expect(await server.opened.database.$count(deliveries)).toBe(0)
    const token = tokenOf(pavel)
    pass(10)
    expect((await pavel.ask('POST', logoutAs)).status).toBe(204)
    expect([await whoIs(pavel), await whoIs(browserWith(token))]).toEqual([pavel.userId, 401])
    expect(problemOf(await pavel.ask('POST', logoutAs))).toEqual({ status: 409, type: 'state-conflict' })
    expect(await log()).toEqual([
      ['impersonation.started', pavel.userId, olgaId, null],
      ['impersonation.ended', pavel.userId, olgaId, null],
    ])
    expect(await server.opened.database.select().from(deliveries)).toMatchObject([
      {
        channel: 'email',
        target: 'olga@mail.example',
        kind: 'account-visited',
        values: { by: 'Иван Петров', reason: plausibleReason },
      },
    ])
  })

  test('names the ticket that it is for in the audit log, in the profile and in the notification', async () => {
    const body = { userId: olgaId, reason: plausibleReason, ticketNumber: ' Р-2026-000123 ' }
    expect((await pavel.ask('POST', '/api/v1/admin/auth/login-as', body)).status).toBe(204)
    expect(await server.opened.database.select().from(auditEntries).where(ofThisTest())).toMatchObject([
      { reason: plausibleReason, detail: 'Р-2026-000123' },
    ])
    const visits = await pavel.ask('GET', '/api/v1/profile/visit/list')
    expect(visits.json()).toMatchObject([{ reason: plausibleReason, ticketNumber: 'Р-2026-000123' }])
    await pavel.ask('POST', logoutAs)
    expect(await server.opened.database.select().from(deliveries)).toMatchObject([
      { values: { by: 'Иван Петров', reason: plausibleReason, ticketNumber: 'Р-2026-000123' } },
    ])
  })

  test.each([
    ['in Russian for a user of unknown language', null, 'ru'],
    ['in Russian', 'ru', 'ru'],
    ['in English', 'en', 'en'],
  ] as const)('leaves, and the notification is %s', async (_how, language, spoken) => {
    await server.opened.database.update(users).set({ language }).where(eq(users.id, olgaId))
    await loginAs(pavel, olgaId)
    await pavel.ask('POST', logoutAs)
    expect(await server.opened.database.select().from(deliveries)).toMatchObject([{ language: spoken }])
  })

  test.each([
    ['nine characters', 'a'.repeat(9)],
    ['blanks around nine', `     ${'a'.repeat(9)}     `],
    ['501 characters', 'a'.repeat(501)],
    ['nothing', undefined],
  ])('requires a reason of 10 to 500 characters and rejects %s', async (_, reason) => {
    const answer = await pavel.ask('POST', '/api/v1/admin/auth/login-as', { userId: olgaId, reason })
    expect(problemOf(answer)).toEqual({ status: 422, type: 'invalid-values' })
    expect(await whoIs(pavel)).toBe(pavel.userId)
  })
})

describe('Denied and audited', () => {
  test.each(rolesOfCheck.admin)('attempts for an equal: someone with the role %s', async (role) => {
    const equal = await addUser(server.opened.database, { name: 'Светлана Орлова', roles: ['parent', role] })
    expect(problemOf(await loginAs(pavel, equal))).toEqual({ status: 403, type: 'target-not-weaker' })
    expect(await whoIs(pavel)).toBe(pavel.userId)
    expect(await log()).toEqual([['impersonation.refused', pavel.userId, equal, 'target-not-weaker']])
  })

  test('attempts for oneself', async () => {
    expect(problemOf(await loginAs(pavel, pavel.userId))).toEqual({ status: 403, type: 'target-not-weaker' })
    expect(await log()).toEqual([['impersonation.refused', pavel.userId, pavel.userId, 'target-not-weaker']])
  })

  test('attempts from within an impersonation; the entry names the administrator', async () => {
    const borisId = await addUser(server.opened.database, { name: 'Борис Громов', roles: ['student'] })
    await loginAs(pavel, olgaId)
    expect(problemOf(await loginAs(pavel, borisId))).toEqual({ status: 403, type: 'impersonation-forbids' })
    expect(await whoIs(pavel)).toBe(olgaId)
    expect((await log()).at(-1)).toEqual(['impersonation.refused', pavel.userId, null, 'impersonation-forbids'])
  })

  test('attempts of users who are not administrators', async () => {
    const leader = await browserOf(server, { roles: ['team_leader', 'parent'] })
    expect(problemOf(await loginAs(leader, olgaId))).toEqual({ status: 403, type: 'role-missing' })
    expect(await log()).toEqual([['impersonation.refused', leader.userId, null, 'role-missing']])
  })

  test('a user who does not exist is not found', async () => {
    const unknownId = '00000000-0000-4000-8000-00000000dead'
    expect(problemOf(await loginAs(pavel, unknownId))).toEqual({ status: 404, type: 'not-found' })
    expect(await whoIs(pavel)).toBe(pavel.userId)
  })
})

describe('While it lasts', () => {
  test.each<[string, Role[], Role[]]>([
    ['the administrator loses the role', ['teacher'], ['parent']],
    ['the user becomes an administrator', ['administrator'], ['parent', 'user_manager']],
  ])('it ends if %s', async (_, administratorRoles, roles) => {
    await loginAs(pavel, olgaId)
    await setRoles(pavel.userId, administratorRoles)
    await setRoles(olgaId, roles)
    expect(await whoIs(pavel)).toBe(pavel.userId)
    expect((await log()).at(-1)).toEqual(['impersonation.revoked', pavel.userId, olgaId, null])
    expect(await server.opened.database.$count(deliveries)).toBe(1)
  })

  test('it ends after 30 minutes with one audit entry and one notice', async () => {
    await loginAs(pavel, olgaId)
    pass(20)
    expect(await whoIs(pavel)).toBe(olgaId)
    pass(10)
    expect(await Promise.all(Array.from({ length: 10 }, () => whoIs(pavel)))).toEqual(Array(10).fill(pavel.userId))
    expect((await log()).slice(1)).toEqual([['impersonation.expired', pavel.userId, olgaId, null]])
    expect(await server.opened.database.$count(deliveries)).toBe(1)
  })

  test('the user ends all sessions; the administrator stays signed in', async () => {
    const olga = await browserOf(server, { roles: [], userId: olgaId })
    await loginAs(pavel, olgaId)
    const { url } = (await olga.ask('GET', '/api/v1/auth/logout-link')).json()
    await olga.ask('GET', new URL(String(url)).pathname)
    expect([await whoIs(olga), await whoIs(pavel)]).toEqual([401, olgaId])
  })

  test('it ends without any request, with an audit entry and a notice, and leaves no session', async () => {
    const { database } = server.opened
    await loginAs(pavel, olgaId)
    pass(31)
    for (const left of [1, 0]) {
      await runJobs(['delete-ended-sessions'], { database, clock: () => server.clock.now })
      expect(await database.$count(sessions)).toBe(left)
    }
    expect((await log()).at(-1)).toEqual(['impersonation.expired', pavel.userId, olgaId, null])
    expect(await database.$count(deliveries)).toBe(1)
  })
})

describe('Signing out and logging in as a user cross', () => {
  const linkOf = async (someone: Visitor) => {
    const { url } = (await someone.ask('GET', '/api/v1/auth/logout-link')).json()
    return new URL(String(url)).pathname
  }

  test('login-as is answered after the sign-out: its token is invalid', async () => {
    const link = await linkOf(pavel)
    const slowTab = browserWith(tokenOf(pavel))
    await loginAs(slowTab, olgaId)
    // The response has not arrived: this tab still sends the previous cookie.
    await pavel.ask('GET', link)
    expect(await whoIs(slowTab)).toBe(401)
    expect(await server.opened.database.$count(sessions, eq(sessions.userId, pavel.userId))).toBe(0)
    expect((await log()).filter(([action]) => action === 'impersonation.ended')).toEqual([
      ['impersonation.ended', pavel.userId, olgaId, null],
    ])
  })

  test('links from before and from within the impersonation both end it completely', async () => {
    const before = await linkOf(pavel)
    await loginAs(pavel, olgaId)
    await pavel.ask('GET', before)
    expect(await whoIs(pavel)).toBe(401)

    const other = await browserOf(server, { roles: ['administrator'] })
    await loginAs(other, olgaId)
    const within = await linkOf(other)
    await other.ask('POST', logoutAs)
    await other.ask('GET', within)
    expect(await whoIs(other)).toBe(401)
  })
})

describe('Two tabs race', () => {
  const times = tabRaceRounds

  test('to impersonate two users: exactly one wins and the other gets an error', {
    timeout: 120_000,
  }, async () => {
    const borisId = await addUser(server.opened.database, { name: 'Борис Громов', roles: ['student'] })
    for (let time = 0; time < times; time += 1) {
      await forgetLimits(server.opened)
      const tabs = [browserWith(tokenOf(pavel)), browserWith(tokenOf(pavel))] as const
      const answers = await Promise.all([loginAs(tabs[0], olgaId), loginAs(tabs[1], borisId)])
      const won = answers.findIndex(({ status }) => status === 204)
      const lost = answers[1 - won]
      expect([won >= 0, lost && [401, 409].includes(lost.status)]).toEqual([true, true])
      const winner = tabs[won] as Visitor
      expect(await whoIs(winner)).toBe([olgaId, borisId][won])
      await winner.ask('POST', logoutAs)
      pavel.ours.set('lk_session', tokenOf(winner))
    }
    expect(await server.opened.database.$count(auditEntries, ofThisTest())).toBe(2 * times)
  })

  test('to leave: exactly one succeeds, with one audit entry', { timeout: 120_000 }, async () => {
    for (let time = 0; time < times; time += 1) {
      await forgetLimits(server.opened)
      await loginAs(pavel, olgaId)
      const tabs = [browserWith(tokenOf(pavel)), browserWith(tokenOf(pavel))] as const
      const answers = await Promise.all(tabs.map((tab) => tab.ask('POST', logoutAs)))
      const won = answers.findIndex(({ status }) => status === 204)
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      expect([401, 409]).toContain(answers[1 - won]?.status)
      pavel.ours.set('lk_session', tokenOf(tabs[won] as Visitor))
    }
    expect(await whoIs(pavel)).toBe(pavel.userId)
    expect(await server.opened.database.$count(auditEntries, ofThisTest())).toBe(2 * times)
    expect(await server.opened.database.$count(deliveries)).toBe(times)
  })

  test('to impersonate and to sign out: no session stays', { timeout: 120_000 }, async () => {
    for (let time = 0; time < times; time += 1) {
      await forgetLimits(server.opened)
      const someone = await browserOf(server, { roles: ['administrator'], userId: pavel.userId })
      const { url } = (await someone.ask('GET', '/api/v1/auth/logout-link')).json()
      const tab = browserWith(tokenOf(someone))
      await Promise.all([loginAs(tab, olgaId), someone.ask('GET', new URL(String(url)).pathname)])
      expect([await whoIs(tab), await whoIs(someone)]).toEqual([401, 401])
    }
    const actions = (await log()).map(([action]) => action)
    const started = actions.filter((action) => action === 'impersonation.started')
    expect(actions.filter((action) => action === 'impersonation.ended')).toHaveLength(started.length)
  })
})

describe('The list of impersonations of an account', () => {
  test('is shown to the user, newest first, during and after', async () => {
    const olga = await browserOf(server, { roles: [], userId: olgaId })
    const visits = async () => (await olga.ask('GET', '/api/v1/profile/visit/list')).json()
    expect(await visits()).toEqual([])

    const startedAt = server.clock.now.toISOString()
    await loginAs(pavel, olgaId)
    expect(await visits()).toMatchObject([{ by: 'Иван Петров', reason: plausibleReason, startedAt, endedAt: null }])
    pass(5)
    const endedAt = server.clock.now.toISOString()
    await pavel.ask('POST', logoutAs)
    pass(1)
    await loginAs(pavel, olgaId, 'Проверяю расписание после звонка')
    expect(await visits()).toMatchObject([
      { reason: 'Проверяю расписание после звонка', endedAt: null },
      { reason: plausibleReason, startedAt, endedAt },
    ])
  })

  test('an expired impersonation has ended even without a later request', async () => {
    await loginAs(pavel, olgaId)
    const endedAt = new Date(server.clock.now.getTime() + 30 * 60_000).toISOString()
    pass(60)
    const olga = await browserOf(server, { roles: [], userId: olgaId })
    expect((await olga.ask('GET', '/api/v1/profile/visit/list')).json()).toMatchObject([{ endedAt }])
  })

  test('denied attempts and other users’ impersonations are excluded', async () => {
    await loginAs(pavel, pavel.userId)
    await loginAs(pavel, olgaId)
    const stranger = await browserOf(server, { roles: ['student'] })
    expect((await stranger.ask('GET', '/api/v1/profile/visit/list')).json()).toEqual([])
    await pavel.ask('POST', logoutAs)
    expect((await pavel.ask('GET', '/api/v1/profile/visit/list')).json()).toEqual([])
  })
})
