import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnJoinPreview } from '#contract/people/account-joins.ts'
import type { UserCard } from '#contract/people/admin.ts'
import type { Role } from '#contract/roles.ts'
import { accountJoins } from '#server/db/schema/account-joins.ts'
import { auditEntries, sessions } from '#server/db/schema/identity.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

type Someone = Person & { userId: string; sessionId: string }
type Contact = { email: string } | { phone: string }

const server = openForSuite(() => openTestApp())
const db = () => server.opened.database

let number = 0
/** The signed-in account has an email, the other one an email and a phone. */
let own: Someone
let other: string
let otherPhone: string
let otherEmail: string

beforeEach(async () => {
  number += 1
  otherPhone = `+7925${String(number).padStart(7, '0')}`
  otherEmail = `other${number}@mail.example`
  own = await signIn()
  other = await addAccount({ email: otherEmail, phone: otherPhone })
})

async function addAccount(values: Partial<typeof users.$inferInsert> = {}, roles: Role[] = ['parent']) {
  const id = randomUUID()
  const name = { firstName: 'Ольга', lastName: 'Соколова' }
  await db()
    .insert(users)
    .values({ id, ...name, ...values })
  if (roles.length > 0)
    await db()
      .insert(userRoles)
      .values(roles.map((role) => ({ userId: id, role, givenBy: 'school' as const })))
  return id
}

async function signIn(values: Partial<typeof users.$inferInsert> = {}, roles: Role[] = ['parent']) {
  const userId = await addAccount({ email: `own${number}@mail.example`, ...values }, roles)
  return server.signInAs({ roles: [], userId, twoFactorLastCheck: server.clock.now })
}

const send = (to: Contact, who: Person = own) => who.call('POST /v1/profile/join/send', { body: to })
const verify = (body: object, who: Person = own) => who.call('POST /v1/profile/join/verify', { body })

async function prove(to: Contact, who: Person = own) {
  await send(to, who)
  const code = await codeSentTo(db(), 'email' in to ? to.email : to.phone)
  expect((await verify({ ...to, code }, who)).json()).toEqual({ verified: true })
}

const preview = async (who: Person = own) =>
  (await who.call('GET /v1/profile/join/preview')).json<OwnJoinPreview & { type?: string }>()

async function join(more: object = {}, who: Person = own) {
  const { accounts } = await preview(who)
  const [keptId, joinedId] = accounts ? [accounts.kept.id, accounts.joined.id] : [own.userId, other]
  const body = { keptId, joinedId, nameOf: keptId, emailOf: keptId, phoneOf: joinedId, ...more }
  const answer = await who.call('POST /v1/profile/join', { body })
  return answer.statusCode === 204 ? 'joined' : answer.json<{ type: string }>().type
}

const userOf = async (id: string) => (await db().select().from(users).where(eq(users.id, id)))[0]
const messagesTo = async (target: string) =>
  (await db().select({ kind: deliveries.kind }).from(deliveries).where(eq(deliveries.target, target))).map(
    ({ kind }) => kind,
  )

describe('A person joins two own accounts', () => {
  test('by proving the contact of the other one: a preview, messages, the audit log, and the school can undo it', async () => {
    const child = await addAccount({ firstName: 'Артём' }, ['student'])
    await db().insert(guardianships).values({ guardianId: other, childId: child })
    await prove({ phone: otherPhone })
    expect(await preview()).toMatchObject({
      obstacle: null,
      accounts: {
        kept: { id: own.userId, email: `own${number}@mail.example` },
        joined: { id: other, phone: otherPhone },
        moves: [{ kind: 'children', count: 1 }],
        stays: [],
      },
    })
    expect(await join()).toBe('joined')
    expect(await userOf(own.userId)).toMatchObject({ email: `own${number}@mail.example`, phone: otherPhone })
    expect(await userOf(other)).toMatchObject({ email: null, phone: null, joinedInto: own.userId })
    expect((await own.call('GET /v1/profile/children')).json()).toMatchObject([{ uuid: child }])
    for (const target of [`own${number}@mail.example`, otherEmail, otherPhone])
      expect(await messagesTo(target)).toContain('own-accounts-joined')
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.action, 'account.joined'))
    expect(
      entries
        .filter(({ actorId }) => actorId === own.userId)
        .map(({ subjectId }) => subjectId)
        .sort(),
    ).toEqual([own.userId, other].sort())

    const pavel = await server.signInAs({ roles: ['administrator'] })
    const card = (await pavel.call(`GET /v1/admin/user/${own.userId}`)).json<UserCard>()
    expect(card.joins).toMatchObject([{ joinedId: other, by: 'Соколова Ольга', undoableUntil: expect.any(String) }])
    const body = { reason: 'Это были разные люди' }
    expect((await pavel.call(`POST /v1/admin/user/${other}/join/undo`, { body })).statusCode).toBe(200)
    expect(await userOf(other)).toMatchObject({ email: otherEmail, phone: otherPhone, joinedInto: null })
  })

  test('and stays signed in with the account of the school’s records, when that one stays', async () => {
    await db().update(users).set({ externalId: other }).where(eq(users.id, other))
    const elsewhere = await server.signInAs({ roles: [], userId: own.userId })
    await prove({ phone: otherPhone })
    expect(await join()).toBe('joined')
    expect((await own.call('GET /v1/profile')).json()).toMatchObject({ id: other })
    expect((await elsewhere.call('GET /v1/profile')).statusCode).toBe(401)
    expect(await db().$count(sessions, eq(sessions.userId, own.userId))).toBe(0)
  })

  test('once: a repeated request gets the same answer', async () => {
    await prove({ phone: otherPhone })
    const body = { keptId: own.userId, joinedId: other, nameOf: other, emailOf: other, phoneOf: other }
    const both = await Promise.all([1, 2].map(() => own.call('POST /v1/profile/join', { body })))
    expect(both.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await db().$count(accountJoins, eq(accountJoins.joinedId, other))).toBe(1)
  })

  test('by an email where the account has no phone, which may be the email of both', async () => {
    const shared = `own${number}@mail.example`
    await db().update(users).set({ email: shared.toUpperCase(), phone: null }).where(eq(users.id, other))
    await prove({ email: shared })
    expect(await preview()).toMatchObject({ obstacle: null, accounts: { joined: { id: other } } })
  })
})

