import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AppNotification } from '#contract/notifications.ts'
import { linkAccount, removeLinkedAccount } from '#server/auth/linked-accounts.ts'
import { accountChanges } from '#server/db/schema/account-security.ts'
import { linkedAccounts, providerAccounts, sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { hashToken } from '#server/security/tokens.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { auditedOf } from '#tests/support/server/audited.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const newPassword = 'Сирень под окном 7'
const phone = '+79161234567'

const server = openForSuite(() => startAccountServer())
let count = 0
let login: string
let userId: string
let email: string
/** The user's own browser, and a browser of an attacker. */
let owner: Visitor
let thief: Visitor

beforeEach(async () => {
  count += 1
  login = `vera-${count}`
  email = `${login}@mail.example`
  userId = await server.addPerson({ login, name: 'Вера Ильина', roles: ['parent'] })
  await server.database.update(users).set({ hasPassword: true, email, phone }).where(eq(users.id, userId))
  owner = visitorOf(server.app)
  await owner.signIn(login)
  thief = await stolenSession()
  server.pass({ minutes: 1 })
})

/** Like a stolen cookie: a session without a sign-in, so that no notice about a new browser is sent. */
async function stolenSession(): Promise<Visitor> {
  const visitor = visitorOf(server.app)
  visitor.ours.set('lk_session', owner.ours.get('lk_session') ?? '')
  return visitor
}

const confirm = () =>
  server.database.update(sessions).set({ twoFactorLastCheck: server.now() }).where(eq(sessions.userId, userId))

const statusOf = async (visitor: Visitor) => (await visitor.ask('GET', '/api/v1/profile')).status

async function changeContact(contact: { email: string } | { phone: string }): Promise<void> {
  await confirm()
  const isTheirs = eq(sessions.tokenHash, hashToken(thief.ours.get('lk_session') ?? ''))
  const [session] = await server.database.select().from(sessions).where(isTheirs)
  const [channel, target] = Object.entries(contact)[0] as ['email' | 'phone', string]
  const verified = { sessionId: session?.id ?? '', channel, target, verifiedAt: server.now() }
  await server.database.insert(verifiedContacts).values(verified)
  expect((await thief.ask('PATCH', '/api/v1/profile', contact)).status).toBe(200)
}

async function changePassword(): Promise<void> {
  await confirm()
  const body = { currentPassword: demoPassword, newPassword }
  expect((await thief.ask('PATCH', '/api/v1/profile/password/change', body)).status).toBe(204)
}

const accountOf = (name: string) => ({ provider: 'yandex', externalSubject: `${name}-${count}`, login: name })

async function link(name: string, whose = userId): Promise<void> {
  // Notices are distinguished by time.
  server.pass({ seconds: 1 })
  const requester = {
    userId: whose,
    sessionId: await server.addSession(whose),
    language: 'ru',
    now: server.now(),
  } as const
  expect(await linkAccount(server.app, { ...requester, ...accountOf(name) })).toBe('linked')
}

async function remove(name: string): Promise<void> {
  const isThis = eq(linkedAccounts.externalSubject, `${name}-${count}`)
  const [account] = await server.database.select().from(linkedAccounts).where(isThis)
  const requester = { userId, sessionId: await server.addSession(userId), language: 'ru', now: server.now() } as const
  await removeLinkedAccount(server.app, { ...requester, id: account?.id ?? '' })
}

const linkedLogins = async () => {
  const linked = await server.database.select().from(linkedAccounts).where(eq(linkedAccounts.userId, userId))
  return linked.map((account) => account.login).sort()
}

const contacts = async () => {
  const [person] = await server.database.select().from(users).where(eq(users.id, userId))
  return { email: person?.email, phone: person?.phone, hasPassword: person?.hasPassword }
}

/** The revert links of the notices to contacts of this kind. A notice without a link gives an empty string. */
async function linksTo(target: string, kind: string): Promise<(string | undefined)[]> {
  const messages = await server.database
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.target, target), eq(deliveries.kind, kind)))
    .orderBy(deliveries.queuedAt)
  return messages.map(({ values }) => values?.link)
}

async function linkIn(target: string, kind: string): Promise<string> {
  const links = await linksTo(target, kind)
  const { pathname } = new URL(links.at(-1) ?? '')
  return `/api/v1/auth${pathname}`
}

