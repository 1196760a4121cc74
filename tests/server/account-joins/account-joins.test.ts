import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JoinPreview } from '#contract/people/account-joins.ts'
import type { FoundUser, UserCard } from '#contract/people/admin.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { Role } from '#contract/roles.ts'
import { fateOfReference, findUserReferences } from '#server/access/user-references.ts'
import { matchAccount } from '#server/auth/oidc/account-matching.ts'
import { createSession } from '#server/auth/sessions/session-store.ts'
import { accountJoinRows, accountJoins } from '#server/db/schema/account-joins.ts'
import { accountChanges } from '#server/db/schema/account-security.ts'
import { auditEntries, linkedAccounts, sessions } from '#server/db/schema/identity.ts'
import { externalIds } from '#server/db/schema/integration.ts'
import { deliveries, notificationSettings } from '#server/db/schema/notifications.ts'
import { guardianships, type RoleGiver, userRoles, users } from '#server/db/schema/people.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { calendarFeeds, tickets } from '#server/db/schema/schedule.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { everyPerson } from '#tests/support/providers/only-provider.ts'
import { rightsOfPair } from '#tests/support/samples/rights-of-pair.ts'
import { openSmallSchool, ids as school } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const started = new Date('2026-10-14T09:00:00Z')
const days = (count: number) => new Date(started.getTime() + count * 86_400_000)
const server = openForSuite(() => openTestApp({ now: started }))
const reason = 'Один человек вошёл дважды'
let pavel: Person & { userId: string; sessionId: string }

beforeAll(async () => {
  await openSmallSchool(server)
})
beforeEach(async () => {
  server.clock.now = started
  pavel = await server.signInAs({ roles: ['administrator'] })
})

const db = () => server.opened.database
type Grants = readonly (readonly [Role, RoleGiver])[]

async function addUser(values: Partial<typeof users.$inferInsert> = {}, roles: Grants = []): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(users)
    .values({ id, firstName: 'Ольга', lastName: 'Соколова', ...values })
  if (roles.length > 0)
    await db()
      .insert(userRoles)
      .values(roles.map(([role, givenBy]) => ({ userId: id, role, givenBy })))
  return id
}

async function userOf(id: string) {
  const [user] = await db().select().from(users).where(eq(users.id, id))
  if (!user) throw new Error('no such user')
  const { firstName, email, phone, subject, joinedInto, phoneVerifiedAt } = user
  return { firstName, email, phone, subject, joinedInto, isVerified: phoneVerifiedAt !== null }
}

const rolesOf = async (id: string) =>
  (await db().select().from(userRoles).where(eq(userRoles.userId, id)))
    .map((row) => `${row.role} ${row.givenBy}`)
    .sort()

async function addTicket(authorId: string, values: Partial<typeof tickets.$inferInsert> = {}): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(tickets)
    .values({ id, number: id, authorId, contentHtml: '', createdAt: started, ...values })
  return id
}

const authorOf = async (id: string) => (await db().select().from(tickets).where(eq(tickets.id, id)))[0]?.authorId

const preview = async (id: string, other: string, who: Person = pavel) =>
  (await who.call(`GET /v1/admin/user/${id}/join/preview`, { query: `other=${other}` })).json<JoinPreview>()

async function join(id: string, otherId: string, more: Record<string, unknown> = {}, who: Person = pavel) {
  const { kept } = await preview(id, otherId, who)
  const keptId = kept?.id ?? id
  const body = { otherId, keptId, nameOf: keptId, emailOf: keptId, phoneOf: keptId, reason, ...more }
  const answer = await who.call(`POST /v1/admin/user/${id}/join`, { body })
  return answer.statusCode === 204 ? 'joined' : answer.json<{ type: string }>().type
}

const undo = (id: string) => pavel.call(`POST /v1/admin/user/${id}/join/undo`, { body: { reason } })

const profile = { login: null, firstName: 'Ольга', lastName: 'Соколова', patronym: null, email: null, phone: null }
const log = pino({ level: 'silent' })

