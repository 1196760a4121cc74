import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry, FoundUser } from '#contract/people/admin.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { contractOfProgram, ids as known, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const olga = id(1)
const artem = id(2)
const irina = id(3)
const semyon = id(4)

const server = openForSuite(() => openTestApp())
let pavel: Person & { userId: string; sessionId: string }

beforeAll(async () => {
  const { database } = server.opened
  await openSmallSchool(server)
  await database.update(users).set({ subject: 'sub-teacher' }).where(eq(users.id, known.teacher))
  const daysAgo = (days: number) => new Date(server.clock.now.getTime() - days * 86_400_000)
  await database.insert(users).values([
    {
      id: olga,
      subject: 'sub-olga',
      firstName: 'Ольга',
      lastName: 'Соколова-Ёлкина',
      patronym: 'Дмитриевна',
      email: 'Olga.Sokolova@mail.example',
      phone: '+79001234567',
      lastSignInAt: daysAgo(3),
    },
    { id: artem, firstName: 'Артём', lastName: 'Соколов', grade: 8 },
    { id: irina, subject: 'sub-irina', firstName: 'Ирина', lastName: 'Фёдорова', lastSignInAt: daysAgo(31) },
    { id: semyon, subject: 'sub-semyon', firstName: 'Семён', lastName: 'Ершов', phone: '+79007654321' },
  ])
  await database.insert(userRoles).values([
    { userId: olga, role: 'parent' },
    { userId: olga, role: 'academy_parent' },
    { userId: artem, role: 'student' },
    { userId: irina, role: 'teacher' },
    { userId: semyon, role: 'user_manager' },
  ])
  await database.insert(guardianships).values({ guardianId: olga, childId: artem })
  pavel = await server.signInAs({ roles: ['administrator'] })
})

async function found(filter: Record<string, string>): Promise<string[]> {
  const answer = await pavel.call('GET /v1/admin/user/list', { query: new URLSearchParams(filter).toString() })
  return answer.json<{ items: FoundUser[] }>().items.map(({ lastName }) => lastName)
}