const notificationsOf = async (visitor: Visitor) =>
  (await visitor.ask('GET', '/api/v1/profile/notification/list')).json()?.items as AppNotification[]

const look = async (path: string) => (await visitorOf(server.app).ask('GET', path)).json()
const press = async (path: string, visitor = visitorOf(server.app)) => visitor.ask('POST', path)

describe('A notice', () => {
  test.each([
    ['account-linked', () => link('thief')],
    ['password-changed', changePassword],
  ])('of %s goes to email and phone with the same link', async (kind, change) => {
    await server.database.delete(deliveries)
    await change()
    const [toEmail, toPhone] = [await linksTo(email, kind), await linksTo(phone, kind)]
    expect(toEmail).toEqual([expect.stringMatching(/^http:\/\/localhost:4999\/not-me\/[\w-]{43}$/)])
    expect(toPhone).toEqual(toEmail)
  })

  test('of an unlinked account is sent; linking it twice is no change', async () => {
    await link('own')
    await link('own')
    await remove('own')
    expect([await linksTo(email, 'account-linked'), await linksTo(email, 'account-unlinked')]).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ])
  })

  test('of a new email goes to the old one and the phone with the link, to the new one without', async () => {
    await server.database.delete(deliveries)
    await changeContact({ email: 'thief@mail.example' })
    const kind = 'email-changed'
    expect(await linksTo(email, kind)).toEqual(await linksTo(phone, kind))
    expect(await linksTo(email, kind)).toEqual([expect.stringContaining('/not-me/')])
    expect(await linksTo('thief@mail.example', kind)).toEqual([''])
  })

  test('of later changes still goes to the old email, and only there with a link', async () => {
    await changeContact({ email: `thief-${count}@mail.example` })
    await changeContact({ phone: '+79990000000' })
    await link('thief')
    expect(await linksTo(email, 'account-linked')).toEqual([expect.stringContaining('/not-me/')])
    expect(await linksTo(`thief-${count}@mail.example`, 'account-linked')).toEqual([''])
    server.pass({ hours: 7 * 24 + 1 })
    await link('later')
    expect(await linksTo(email, 'account-linked')).toHaveLength(1)
    expect((await linksTo(`thief-${count}@mail.example`, 'account-linked')).at(-1)).toContain('/not-me/')
  })

  test('reports a new browser, except the first and known ones', async () => {
    expect(await linksTo(email, 'new-device')).toEqual([])
    await owner.signIn(login)
    expect(await linksTo(email, 'new-device')).toEqual([])
    await visitorOf(server.app).signIn(login)
    const [message] = await server.database
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.target, email), eq(deliveries.kind, 'new-device')))
    expect(message?.values).toEqual({
      device: '',
      address: '127.0.0.1',
      at: expect.stringMatching(/^\d+ \S+ в \d\d:\d\d$/),
      link: expect.stringContaining('/not-me/'),
    })
    expect(await linksTo(phone, 'new-device')).toEqual([])
    await server.database.update(users).set({ email: null }).where(eq(users.id, userId))
    await server.database.delete(deliveries)
    server.pass({ minutes: 1 })
    await visitorOf(server.app).signIn(login)
    expect(await linksTo(phone, 'new-device')).toHaveLength(1)

    // In the application those of a day are one, which leads to the devices.
    const items = await notificationsOf(owner)
    const [first] = items
    expect([items.length, (await owner.ask('GET', '/api/v1/profile/notification/unread')).json()]).toEqual([
      1,
      { count: 1 },
    ])
    expect(first).toMatchObject({
      title: 'Вход с нового устройства, 2 раза',
      lines: [expect.stringMatching(/^\d+ \S+ в \d\d:\d\d, 127\.0\.0\.1$/), expect.any(String)],
      count: 2,
      isRead: false,
      path: '/profile?section=devices',
      action: 'Это не я',
    })
    // Newest first.
    expect(first?.lines).toEqual(first?.lines.toSorted().reverse())
    server.pass({ hours: 24 })
    await owner.signIn(login)
    await visitorOf(server.app).signIn(login)
    expect((await notificationsOf(owner)).map(({ title }) => title)).toEqual([
      'Вход с нового устройства',
      'Вход с нового устройства, 2 раза',
    ])
  })
})

