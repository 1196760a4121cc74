import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ListedUser } from '#contract/people/admin.ts'
import type { FoundContract, PendingWork } from '#contract/people/school-work.ts'
import { bankLines } from '#server/db/schema/bank-lines.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups } from '#server/db/schema/programs.ts'
import { absences, exams, lessons, tickets } from '#server/db/schema/schedule.ts'
import { contractOfProgram, ids as known, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [olga, artem] = [id(1), id(2)]
const people = { student: { id: artem, name: 'Соколов Артём' }, customer: { id: olga, name: 'Соколова Ольга' } }

const server = openForSuite(() => openTestApp())
let administrator: Person

beforeAll(async () => {
  const { database } = server.opened
  await openSmallSchool(server)
  await database.insert(users).values([
    { id: olga, firstName: 'Ольга', lastName: 'Соколова', phone: '+79001234567' },
    { id: artem, firstName: 'Артём', lastName: 'Соколов' },
  ])
  const { contract, line } = contractOfProgram({
    student: artem,
    customer: olga,
    total: 5_000_000,
    createdAt: server.clock.now,
  })
  await database.transaction(async (transaction) => {
    await transaction.insert(contracts).values([
      { ...contract, id: id(50), number: '26-ХИМ-1354', status: 'Concluded', concludedOn: '2026-10-01' },
      {
        ...contract,
        id: id(51),
        number: '26_100%',
        status: 'Termination',
        concludedOn: '2026-01-01',
      },
    ])
    await transaction.insert(payments).values([
      { ...line, id: id(60), contractId: id(50) },
      { ...line, id: id(61), contractId: id(51), status: 'Canceled' },
    ])
  })
  await database.insert(operations).values({
    paymentId: id(60),
    kind: 'ReceivingDS',
    amount: 1_200_000,
    at: server.clock.now,
    externalId: 'bank-77',
  })
  administrator = await server.signInAs({ roles: ['administrator'] })
})

describe('An administrator finds contracts', () => {
  const search = async (text: string) =>
    (
      await administrator.call('GET /v1/admin/contract/search', {
        query: new URLSearchParams({ search: text }).toString(),
      })
    ).json<FoundContract[]>()

  test.each([
    ['a part of the number', 'хим-13', ['26-ХИМ-1354']],
    ['signs of a pattern as they are', '_100%', ['26_100%']],
    ['the name of the student', 'соколов артём', ['26-ХИМ-1354', '26_100%']],
    ['the phone of the customer', '8 900 123-45-67', ['26-ХИМ-1354', '26_100%']],
    ['the number of a payment of the bank', 'bank-77', ['26-ХИМ-1354']],
    ['the name in the other keyboard layout', 'cjrjkjd', ['26-ХИМ-1354', '26_100%']],
    ['the name with a mistake', 'сокалов артем', ['26-ХИМ-1354', '26_100%']],
    ['two digits, which are in too many numbers', '13', []],
    ['nothing', ' ', []],
  ])('by %s', async (_what, text, numbers) => {
    expect((await search(text)).map(({ number }) => number)).toEqual(numbers)
  })

  test('with both people, and the payment that was searched for', async () => {
    const [contract] = await search('bank-77')
    expect(contract).toMatchObject({
      uuid: id(50),
      status: 'Concluded',
      ...people,
      receipt: { number: 'bank-77', amount: 1_200_000, at: server.clock.now.toISOString() },
    })
    expect((await search('1354'))[0]?.receipt).toBeNull()
  })
})

describe('An administrator finds people', () => {
  const find = async (text: string) => {
    const query = new URLSearchParams({ search: text }).toString()
    const { items } = (await administrator.call('GET /v1/admin/user/list', { query })).json<{ items: ListedUser[] }>()
    return items.map(({ firstName, foundBy }) => [firstName, foundBy])
  }

  beforeAll(async () => {
    const { database } = server.opened
    const left = { groupId: known.group, studentId: olga, joinedOn: '2026-09-01', leftOn: '2026-09-10' }
    await database
      .insert(groupMemberships)
      .values([{ groupId: known.group, studentId: artem, joinedOn: '2026-09-01' }, left])
  })

  test.each([
    ['a part of the number of their contract', 'хим-13', 'contract', '26-ХИМ-1354', ['Артём', 'Ольга']],
    ['the number of a payment of the bank', 'bank-77', 'payment', 'bank-77', ['Артём', 'Ольга']],
    ['the group in which they are now', 'физ-1', 'group', 'ФИЗ-1', ['Артём']],
    ['the course of that group', 'В опытах', 'course', 'Физика в опытах', ['Артём']],
  ])('by %s, which is named', async (_what, search, kind, text, people) => {
    expect(await find(search)).toEqual(people.map((name) => [name, { kind, text }]))
  })

  test('by their own words, which need no explanation', async () => {
    expect(await find('соколов артём')).toEqual([['Артём', null]])
    expect(await find('фи')).toEqual([])
  })

  test('and sees who is the curator of a group, until the group ends', async () => {
    const curators = async () => {
      const { items } = (await administrator.call('GET /v1/admin/user/list')).json<{ items: ListedUser[] }>()
      return items.filter(({ isCurator }) => isCurator).map((one) => one.id)
    }
    const set = (to: Partial<typeof studyGroups.$inferInsert>) =>
      server.opened.database.update(studyGroups).set(to).where(eq(studyGroups.id, known.group))
    const [group] = await server.opened.database.select().from(studyGroups).where(eq(studyGroups.id, known.group))
    expect(await curators()).toEqual([])
    await set({ curatorId: olga })
    expect(await curators()).toEqual([olga])
    await set({ endsOn: '2026-10-01' })
    expect(await curators()).toEqual([])
    await set({ curatorId: null, endsOn: group?.endsOn as string })
  })
})

test('What waits for the school are money of the bank and users whom messages did not reach', async () => {
  const { database } = server.opened
  const now = server.clock.now
  const ask = async () => (await administrator.call('GET /v1/admin/pending-work')).json()
  expect(await ask()).toEqual({
    paymentDifferences: [],
    bankLines: null,
    signatures: [],
    today: { lessons: [], absences: 0, newTickets: 0 },
    queues: [{ queue: 'overdue', count: 1, oldestAt: expect.any(String), amount: expect.any(Number) }],
  })
  const message = { channel: 'email', target: 'x@mail.example', kind: 'digest', language: 'ru', values: null } as const
  const eightDaysAgo = new Date(now.getTime() - 8 * 86_400_000)
  await database.insert(deliveries).values([
    { ...message, userId: olga, queuedAt: now, failure: 'no such mailbox' },
    { ...message, userId: olga, queuedAt: now, deliveredAt: now },
    { ...message, userId: artem, queuedAt: eightDaysAgo, failure: 'no such mailbox' },
  ])
  const line = {
    fileName: 'bank.txt',
    at: now,
    amount: 100_00,
    purpose: 'За обучение',
    doubt: 'no-contract',
    createdAt: now,
  }
  await database.insert(bankLines).values([
    { ...line, key: '1' },
    { ...line, key: '2', at: eightDaysAgo },
    { ...line, key: '3', state: 'foreign', reason: 'Аренда' },
  ])
  expect(await ask()).toMatchObject({
    bankLines: { count: 2, oldestAt: eightDaysAgo.toISOString() },
    queues: expect.arrayContaining([{ queue: 'messages', count: 1, oldestAt: now.toISOString(), amount: null }]),
  })
})

test('Of the day the school sees cancelled and moved lessons and exams, substitutes who are needed twice, absences and new tickets', async () => {
  const { database } = server.opened
  const irina = id(90)
  const [group] = await database.select().from(studyGroups).where(eq(studyGroups.id, known.group))
  if (!group) throw new Error('the group of the school is missing')
  await database.insert(users).values({ id: irina, firstName: 'Ирина', lastName: 'Фёдорова' })
  await database.insert(studyGroups).values({ ...group, id: id(91), title: 'ФИЗ-3', teacherId: irina })
  const lesson = (number: number, startsAt: string, own: object = {}) => ({
    id: id(number),
    groupId: known.group,
    topic: 'Опыт',
    format: 'offline' as const,
    startsAt: new Date(startsAt),
    endsAt: new Date(Date.parse(startsAt) + 3_600_000),
    ...own,
  })
  const cancelled = { state: 'cancelled', changedAt: server.clock.now }
  const movedFrom = (at: string) => ({
    state: 'moved',
    changedAt: server.clock.now,
    previousStartsAt: new Date(at),
    previousEndsAt: new Date(Date.parse(at) + 3_600_000),
  })
  await database
    .insert(lessons)
    .values([
      lesson(92, '2026-10-14T10:00:00Z', cancelled),
      lesson(93, '2026-10-14T12:00:00Z', { substituteId: irina }),
      lesson(94, '2026-10-14T14:00:00Z', { substituteId: irina }),
      lesson(95, '2026-10-14T12:30:00Z', { groupId: id(91) }),
      lesson(96, '2026-10-14T15:00:00Z', { groupId: id(91) }),
      lesson(97, '2026-10-15T10:00:00Z', cancelled),
      lesson(98, '2026-10-16T10:00:00Z', movedFrom('2026-10-14T11:00:00Z')),
      lesson(99, '2026-10-14T16:00:00Z', movedFrom('2026-10-13T10:00:00Z')),
      lesson(89, '2026-10-16T12:00:00Z', movedFrom('2026-10-15T12:00:00Z')),
      lesson(88, '2026-10-14T17:00:00Z', { ...movedFrom('2026-10-14T17:00:00Z'), previousPlace: '101' }),
    ])
  const exam = { studentId: artem, teacherId: known.teacher, subjectCode: 'physics', title: 'Пробный экзамен' }
  const examAt = (number: number, startsAt: string, own: object = {}) => ({
    ...exam,
    id: id(number),
    format: 'offline' as const,
    startsAt: new Date(startsAt),
    endsAt: new Date(Date.parse(startsAt) + 3_600_000),
    ...own,
  })
  await database
    .insert(exams)
    .values([
      examAt(80, '2026-10-14T09:00:00Z', cancelled),
      examAt(81, '2026-10-14T18:00:00Z'),
      examAt(82, '2026-10-15T09:00:00Z', cancelled),
    ])
  const day = { startsOn: '2026-10-13', endsOn: '2026-10-14', createdAt: server.clock.now }
  await database.insert(absences).values({ studentId: artem, reportedById: olga, reason: 'illness', ...day })
  const ticket = { authorId: olga, contentHtml: '<p>Когда?</p>', topic: 'other' as const }
  await database.insert(tickets).values([
    { ...ticket, number: 'Р-1', createdAt: server.clock.now },
    { ...ticket, number: 'Р-2', createdAt: new Date('2026-10-13T20:59:00Z') },
  ])
  const { today } = (await administrator.call('GET /v1/admin/pending-work')).json<PendingWork>()
  const [teacher, substitute] = [
    { id: known.teacher, name: 'Белова Ирина Сергеевна' },
    { id: irina, name: 'Фёдорова Ирина' },
  ]
  const listed = { title: group.title, student: null, teacher, movedTo: null, movedFrom: null }
  const moved = { ...listed, isCancelled: false, substitute: null, isDoubleBooked: false }
  expect(today).toEqual({
    lessons: [
      {
        ...listed,
        id: id(80),
        title: 'Пробный экзамен',
        student: people.student,
        startsAt: '2026-10-14T09:00:00.000Z',
        isCancelled: true,
        substitute: null,
        isDoubleBooked: false,
      },
      {
        ...listed,
        id: id(92),
        startsAt: '2026-10-14T10:00:00.000Z',
        isCancelled: true,
        substitute: null,
        isDoubleBooked: false,
      },
      { ...moved, id: id(98), startsAt: '2026-10-14T11:00:00.000Z', movedTo: '2026-10-16T10:00:00.000Z' },
      {
        ...listed,
        id: id(93),
        startsAt: '2026-10-14T12:00:00.000Z',
        isCancelled: false,
        substitute,
        isDoubleBooked: true,
      },
      {
        ...listed,
        id: id(94),
        startsAt: '2026-10-14T14:00:00.000Z',
        isCancelled: false,
        substitute,
        isDoubleBooked: false,
      },
      { ...moved, id: id(99), startsAt: '2026-10-14T16:00:00.000Z', movedFrom: '2026-10-13T10:00:00.000Z' },
    ],
    absences: 1,
    newTickets: 1,
  })
})