describe('An administrator finds users', () => {
  test.each([
    ['the beginning of a surname', 'сокол', ['Соколов', 'Соколова-Ёлкина']],
    ['surname and name in any order', 'ольга соко', ['Соколова-Ёлкина']],
    ['the second half of a double surname, ё typed as е', 'елкина', ['Соколова-Ёлкина']],
    ['е typed as ё', 'ёршов', ['Ершов']],
    ['capitals', 'ФЕДОРОВА', ['Фёдорова']],
    ['a patronym', 'дмитр', ['Соколова-Ёлкина']],
    ['an email in another case', 'olga.sokolova@MAIL', ['Соколова-Ёлкина']],
    ['the middle of an email', 'sokolova', ['Соколова-Ёлкина']],
    ['a phone with +7', '+7 900 123-45-67', ['Соколова-Ёлкина']],
    ['a phone with 8', '8 (900) 123-45-67', ['Соколова-Ёлкина']],
    ['the beginning of a phone number', '8900', ['Ершов', 'Соколова-Ёлкина']],
    ['a phone without its country', '900 765', ['Ершов']],
    ['the last digits of a phone', '45-67', ['Соколова-Ёлкина']],
    ['a name and a phone', 'семен 8900', ['Ершов']],
    ['an unknown name', 'абракадабра', []],
    ['quotes and operators', `'соколов' | & ! :* \\`, ['Соколов', 'Соколова-Ёлкина']],
  ])('by %s', async (_, search, names) => {
    expect(await found({ search })).toEqual(names)
  })

  test('by role group and by status, together with words', async () => {
    expect(await found({ group: 'parent' })).toEqual(['Соколова-Ёлкина'])
    expect(await found({ group: 'teacher' })).toEqual(['Фёдорова'])
    expect(await found({ group: 'admin', search: 'ершов' })).toEqual(['Ершов'])
    expect(await found({ group: 'teacher', search: 'сокол' })).toEqual([])
    expect(await found({ status: 'active' })).toEqual(['Соколова-Ёлкина'])
    expect(await found({ status: 'away' })).toEqual(['Фёдорова'])
    expect(await found({ status: 'new' })).toEqual(['Белова', 'Ершов'])
    expect(await found({ status: 'closed', search: 'сок' })).toEqual(['Соколов'])
  })

  test('with the data of a row and whether impersonation is allowed', async () => {
    const answer = await pavel.call('GET /v1/admin/user/list', { query: 'search=olga' })
    expect(answer.json()).toEqual({
      items: [
        {
          id: olga,
          firstName: 'Ольга',
          lastName: 'Соколова-Ёлкина',
          patronym: 'Дмитриевна',
          avatar: null,
          email: 'Olga.Sokolova@mail.example',
          phone: '+79001234567',
          roles: [{ name: 'academy_parent' }, { name: 'parent' }],
          status: 'active',
          lastSignInAt: '2026-10-11T09:00:00.000Z',
          loginAs: { allowed: true, reason: null },
          foundBy: null,
          groups: [],
          isCurator: false,
          relatives: [{ firstName: 'Артём', lastName: 'Соколов', kind: 'child' }],
        },
      ],
      total: 1,
      page: 1,
      pageSize: 50,
    })
    const child = (await pavel.call('GET /v1/admin/user/list', { query: 'group=student' })).json()
    expect(child.items[0].relatives).toEqual([{ firstName: 'Ольга', lastName: 'Соколова-Ёлкина', kind: 'guardian' }])
    const loginAsOf = async (search: string) => {
      const list = await pavel.call('GET /v1/admin/user/list', { query: new URLSearchParams({ search }).toString() })
      return list.json<{ items: FoundUser[] }>().items.map(({ loginAs }) => loginAs.reason)
    }
    expect(await loginAsOf('ершов')).toEqual(['not-weaker'])
    expect(await loginAsOf('Иван Петров')).toEqual(['oneself'])
  })

  test('returns pages without duplicates', async () => {
    const { database } = server.opened
    const crowd = Array.from({ length: 120 }, (_, index) => ({
      id: id(1000 + index),
      firstName: 'Яна',
      lastName: 'Яшина',
    }))
    await database.insert(users).values(crowd)
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async (page) => {
        const answer = await pavel.call('GET /v1/admin/user/list', {
          query: `search=${encodeURIComponent('яшина')}&page=${page}`,
        })
        const { items, total } = answer.json<{ items: FoundUser[]; total: number }>()
        return { ids: items.map((user) => user.id), total }
      }),
    )
    expect(pages.map(({ ids, total }) => [ids.length, total])).toEqual([
      [50, 120],
      [50, 120],
      [20, 120],
      [0, 120],
    ])
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(120)
  })
})

describe('The card of a user', () => {
  const card = async (userId: string) => (await pavel.call(`GET /v1/admin/user/${userId}`)).json()

  test('shows the family, contract totals and devices, but not impersonation sessions', async () => {
    const { database } = server.opened
    const { contract, line } = contractOfProgram({
      student: artem,
      customer: olga,
      total: 6_600_000,
      createdAt: server.clock.now,
    })
    await database.transaction(async (transaction) => {
      await transaction.insert(contracts).values([
        { ...contract, id: id(50), number: 'Д-1', status: 'Concluded' },
        { ...contract, id: id(51), number: 'Д-2', status: 'Concluded' },
        { ...contract, id: id(52), number: 'Д-3', status: 'Termination' },
      ])
      await transaction.insert(payments).values([
        { ...line, id: id(60), contractId: id(50) },
        { ...line, id: id(61), contractId: id(51) },
        { ...line, id: id(62), contractId: id(52), status: 'Canceled' },
      ])
    })
    await database
      .insert(operations)
      .values({ paymentId: id(60), kind: 'ReceivingDS', amount: 1_000_000, at: server.clock.now })
    const own = await server.signInAs({ roles: [], userId: olga })
    await server.signInAs({ roles: [], userId: olga, seenBy: pavel.userId })

    const at = server.clock.now.toISOString()
    expect(await card(olga)).toMatchObject({
      id: olga,
      status: 'active',
      loginAs: { allowed: true, reason: null },
      relatives: [{ id: artem, firstName: 'Артём', lastName: 'Соколов', kind: 'child', rights: rightsOfPreset.full }],
      formerRelatives: [],
      joins: [],
      contracts: [
        {
          uuid: id(50),
          number: 'Д-1',
          status: 'Concluded',
          program: 'Физика в опытах',
          schoolYear: '2026/2027',
          student: { id: artem, name: 'Артём Соколов' },
          total: 6_600_000,
          paid: 1_000_000,
          debt: 5_600_000,
          customer: { id: olga },
          next: { dueOn: '2026-09-01', amount: 5_600_000 },
        },
        { number: 'Д-2', paid: 0, next: { dueOn: '2026-09-01', amount: 6_600_000 } },
        { number: 'Д-3', status: 'Termination', debt: 0, next: null },
      ],
      groups: [],
      sessions: [{ id: own.sessionId, browser: null, system: null, address: null, createdAt: at, lastSeenAt: at }],
    })
    await database.insert(groupMemberships).values({ groupId: known.group, studentId: artem, joinedOn: '2026-09-02' })
    expect(await card(artem)).toMatchObject({
      grade: 8,
      status: 'closed',
      contracts: [{ number: 'Д-1' }, { number: 'Д-2' }, { number: 'Д-3' }],
      groups: [{ program: 'Физика в опытах', as: 'student', from: '2026-09-02', until: null }],
      relatives: [{ id: olga, kind: 'guardian' }],
      sessions: [],
    })
    const listed = (await pavel.call('GET /v1/admin/user/list', { query: 'group=student' })).json()
    expect(listed.items.map(({ groups }: { groups: string[] }) => groups)).toEqual([
      [(await card(artem)).groups[0]?.title],
    ])
    expect((await card(known.teacher)).groups).toMatchObject([{ id: known.group, as: 'teacher' }])
  })

  test('with an unknown id is not found', async () => {
    expect((await pavel.call(`GET /v1/admin/user/${id(999)}`)).statusCode).toBe(404)
  })
})