function signIn(subject: string): Promise<string> {
  const login = { methods: [], secondsSinceLogin: null, secondsSinceSecondFactor: null, roles: null, unmapped: [] }
  const more = { unverified: { email: null, phone: null }, ...login }
  const person = { ...profile, ...more, subject, idToken: 'none', providerSessionId: null }
  return db().transaction(async (transaction) => {
    const visit = { issuer: 'embedded', matching: everyPerson, language: 'ru', now: server.clock.now, log } as const
    const userId = await matchAccount(transaction, person, visit)
    const device = { browser: null, system: null, address: null }
    await createSession(transaction, { userId, idToken: 'none', device, now: server.clock.now })
    return userId
  })
}

const sessionsOf = (id: string) => db().$count(sessions, eq(sessions.userId, id))

test('Each foreign key to users says what becomes of its rows in a join', () => {
  expect(
    findUserReferences()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(fateOfReference).sort())
})

describe('Two accounts of one person', () => {
  test('become one: everything moves, both ways to sign in lead there, and it can be undone', async () => {
    const subject = randomUUID()
    const kept = await addUser({ externalId: subject, email: `${subject}@old.example` }, [['parent', 'import']])
    const contacts = { email: `${subject}@new.example`, phone: '+79005550101', phoneVerifiedAt: started }
    const joined = await addUser({ firstName: 'Оля', subject, ...contacts }, [
      ['parent', 'school'],
      ['teacher', 'school'],
    ])
    const [own, children] = [await addUser({ firstName: 'Артём' }), await addUser({ firstName: 'Илья' })]
    const pairs = [
      { guardianId: kept, childId: own },
      { guardianId: joined, childId: own },
      { guardianId: joined, childId: children },
    ]
    await db().insert(guardianships).values(pairs)
    const ticket = await addTicket(joined)
    await db().insert(notificationSettings).values({ userId: joined, digestHour: 7 })
    await db()
      .insert(linkedAccounts)
      .values({ userId: joined, provider: 'vk', externalSubject: subject, login: 'olya', linkedAt: started })
    await signIn(subject)
    expect(await sessionsOf(joined)).toBe(1)

    const shown = await preview(joined, kept)
    expect(shown).toMatchObject({
      obstacle: null,
      kept: { id: kept, firstName: 'Ольга', roles: ['parent'], status: 'closed' },
      joined: { id: joined, firstName: 'Оля', roles: ['parent', 'teacher'], status: 'active' },
      moves: [
        { kind: 'children', count: 1 },
        { kind: 'tickets', count: 1 },
        { kind: 'linkedAccounts', count: 1 },
        { kind: 'settings', count: 1 },
      ],
      stays: [{ kind: 'children', count: 1 }],
    })
    // The preview has changed nothing.
    expect([await authorOf(ticket), await sessionsOf(joined), (await userOf(joined)).joinedInto]).toEqual([
      joined,
      1,
      null,
    ])

    const published = await recordEvents(db())
    const fieldsOf = async (id: string) => (await published(id)).map(([, { fields }]) => fields)
    expect(await join(joined, kept, { nameOf: joined, phoneOf: joined })).toBe('joined')
    expect([await fieldsOf(kept), await fieldsOf(joined)]).toEqual([[['firstName', 'phone']], [['email', 'phone']]])
    expect(await userOf(kept)).toEqual({
      firstName: 'Оля',
      email: `${subject}@old.example`,
      phone: '+79005550101',
      subject,
      joinedInto: null,
      isVerified: true,
    })
    expect(await userOf(joined)).toEqual({
      firstName: 'Оля',
      email: null,
      phone: null,
      subject: null,
      joinedInto: kept,
      isVerified: false,
    })
    expect([await rolesOf(kept), await rolesOf(joined)]).toEqual([['parent school', 'teacher school'], []])
    expect([await authorOf(ticket), await sessionsOf(joined)]).toEqual([kept, 0])
    expect(await signIn(subject)).toBe(kept)
    const card = (await pavel.call(`GET /v1/admin/user/${kept}`)).json<UserCard>()
    const made = { keptId: kept, joinedId: joined, by: 'Петров Иван', at: started.toISOString() }
    expect(card.joins).toEqual([{ ...made, name: 'Соколова Оля', undoableUntil: days(30).toISOString() }])

    const undone = await undo(joined)
    expect(undone.json()).toEqual({ returned: 4, lost: 0, lostContacts: [] })
    const twice = (fields: string[]) => [fields, fields]
    expect(await fieldsOf(kept)).toEqual(twice(['firstName', 'phone']))
    expect(await fieldsOf(joined)).toEqual(twice(['email', 'phone']))
    expect(await userOf(kept)).toMatchObject({
      firstName: 'Ольга',
      email: `${subject}@old.example`,
      phone: null,
      subject: null,
    })
    expect(await userOf(joined)).toMatchObject({
      email: contacts.email,
      phone: contacts.phone,
      subject,
      isVerified: true,
    })
    expect([await rolesOf(kept), await rolesOf(joined)]).toEqual([
      ['parent import'],
      ['parent school', 'teacher school'],
    ])
    expect([await authorOf(ticket), await sessionsOf(kept)]).toEqual([joined, 0])
    expect(await db().$count(guardianships, eq(guardianships.guardianId, joined))).toBe(2)
    expect(await signIn(subject)).toBe(joined)
    expect((await undo(joined)).statusCode).toBe(404)

    const audited = await db()
      .select({ action: auditEntries.action, subjectId: auditEntries.subjectId, detail: auditEntries.detail })
      .from(auditEntries)
      .where(
        and(
          inArray(auditEntries.subjectId, [kept, joined]),
          eq(auditEntries.reason, reason),
          inArray(auditEntries.action, ['account.joined', 'account.separated']),
        ),
      )
      .orderBy(auditEntries.action)
    expect(audited.map(({ action, subjectId, detail }) => `${action} ${subjectId} ${detail}`).sort()).toEqual(
      [
        `account.joined ${kept} Соколова Оля`,
        `account.joined ${joined} Соколова Ольга`,
        `account.separated ${kept} Соколова Оля`,
        `account.separated ${joined} Соколова Ольга`,
      ].sort(),
    )
    const messages = await db()
      .select()
      .from(deliveries)
      .where(eq(deliveries.userId, kept))
      .orderBy(deliveries.kind, deliveries.target)
    expect(messages.map(({ kind, target }) => `${kind} ${target.replace(subject, 'x')}`)).toEqual([
      'accounts-joined +79005550101',
      'accounts-joined x@new.example',
      'accounts-joined x@old.example',
      'accounts-separated +79005550101',
      'accounts-separated x@new.example',
      'accounts-separated x@old.example',
    ])
  })

  test('keep both ways to sign in where each has one', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const kept = await addUser({ subject: one })
    const joined = await addUser({ subject: two })
    expect(await join(kept, joined)).toBe('joined')
    expect([await signIn(one), await signIn(two)]).toEqual([kept, kept])
    const third = await addUser({ externalId: randomUUID() })
    expect(await join(kept, third)).toBe('joined')
    expect([await signIn(one), await signIn(two)]).toEqual([third, third])
    expect((await undo(joined)).json()).toMatchObject({ type: 'state-conflict' })
    expect((await undo(kept)).statusCode).toBe(200)
    expect([await signIn(one), await signIn(two)]).toEqual([kept, kept])
  })

  test('lists of ids follow: calendar feeds and notifications of a child', async () => {
    const guardian = await addUser()
    const [kept, joined] = [await addUser(), await addUser()]
    const feed = {
      ownerId: guardian,
      roleGroup: 'parent',
      studentIds: [joined],
      kinds: [],
      createdAt: started,
    } as const
    await db()
      .insert(calendarFeeds)
      .values({ ...feed, studentIds: [joined], kinds: [], secretHash: randomUUID() })
    const childChannels = { [joined]: { marks: { email: false } } }
    await db().insert(notificationSettings).values({ userId: guardian, childChannels })
    const stored = async () => {
      const [calendar] = await db().select().from(calendarFeeds).where(eq(calendarFeeds.ownerId, guardian))
      const [settings] = await db().select().from(notificationSettings).where(eq(notificationSettings.userId, guardian))
      return [calendar?.studentIds, settings?.childChannels]
    }
    expect(await join(kept, joined)).toBe('joined')
    expect(await stored()).toEqual([[kept], { [kept]: { marks: { email: false } } }])
    await undo(joined)
    expect(await stored()).toEqual([[joined], childChannels])
  })

  test('links of earlier messages to the joined account stop working, and it is in no list of users', async () => {
    const subject = randomUUID()
    const kept = await addUser({ lastName: 'Двойнова' })
    const joined = await addUser({ lastName: 'Двойнова', subject })
    const expiresAt = days(7)
    const change = {
      userId: joined,
      kind: 'password-set',
      details: {},
      secretHash: subject,
      at: started,
      expiresAt,
    } as const
    await db().insert(accountChanges).values(change)
    expect(await join(kept, joined)).toBe('joined')
    const [link] = await db().select().from(accountChanges).where(eq(accountChanges.userId, joined))
    expect(link?.expiresAt).toEqual(started)
    const listed = async (filter: string) => {
      const query = new URLSearchParams({ search: 'Двойнова' }).toString() + filter
      const { items } = (await pavel.call('GET /v1/admin/user/list', { query })).json<{ items: FoundUser[] }>()
      return items.map(({ id, status }) => [id, status])
    }
    expect(await listed('')).toEqual([[kept, 'closed'].with(1, 'new')])
    expect(await listed('&status=joined')).toEqual([[joined, 'joined']])
    const calls = [`POST /v1/admin/user/${joined}/lock`, `POST /v1/admin/user/${joined}/end-sessions`]
    for (const call of calls) expect((await pavel.call(call, { body: { reason } })).statusCode).toBe(409)
    const login = await pavel.call('POST /v1/admin/auth/login-as', { body: { userId: joined, reason } })
    expect(login.statusCode).toBe(409)
  })
})