describe('The revert link', () => {
  test('shows the change and has no effect when opened', async () => {
    await link('thief')
    const path = await linkIn(email, 'account-linked')
    const opened = {
      state: 'open',
      change: { kind: 'account-linked', at: server.now().toISOString(), subject: 'yandex' },
      reverted: [],
      signInMethods: null,
    }
    expect(await look(path)).toEqual(opened)
    expect(await look(path)).toEqual(opened)
    expect([await linkedLogins(), await statusOf(owner)]).toEqual([['thief'], 200])
    const [stored] = await server.database.select().from(accountChanges).where(eq(accountChanges.userId, userId))
    expect(JSON.stringify(stored)).not.toContain(path.split('/').at(-1))
  })

  test('ends every session, here and at the provider, and takes the linked account back', async () => {
    const another = visitorOf(server.app)
    await another.signIn(login)
    await link('thief')
    const answer = await press(await linkIn(email, 'account-linked'))
    expect(answer.json()).toEqual({
      state: 'done',
      change: expect.objectContaining({ kind: 'account-linked' }),
      reverted: [{ kind: 'account-linked', at: server.now().toISOString(), subject: 'yandex', isLost: false }],
      signInMethods: { hasPassword: true, accounts: [] },
    })
    expect([await statusOf(owner), await statusOf(thief), await statusOf(another)]).toEqual([401, 401, 401])
    expect(await linkedLogins()).toEqual([])
    expect((await another.visitProvider(await another.startSignIn())).text).toContain('name="password"')
  })

  test('confirmed concurrently works once', async () => {
    await link('thief')
    const path = await linkIn(email, 'account-linked')
    const answers = await Promise.all([press(path), press(path), press(path)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[1]?.json()).toEqual(answers[0]?.json())
    const secured = and(eq(deliveries.target, email), eq(deliveries.kind, 'account-secured'))
    expect(await server.database.$count(deliveries, secured)).toBe(1)
  })

  test('is good for seven days', async () => {
    await link('thief')
    const path = await linkIn(email, 'account-linked')
    server.pass({ hours: 7 * 24 })
    expect(await look(path)).toMatchObject({ state: 'expired', reverted: [] })
    expect((await press(path)).json()).toMatchObject({ state: 'expired', reverted: [] })
    expect(await linkedLogins()).toEqual(['thief'])
  })

  test('with an unknown secret is not found', async () => {
    for (const secret of ['A'.repeat(43), 'short']) {
      expect((await press(`/api/v1/auth/not-me/${secret}`)).status).toBe(404)
      expect((await visitorOf(server.app).ask('GET', `/api/v1/auth/not-me/${secret}`)).status).toBe(404)
    }
  })
})

describe('A revert', () => {
  test('includes all later changes, so an attacker cannot keep the first one', async () => {
    await link('own')
    await changeContact({ email: 'thief@mail.example' })
    await changeContact({ phone: '+79990000000' })
    await changePassword()
    await link('thief')
    await remove('own')
    const path = await linkIn(email, 'email-changed')
    const published = await recordEvents(server.database)
    const answer = (await press(path)).json()
    const changed = { collection: 'users', sourcedId: userId, fields: ['email', 'phone'] }
    expect(await published(userId)).toEqual([['profile.changed', changed]])
    expect(answer.reverted).toMatchObject([
      { kind: 'account-unlinked' },
      { kind: 'account-linked' },
      { kind: 'password-changed' },
      { kind: 'phone-changed', subject: '+7 ••• •••-00-00' },
      { kind: 'email-changed', subject: 't***@mail.example' },
    ])
    expect(answer.signInMethods).toEqual({ hasPassword: false, accounts: ['yandex'] })
    const audited = await auditedOf(server.database, 'session', userId)
    expect(audited.map(([action]) => action)).toContain('session.disowned')
    expect(await contacts()).toEqual({ email, phone, hasPassword: false })
    expect(await linkedLogins()).toEqual(['own'])
    const again = visitorOf(server.app)
    for (const password of [demoPassword, newPassword]) {
      const page = await again.visitProvider(await again.startSignIn())
      expect((await again.visitProvider(page.url, { login, password })).url).toContain('/interaction/')
    }
    const secured = eq(deliveries.kind, 'account-secured')
    expect(await server.database.$count(deliveries, and(secured, eq(deliveries.target, email)))).toBe(1)
    expect(await server.database.$count(deliveries, and(secured, eq(deliveries.target, 'thief@mail.example')))).toBe(0)
  })

  test.each([
    ['that was a sign-in name becomes one again', new Date('2035-01-01T00:00:00.000Z')],
    ['that was unconfirmed before stays unconfirmed', null],
  ])('a phone %s', async (_, phoneVerifiedAt) => {
    await server.database.update(users).set({ phoneVerifiedAt }).where(eq(users.id, userId))
    await changeContact({ phone: '+79990000000' })
    await press(await linkIn(email, 'phone-changed'))
    const [person] = await server.database.select().from(users).where(eq(users.id, userId))
    expect([person?.phone, person?.phoneVerifiedAt]).toEqual([phone, phoneVerifiedAt])
  })

  test('excludes earlier changes and changes that were already reverted', async () => {
    await link('first')
    const first = await linkIn(email, 'account-linked')
    await link('second')
    const second = await linkIn(email, 'account-linked')
    await press(second)
    expect(await linkedLogins()).toEqual(['first'])
    await press(first)
    expect(await linkedLogins()).toEqual([])
    expect((await look(first)).reverted).toMatchObject([{ kind: 'account-linked' }])
    await link('third')
    expect((await press(second)).json()).toMatchObject({ state: 'done' })
    expect(await linkedLogins()).toEqual(['third'])
  })

  test('removes a first password', async () => {
    await link('own')
    await server.database.update(users).set({ hasPassword: false }).where(eq(users.id, userId))
    const isTheirs = eq(providerAccounts.subject, `sub-${login}`)
    await server.database.update(providerAccounts).set({ passwordHash: null }).where(isTheirs)
    await confirm()
    expect((await thief.ask('POST', '/api/v1/profile/password/set-first', { password: newPassword })).status).toBe(204)
    await remove('own')
    await press(await linkIn(phone, 'password-set'))
    const [account] = await server.database.select().from(providerAccounts).where(isTheirs)
    expect([account?.passwordHash, await linkedLogins()]).toEqual([null, ['own']])
  })

  test('reports an unlinked account that another user has linked meanwhile', async () => {
    await link('own')
    await remove('own')
    const other = await server.addPerson({ login: `other-${count}`, name: 'Глеб Фомин', roles: ['parent'] })
    await link('own', other)
    const answer = (await press(await linkIn(email, 'account-unlinked'))).json()
    expect(answer.reverted).toMatchObject([{ kind: 'account-unlinked', isLost: true }])
    expect(await linkedLogins()).toEqual([])
  })

  test('of a sign-in makes that browser unknown again', async () => {
    await thief.signIn(login)
    await press(await linkIn(email, 'new-device'))
    expect(await statusOf(thief)).toBe(401)
    await thief.sendResult(await thief.signInAtProvider(await thief.startSignIn(), login))
    expect(await linksTo(email, 'new-device')).toHaveLength(2)
  })

  test('changes nothing while the password store fails, and everything on retry', async () => {
    const { passwords } = server.app
    await changePassword()
    await link('thief')
    const path = await linkIn(email, 'password-changed')
    const failingApp = await server.build({})
    failingApp.passwords = passwords && {
      ...passwords,
      drop: () => Promise.reject(new Error('the password store fails')),
    }
    expect((await visitorOf(failingApp).ask('POST', path)).status).toBe(500)
    expect([(await look(path)).state, await linkedLogins(), await statusOf(owner)]).toEqual(['open', ['thief'], 200])
    expect((await press(path)).json()).toMatchObject({ state: 'done' })
    expect(await linkedLogins()).toEqual([])
  })

  test('also stops concurrent requests: an ended session changes nothing', async () => {
    await link('thief')
    const sessionId = await server.addSession(userId)
    await press(await linkIn(email, 'account-linked'))
    const late = { userId, sessionId, language: 'ru', now: server.now() } as const
    await expect(linkAccount(server.app, { ...late, ...accountOf('late') })).rejects.toMatchObject({
      type: 'unauthenticated',
    })
    expect(await linkedLogins()).toEqual([])
  })
})