describe('The audit log', () => {
  const entries = async (filter: Record<string, string>) => {
    const answer = await pavel.call('GET /v1/admin/audit/list', { query: new URLSearchParams(filter).toString() })
    return answer.json<{ items: AuditEntry[]; total: number }>()
  }
  const reasons = async (filter: Record<string, string>) => (await entries(filter)).items.map(({ reason }) => reason)

  beforeAll(async () => {
    const entry = { actorId: pavel.userId, address: '10.0.0.1' }
    await server.opened.database.insert(auditEntries).values([
      {
        ...entry,
        id: id(70),
        at: new Date('2026-10-01T20:59:59Z'),
        action: 'impersonation.started',
        subjectId: olga,
        reason: 'Не видит договор',
      },
      {
        ...entry,
        id: id(71),
        at: new Date('2026-10-01T21:00:00Z'),
        action: 'impersonation.ended',
        subjectId: olga,
        reason: '100 % оплачено_',
      },
      {
        ...entry,
        id: id(72),
        at: new Date('2026-10-03T09:00:00Z'),
        action: 'impersonation.refused',
        subjectId: semyon,
        reason: 'Проверка прав',
        problem: 'target-not-weaker',
        browser: 'Firefox 144',
        system: 'Linux',
        requestId: 'request-of-semyon',
      },
      {
        ...entry,
        id: id(73),
        at: new Date('2026-10-04T09:00:00Z'),
        action: 'impersonation.started',
        actorId: semyon,
        subjectId: null,
        reason: 'Человека больше нет',
      },
    ])
  })

  test('is returned newest first, with actor, subject, reason and address', async () => {
    const { items, total } = await entries({})
    expect([items.map((entry) => entry.id), total]).toEqual([[id(73), id(72), id(71), id(70)], 4])
    expect(items[1]).toEqual({
      id: id(72),
      at: '2026-10-03T09:00:00.000Z',
      action: 'impersonation.refused',
      actor: { id: pavel.userId, name: 'Иван Петров' },
      subject: { id: semyon, name: 'Семён Ершов' },
      command: null,
      reason: 'Проверка прав',
      detail: null,
      address: '10.0.0.1',
      browser: 'Firefox 144',
      system: 'Linux',
      requestId: 'request-of-semyon',
      problem: 'target-not-weaker',
    })
    expect(items[0]?.subject).toBeNull()
  })

  test('is filtered by kind, outcome, actor, subject and inclusive dates in the school’s time zone', async () => {
    expect(await reasons({ outcome: 'refused' })).toEqual(['Проверка прав'])
    expect(await reasons({ outcome: 'done', kind: 'impersonation' })).toEqual([
      'Человека больше нет',
      '100 % оплачено_',
      'Не видит договор',
    ])
    expect(await reasons({ kind: 'password' })).toEqual([])
    expect(await reasons({ actor: semyon })).toEqual(['Человека больше нет'])
    expect(await reasons({ subject: olga })).toEqual(['100 % оплачено_', 'Не видит договор'])
    expect(await reasons({ to: '2026-10-01' })).toEqual(['Не видит договор'])
    expect(await reasons({ from: '2026-10-02', to: '2026-10-03' })).toEqual(['Проверка прав', '100 % оплачено_'])
  })

  test('is searched by users and by text of the reason', async () => {
    expect(await reasons({ search: 'соколова' })).toEqual(['100 % оплачено_', 'Не видит договор'])
    expect(await reasons({ search: 'ершов' })).toEqual(['Человека больше нет', 'Проверка прав'])
    expect(await reasons({ search: 'видит дог' })).toEqual(['Не видит договор'])
    expect(await reasons({ search: '0 % о' })).toEqual(['100 % оплачено_'])
    expect(await reasons({ search: '_' })).toEqual(['100 % оплачено_'])
  })

  test('is filtered by the reason of a refusal and of a failed match', async () => {
    expect(await reasons({ reason: 'target-not-weaker' })).toEqual(['Проверка прав'])
    expect(await reasons({ reason: 'no-such-reason' })).toEqual([])
  })

  test('is shown without sign-ins and sessions where these are not asked for', async () => {
    const at = new Date('2026-10-05T09:00:00Z')
    const own = { actorId: semyon, subjectId: semyon, at }
    await server.opened.database.insert(auditEntries).values([
      { ...own, action: 'sign-in.password', reason: 'вход' },
      { ...own, action: 'session.signed-out', reason: 'выход' },
      { ...own, action: 'password.changed', reason: 'пароль' },
    ])
    expect(await reasons({ kind: 'except-sign-ins', from: '2026-10-04' })).toEqual(['пароль', 'Человека больше нет'])
    expect(await reasons({ from: '2026-10-05' })).toHaveLength(3)
  })
})