describe('Accounts are not joined', () => {
  async function obstacleOf(one: string, two: string, who: Person = pavel) {
    const { obstacle } = await preview(one, two, who)
    const before = [await userOf(one), await userOf(two)]
    expect(await join(one, two, {}, who)).toBe('accounts-not-joinable')
    expect([await userOf(one), await userOf(two)]).toEqual(before)
    return obstacle
  }

  test('with the administrator, or with one who is not weaker', async () => {
    const person = await addUser()
    const head = await addUser({}, [['administrator', 'school']])
    expect(await obstacleOf(person, pavel.userId)).toBe('oneself')
    expect(await obstacleOf(pavel.userId, person)).toBe('oneself')
    expect(await obstacleOf(person, head)).toBe('not-weaker')
    const chief = await server.signInAs({ roles: ['super_administrator'] })
    expect((await preview(person, head, chief)).obstacle).toBeNull()
    expect(await obstacleOf(person, chief.userId)).toBe('not-weaker')
  })

  test('if one is locked, joined, or both are of the school’s records', async () => {
    const person = await addUser({ externalId: randomUUID() })
    expect(await obstacleOf(person, await addUser({ lockedAt: started }))).toBe('locked')
    expect(await obstacleOf(person, await addUser({ crmUuid: randomUUID() }))).toBe('both-imported')
    const imported = await addUser()
    const record = { source: 'crm', collection: 'users', externalId: imported, target: 'users', key: imported }
    await db()
      .insert(externalIds)
      .values({ ...record, attributes: {}, hash: '' })
    expect(await obstacleOf(person, imported)).toBe('both-imported')
    const [kept, joined] = [await addUser(), await addUser()]
    expect(await join(kept, joined)).toBe('joined')
    expect(await obstacleOf(person, joined)).toBe('joined')
    expect(await join(person, person)).toBe('not-found')
  })

  test('if they are relatives', async () => {
    const [guardian, child, grandchild] = [await addUser(), await addUser(), await addUser()]
    await db()
      .insert(guardianships)
      .values([
        { guardianId: guardian, childId: child },
        { guardianId: child, childId: grandchild },
      ])
    expect(await obstacleOf(guardian, child)).toBe('relatives')
    expect(await obstacleOf(grandchild, guardian)).toBe('relatives')
  })

  test('if both have lessons in the same group', async () => {
    const [one, two] = [await addUser(), await addUser()]
    const place = { groupId: school.group, joinedOn: '2026-09-01' }
    await db()
      .insert(groupMemberships)
      .values([one, two].map((studentId) => ({ ...place, studentId })))
    expect(await obstacleOf(one, two)).toBe('same-studies')
    expect((await preview(one, two)).stays).toEqual([{ kind: 'enrolments', count: 1 }])
  })

  test('by anyone but administrators, and only with a name and contacts of one of the two', async () => {
    const [one, two] = [await addUser(), await addUser()]
    const manager = await server.signInAs({ roles: ['teacher', 'parent'] })
    const body = { otherId: two, keptId: one, nameOf: one, emailOf: one, phoneOf: one, reason }
    expect((await manager.call(`POST /v1/admin/user/${one}/join`, { body })).statusCode).toBe(403)
    expect(await join(one, two, { emailOf: pavel.userId })).toBe('invalid-values')
    expect(await join(one, two, { keptId: two })).toBe('state-conflict')
    expect((await userOf(two)).joinedInto).toBeNull()
  })
})