describe('Joining own accounts is refused', () => {
  type Refused = [string, string, () => Promise<unknown>]
  const change = (values: Partial<typeof users.$inferInsert>) =>
    db().update(users).set(values).where(eq(users.id, other))
  const cases: Refused[] = [
    ['no account has the contact', 'unknown-contact', () => change({ phone: null })],
    ['several accounts have it', 'shared-contact', () => addAccount({ phone: otherPhone })],
    ['the names differ', 'names-differ', () => change({ firstName: 'Анна' })],
    [
      'the patronyms differ',
      'names-differ',
      async () => {
        await change({ patronym: 'Ивановна' })
        await db().update(users).set({ patronym: 'Петровна' }).where(eq(users.id, own.userId))
      },
    ],
    ['the account has no name', 'names-differ', () => change({ firstName: '', lastName: '' })],
    [
      'a role of the staff is given',
      'staff',
      () => db().insert(userRoles).values({ userId: other, role: 'teacher', givenBy: 'school' }),
    ],
    ['the school has locked it', 'school-only', () => change({ lockedAt: new Date() })],
    [
      'both are in the school’s records',
      'school-only',
      async () => {
        await change({ externalId: randomUUID() })
        await db().update(users).set({ externalId: randomUUID() }).where(eq(users.id, own.userId))
      },
    ],
    [
      'they are relatives',
      'school-only',
      () => db().insert(guardianships).values({ guardianId: own.userId, childId: other }),
    ],
  ]
  test.each(cases)('if %s: %s', async (_, obstacle, prepare) => {
    await prepare()
    await prove({ phone: otherPhone })
    expect(await preview()).toEqual({ obstacle, accounts: null })
    expect(await join()).toBe('accounts-not-joinable')
    expect((await userOf(other))?.joinedInto).toBeNull()
  })

  test('by an email, if the account gets its codes by phone', async () => {
    await prove({ email: otherEmail })
    expect(await preview()).toEqual({ obstacle: 'other-factor', accounts: null })
  })

  test('without a proof, with one of another session, and 15 minutes after it', async () => {
    expect(await join()).toBe('code-expired')
    const elsewhere = await server.signInAs({ roles: [], userId: own.userId, twoFactorLastCheck: server.clock.now })
    await prove({ phone: otherPhone }, elsewhere)
    expect((await preview()).type).toBe('code-expired')
    expect(await preview(elsewhere)).toMatchObject({ obstacle: null })
    const before = server.clock.now
    server.clock.now = new Date(before.getTime() + 15 * 60_000)
    expect((await preview(elsewhere)).type).toBe('code-expired')
    server.clock.now = before
  })

  test('without a fresh second factor of the own account', async () => {
    const stale = await server.signInAs({ roles: [], userId: own.userId })
    expect((await send({ phone: otherPhone }, stale)).json()).toMatchObject({ type: 'two-factor-required' })
    expect(await join({}, stale)).toBe('two-factor-required')
  })

  test('during an impersonation', async () => {
    const pavel = await server.signInAs({ roles: ['administrator'] })
    const seen = await server.signInAs({ roles: [], userId: own.userId, seenBy: pavel.userId })
    expect((await send({ phone: otherPhone }, seen)).json()).toMatchObject({ type: 'impersonation-forbids' })
    expect((await preview(seen)).type).toBe('impersonation-forbids')
  })

  test('if the accounts are not those of the preview', async () => {
    await prove({ phone: otherPhone })
    expect(await join({ keptId: other, joinedId: own.userId })).toBe('state-conflict')
    expect(await join({ emailOf: randomUUID() })).toBe('invalid-values')
  })
})

test('A contact gets a code whether or not an account has it, and the answers are equal', async () => {
  const unknown = `unknown${number}@mail.example`
  const answers = [await send({ email: otherEmail }), await send({ email: unknown })]
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [200, { noResendExpiresIn: 60 }],
    [200, { noResendExpiresIn: 60 }],
  ])
  expect([await messagesTo(otherEmail), await messagesTo(unknown)]).toEqual([['join-code'], ['join-code']])
})

test('Codes have the limits of other codes, and a code of another purpose proves nothing', async () => {
  await send({ phone: otherPhone })
  expect((await send({ phone: otherPhone })).json()).toMatchObject({ type: 'code-too-soon' })
  const code = await codeSentTo(db(), otherPhone)
  expect((await verify({ phone: otherPhone, code: otherThan(code) })).json()).toMatchObject({
    type: 'code-wrong',
    triesLeft: 4,
  })
  const usual = await own.call('POST /v1/profile/account/verification/verify', { body: { phone: otherPhone, code } })
  expect(usual.json()).toMatchObject({ type: 'code-expired' })
  const entries = await db()
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, own.userId), eq(auditEntries.action, 'code.sent')))
  expect(entries.length).toBeGreaterThan(0)
})