test('Failed sign-ins of 30 days of the school are counted by reason, the most frequent first', async () => {
  const { database } = server.opened
  const failure = (at: string, problem: string) => ({ at: new Date(at), action: 'sign-in.issuer', problem })
  const failedMatch = (at: string, subjectId: string, detail = 'boundContact') => ({
    at: new Date(at),
    action: 'session.match-failed',
    detail,
    subjectId,
    actorId: subjectId,
  })
  await database.update(users).set({ joinedInto: olga }).where(eq(users.id, artem))
  await database
    .insert(auditEntries)
    .values([
      failure('2026-09-30T20:59:59Z', 'clock-differs'),
      failure('2026-10-31T21:00:00Z', 'clock-differs'),
      failure('2026-10-31T20:59:00Z', 'clock-differs'),
      failure('2026-10-31T21:30:00.250Z', 'clock-differs'),
      failure('2026-11-01T10:00:00Z', 'wrong-password'),
      { at: new Date('2026-11-01T10:00:00Z'), action: 'password.changed', problem: 'wrong-password' },
      failedMatch('2026-11-01T09:00:00Z', semyon),
      failedMatch('2026-11-01T10:00:00Z', artem),
      failedMatch('2026-09-01T10:00:00Z', olga),
    ])
  server.clock.now = new Date('2026-11-02T12:00:00Z')
  const administrator = await server.signInAs({ roles: ['administrator'] })
  const listed = await administrator.call('GET /v1/admin/sign-in-failure/list')
  expect(listed.json()).toEqual([
    {
      reason: 'clock-differs',
      count: 3,
      lastAt: '2026-10-31T21:30:00.250Z',
      accounts: [],
    },
    {
      reason: 'boundContact',
      count: 2,
      lastAt: '2026-11-01T10:00:00.000Z',
      accounts: [{ id: semyon, name: 'Семён Ершов' }],
    },
    {
      reason: 'wrong-password',
      count: 1,
      lastAt: '2026-11-01T10:00:00.000Z',
      accounts: [],
    },
  ])
  const matched = await administrator.call('GET /v1/admin/audit/list', { query: 'reason=boundContact' })
  expect(matched.json<{ items: AuditEntry[] }>().items.map(({ subject }) => subject?.id)).toEqual([artem, semyon, olga])
})