describe('Undoing a join', () => {
  test('returns only what still belongs to the kept account, and says what does not', async () => {
    const mark = randomUUID()
    const kept = await addUser({ email: `${mark}@kept.example` })
    const joined = await addUser({
      firstName: 'Оля',
      email: `${mark}@joined.example`,
      phone: '+79005550102',
      subject: mark,
    })
    const [deleted, given, left] = [await addTicket(joined), await addTicket(joined), await addTicket(joined)]
    const later = await addUser()
    expect(await join(kept, joined, { emailOf: joined, phoneOf: joined })).toBe('joined')
    await db().delete(tickets).where(eq(tickets.id, deleted))
    await db().update(tickets).set({ authorId: later }).where(eq(tickets.id, given))
    const own = await addTicket(kept)
    await db()
      .update(users)
      .set({ email: `${mark}@changed.example` })
      .where(eq(users.id, kept))
    await db().update(users).set({ phone: '+79005550102' }).where(eq(users.id, later))
    expect((await undo(joined)).json()).toEqual({ returned: 1, lost: 2, lostContacts: ['phone'] })
    expect([await authorOf(given), await authorOf(left), await authorOf(own)]).toEqual([later, joined, kept])
    expect(await userOf(kept)).toMatchObject({ email: `${mark}@changed.example`, phone: null, subject: null })
    expect(await userOf(joined)).toMatchObject({ email: `${mark}@joined.example`, phone: null, subject: mark })
  })

  test('is possible for 30 days; then what it needs is erased', async () => {
    const [kept, joined] = [await addUser(), await addUser()]
    await addTicket(joined)
    expect(await join(kept, joined)).toBe('joined')
    server.clock.now = days(30)
    pavel = await server.signInAs({ roles: ['administrator'] })
    expect((await undo(joined)).json()).toMatchObject({ type: 'state-conflict' })
    expect(await join(await addUser(), await addUser())).toBe('joined')
    const [old] = await db().select().from(accountJoins).where(eq(accountJoins.joinedId, joined))
    expect(old?.before).toBeNull()
    expect(await db().$count(accountJoinRows, eq(accountJoinRows.joinId, old?.id ?? ''))).toBe(0)
    const card = (await pavel.call(`GET /v1/admin/user/${kept}`)).json<UserCard>()
    expect(card.joins).toMatchObject([{ joinedId: joined, undoableUntil: null }])
  })
})

describe('Races', () => {
  test('of several administrators who join the same accounts one succeeds', async () => {
    const [one, two] = [await addUser(), await addUser()]
    const body = (keptId: string, otherId: string) => ({
      otherId,
      keptId,
      nameOf: keptId,
      emailOf: keptId,
      phoneOf: keptId,
      reason,
    })
    const answers = await Promise.all(
      [
        [one, two],
        [two, one],
        [one, two],
        [two, one],
      ].map(([kept = '', other = '']) => pavel.call(`POST /v1/admin/user/${kept}/join`, { body: body(kept, other) })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409, 409])
    expect(await db().$count(accountJoins, inArray(accountJoins.joinedId, [one, two]))).toBe(1)
  })

  test('a sign-in during a join opens no session of the joined account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const subject = randomUUID()
      const kept = await addUser({ externalId: subject })
      const joined = await addUser({ subject })
      const [outcome, ...who] = await Promise.all([join(kept, joined), signIn(subject), signIn(subject)])
      expect(outcome).toBe('joined')
      for (const id of who) expect([kept, joined]).toContain(id)
      expect(await sessionsOf(joined)).toBe(0)
      expect(await signIn(subject)).toBe(kept)
      expect(await db().$count(users, eq(users.subject, subject))).toBe(1)
    }
  })
})

test('Of a child of both accounts only the rights remain that both had, until the join is undone', async () => {
  const { payer, learning } = rightsOfPreset
  const subject = randomUUID()
  const [kept, joined] = [await addUser({ externalId: subject, subject }), await addUser({ firstName: 'Оля' })]
  const [child, guardian] = [await addUser({ firstName: 'Артём' }), await addUser()]
  await db()
    .insert(guardianships)
    .values([
      { guardianId: kept, childId: child, ...payer },
      { guardianId: joined, childId: child, ...learning },
      { guardianId: guardian, childId: kept },
      { guardianId: guardian, childId: joined, ...payer },
    ])
  const rightsOf = async (guardianId: string, childId: string) => {
    const isPair = and(eq(guardianships.guardianId, guardianId), eq(guardianships.childId, childId))
    const [pair] = await db().select().from(guardianships).where(isPair)
    return rightsOfPair(pair)
  }
  expect(await join(kept, joined)).toBe('joined')
  const both = { ...payer, seesContracts: false, pays: false }
  expect([await rightsOf(kept, child), await rightsOf(guardian, kept)]).toEqual([both, payer])
  const audited = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, kept))
  expect(audited).toContainEqual(
    expect.objectContaining({ action: 'roles.guardian-rights', reason, detail: 'Артём Соколова: writes, isNotified' }),
  )
  await db().update(guardianships).set(learning).where(eq(guardianships.guardianId, guardian))
  await undo(joined)
  // What the school has changed since stays.
  expect([await rightsOf(kept, child), await rightsOf(guardian, kept)]).toEqual([payer, learning])
})

test('What a request that was running during a join has written follows within a minute, and returns when it is undone', async () => {
  const subject = randomUUID()
  const kept = await addUser({ externalId: subject })
  const joined = await addUser({ subject, email: `${subject}@late.example` })
  expect(await join(joined, kept)).toBe('joined')
  const ticket = await addTicket(joined)
  await runJobs(['move-late-rows'], { database: db(), clock: () => server.clock.now })
  expect(await authorOf(ticket)).toBe(kept)
  await undo(joined)
  expect(await authorOf(ticket)).toBe(joined)
  await runJobs(['move-late-rows'], { database: db(), clock: () => server.clock.now })
  expect(await authorOf(ticket)).toBe(joined)
})
