import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppNotification } from '#contract/notifications.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import { events } from '#server/db/schema/content.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { slots, studyGroups } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { notifyUsers } from '#server/notifications/notify-users.ts'
import { openServiceClient, type ServiceClient } from '#tests/support/integration/service-client.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const list = 'GET /v1/profile/notification/list'
const unread = 'GET /v1/profile/notification/unread'
const read = 'POST /v1/profile/notification/read'

/** Friday noon in Moscow. */
const started = new Date('2026-11-20T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: started }))
const database = () => server.opened.database

let crm: ServiceClient
/** Two guardians and their child, and a guardian of another child. */
let mother: Person & { userId: string }
let father: Person & { userId: string }
let child: Person & { userId: string }
let stranger: Person & { userId: string }

const keyOf = async (externalId: string) => {
  const [found] = await database().select({ id: users.id }).from(users).where(eq(users.firstName, externalId))
  return found?.id ?? ''
}

const lesson = (sourcedId: string, day: string, rest: object = {}) => ({
  sourcedId,
  classSourcedId: 'k',
  topic: `Topic ${sourcedId}`,
  format: 'offline',
  place: '12',
  startsAt: `${day}T10:00:00Z`,
  endsAt: `${day}T11:00:00Z`,
  ...rest,
})

beforeAll(async () => {
  crm = await openServiceClient(server, { name: 'crm' })
  const year = { sourcedId: 'y', title: '2026', type: 'schoolYear', schoolYear: 2027 }
  const term = { sourcedId: 't', title: 'Term', type: 'term', schoolYear: 2027, parentSourcedId: 'y' }
  await crm.put('orgs', [{ sourcedId: 'main', name: 'Main', type: 'school' }])
  await crm.put('academicSessions', [
    { ...year, startDate: '2026-09-01', endDate: '2027-09-01' },
    { ...term, startDate: '2026-09-01', endDate: '2027-01-01' },
  ])
  await crm.put('courses', [{ sourcedId: 'c', title: 'Physics', orgSourcedId: 'main', grades: [7, 8] }])
  await crm.put('users', [
    { sourcedId: 'mother', givenName: 'Olga', familyName: 'Sokolova' },
    { sourcedId: 'father', givenName: 'Oleg', familyName: 'Sokolov' },
    { sourcedId: 'stranger', givenName: 'Anna', familyName: 'Belova' },
    { sourcedId: 'child', givenName: 'Ilya', familyName: 'Sokolov', agentSourcedIds: ['mother', 'father'] },
    { sourcedId: 'other', givenName: 'Vera', familyName: 'Belova', agentSourcedIds: ['stranger'] },
  ])
  await crm.put(
    'roles',
    [
      ...['child', 'other'].map((id) => ({ sourcedId: `r-${id}`, userSourcedId: id, role: 'student' })),
      ...['mother', 'father', 'stranger'].map((id) => ({ sourcedId: `r-${id}`, userSourcedId: id, role: 'guardian' })),
    ].map((role) => ({ ...role, orgSourcedId: 'main' })),
  )
  await crm.put('classes', [{ sourcedId: 'k', title: 'PH-1', courseSourcedId: 'c', termSourcedIds: ['y'] }])
  await crm.put('enrollments', [{ sourcedId: 'e', classSourcedId: 'k', userSourcedId: 'child', role: 'student' }])
  await crm.put('categories', [{ sourcedId: 'test', title: 'Test' }])
  await crm.put(
    'lineItems',
    ['l', 'l-2', 'l-3'].map((sourcedId) => ({
      sourcedId,
      title: sourcedId === 'l-3' ? 'Роман «Война и мир»' : 'Forces',
      dueDate: '2026-11-17',
      classSourcedId: 'k',
      categorySourcedId: 'test',
      gradingPeriodSourcedId: 't',
      resultValueMax: 5,
    })),
  )
  const names = { mother: 'Olga', father: 'Oleg', child: 'Ilya', stranger: 'Anna' }
  const signIn = async (name: keyof typeof names) => {
    const userId = await keyOf(names[name])
    await database()
      .update(users)
      .set({ subject: `subject-${name}` })
      .where(eq(users.id, userId))
    return server.signInAs({ roles: [], userId })
  }
  ;[mother, father, child, stranger] = await Promise.all([
    signIn('mother'),
    signIn('father'),
    signIn('child'),
    signIn('stranger'),
  ])
  await database().update(users).set({ language: 'en' }).where(eq(users.id, father.userId))
  await crm.put(
    'lessons',
    ['24', '25', '26', '27', '28'].map((day) => lesson(`n-${day}`, `2026-11-${day}`)),
  )
})
let minutes = 0
beforeEach(async () => {
  minutes += 1
  server.clock.now = new Date(started.getTime() + minutes * 60_000)
  await database().delete(notifications)
})

async function listOf(person: Person, { language = 'ru', query = '' } = {}) {
  const answer = await person.call(list, { query, headers: { 'accept-language': language } })
  return (answer.json() as { items: AppNotification[] }).items
}
const titlesOf = async (person: Person) => (await listOf(person)).map(({ title, lines }) => [title, ...lines])
const unreadOf = async (person: Person) => ((await person.call(unread)).json() as { count: number }).count

describe('A lesson moved by another system', () => {
  test('notifies both guardians and the student, in the language of the reader', async () => {
    const change = lesson('n-24', '2026-11-24', { startsAt: '2026-11-24T12:00:00Z', endsAt: '2026-11-24T13:00:00Z' })
    expect(await crm.put('lessons', [change])).toEqual(['n-24 changed'])
    const notified = {
      id: expect.any(String),
      category: 'lessons',
      at: server.clock.now.toISOString(),
      isRead: false,
      title: 'Ilya: занятие перенесено — Physics',
      lines: ['Было 24 ноября в 13:00, стало 24 ноября в 15:00. Место: 12.'],
      count: 1,
      path: '/schedule?view=day&date=2026-11-24',
      action: null,
    }
    expect(await listOf(mother)).toEqual([notified])
    expect(await listOf(father, { language: 'en' })).toEqual([
      {
        ...notified,
        title: 'Ilya: lesson moved — Physics',
        lines: ['It was 24 November at 13:00, now it is 24 November at 15:00. Place: 12.'],
      },
    ])
    expect(await titlesOf(child)).toEqual([['Занятие перенесено — Physics', notified.lines[0]]])
    expect(await listOf(stranger)).toEqual([])
    expect([await unreadOf(mother), await unreadOf(stranger)]).toEqual([1, 0])
    expect((await crm.put('lessons', [change]))[0]).toBe('n-24 unchanged')
    expect(await unreadOf(mother)).toBe(1)
  })

  test('is one notification with the others of the same change', async () => {
    const later = (day: string) =>
      lesson(`n-${day}`, `2026-11-${day}`, {
        startsAt: `2026-11-${day}T14:00:00Z`,
        endsAt: `2026-11-${day}T15:00:00Z`,
      })
    await crm.put('lessons', ['24', '25', '26', '27', '28'].map(later))
    const [notified, ...others] = await listOf(mother)
    expect([notified?.title, notified?.count, others]).toEqual(['Ilya: перенесено занятий — 5', 5, []])
    expect(notified?.lines[1]).toBe('Physics: Было 25 ноября в 13:00, стало 25 ноября в 17:00. Место: 12.')
    expect([notified?.lines.length, await unreadOf(mother)]).toEqual([5, 1])
  })

  test('or deleted there is notified as cancelled', async () => {
    await crm.put('lessons', [lesson('gone', '2026-11-29')])
    await database().delete(notifications)
    expect(await crm.put('lessons', [{ sourcedId: 'gone', status: 'tobedeleted' }])).toEqual(['gone deleted'])
    expect(await titlesOf(mother)).toEqual([
      ['Ilya: занятие отменено — Physics', 'Занятия 29 ноября в 13:00 не будет.'],
    ])
  })

  test('with another teacher is notified with the name', async () => {
    await crm.put('users', [
      { sourcedId: 'irina', givenName: 'Ирина', familyName: 'Белова' },
      { sourcedId: 'petr', givenName: 'Пётр', familyName: 'Орлов' },
    ])
    await crm.put('lessons', [lesson('taught', '2026-12-07', { substituteSourcedId: 'irina' })])
    await database().delete(notifications)
    const change = lesson('taught', '2026-12-07', { substituteSourcedId: 'petr' })
    expect(await crm.put('lessons', [change])).toEqual(['taught changed'])
    expect(await titlesOf(mother)).toEqual([
      ['Ilya: другой преподаватель — Physics', 'Занятие 7 декабря в 13:00 проведёт Орлов Пётр.'],
    ])
    await database().delete(notifications)
    const moved = lesson('taught', '2026-12-07', { substituteSourcedId: 'irina', place: '14' })
    await crm.put('lessons', [moved])
    expect(await listOf(mother)).toMatchObject([
      {
        title: 'Ilya: занятие перенесено — Physics',
        lines: ['7 декабря в 13:00, время прежнее. Место: 14. Проведёт Белова Ирина.'],
      },
    ])
    expect(await listOf(father, { language: 'en' })).toMatchObject([
      { lines: ['7 December at 13:00, the time is the same. Place: 14. Taught by Белова Ирина.'] },
    ])
  })

  test('with another teacher is notified to both teachers, with the name of the other one', async () => {
    const teacher = async (name: string) => {
      const userId = await keyOf(name)
      await database()
        .update(users)
        .set({ subject: `subject-${name}` })
        .where(eq(users.id, userId))
      return server.signInAs({ roles: ['teacher'], userId })
    }
    const [irina, petr] = [await teacher('Ирина'), await teacher('Пётр')]
    await crm.put('lessons', [lesson('handed', '2026-12-09', { substituteSourcedId: 'irina' })])
    await database().delete(notifications)
    await crm.put('lessons', [lesson('handed', '2026-12-09', { substituteSourcedId: 'petr' })])
    expect([await titlesOf(irina), await titlesOf(petr)]).toEqual([
      [['Занятие проведёт другой преподаватель — PH-1', 'Physics, 9 декабря в 13:00. Проведёт Орлов Пётр.']],
      [['Вы проведёте занятие — PH-1', 'Physics, 9 декабря в 13:00. Вместо: Белова Ирина.']],
    ])
    await database().delete(notifications)
    await crm.put('lessons', [lesson('handed', '2026-12-09', { substituteSourcedId: 'petr', topic: 'Other' })])
    expect([await unreadOf(irina), await unreadOf(petr)]).toEqual([0, 0])
  })

  test('into the past is no news to the teachers', async () => {
    await crm.put('lessons', [lesson('corrected', '2026-12-10', { substituteSourcedId: 'irina' })])
    await database().delete(notifications)
    await crm.put('lessons', [lesson('corrected', '2026-11-19', { substituteSourcedId: 'petr' })])
    const kinds = await database().select({ kind: notifications.kind }).from(notifications)
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['lesson-moved']))
  })

  test('as a talk is handed over by its title, and is no lesson', async () => {
    const talk = (teacherSourcedId: string) => ({
      sourcedId: 'talk',
      studentSourcedId: 'child',
      title: 'Mechanics',
      format: 'offline',
      place: '12',
      startsAt: '2026-12-11T10:00:00Z',
      endsAt: '2026-12-11T11:00:00Z',
      teacherSourcedId,
    })
    expect(await crm.put('conversations', [talk('irina')])).toEqual(['talk created'])
    await database().delete(notifications)
    expect(await crm.put('conversations', [talk('petr')])).toEqual(['talk changed'])
    const [irina, petr] = await Promise.all(
      ['Ирина', 'Пётр'].map(async (name) =>
        titlesOf(await server.signInAs({ roles: ['teacher'], userId: await keyOf(name) })),
      ),
    )
    expect([irina, petr]).toEqual([
      [['Проведёт другой преподаватель — Mechanics', '11 декабря в 13:00. Проведёт Орлов Пётр.']],
      [['Проведёте вы — Mechanics', '11 декабря в 13:00. Вместо: Белова Ирина.']],
    ])
  })

  test('with the regular teacher again is no substitution', async () => {
    await crm.put('lessons', [lesson('regular', '2026-12-08', { substituteSourcedId: 'irina' })])
    const [{ groupId } = { groupId: '' }] = await database()
      .select({ groupId: lessons.groupId })
      .from(lessons)
      .where(eq(lessons.topic, 'Topic regular'))
    const isGroup = eq(studyGroups.id, groupId)
    await database()
      .update(studyGroups)
      .set({ teacherId: await keyOf('Пётр') })
      .where(isGroup)
    await database().delete(notifications)
    const back = lesson('regular', '2026-12-08', { substituteSourcedId: null })
    expect(await crm.put('lessons', [back])).toEqual(['regular changed'])
    await database().update(studyGroups).set({ teacherId: null }).where(isGroup)
    expect(await titlesOf(mother)).toEqual([
      ['Ilya: замены преподавателя не будет — Physics', 'Занятие 8 декабря в 13:00 проведёт Орлов Пётр.'],
    ])
  })

  test('is not notified when it is over', async () => {
    await crm.put('lessons', [lesson('past', '2026-11-10')])
    await crm.put('lessons', [lesson('past', '2026-11-11')])
    expect(await listOf(mother)).toEqual([])
  })

  test('is hidden from a guardian who may not see the student any more', async () => {
    await crm.put('lessons', [lesson('n-24', '2026-11-24', { place: '14' })])
    const [pair] = await database()
      .delete(guardianships)
      .where(and(eq(guardianships.guardianId, father.userId), eq(guardianships.childId, child.userId)))
      .returning()
    expect([await listOf(father), await unreadOf(father), await unreadOf(mother)]).toEqual([[], 0, 1])
    if (pair) await database().insert(guardianships).values(pair)
    expect(await unreadOf(father)).toBe(1)
  })
})

test('A cancelled lesson and an extra one notify, one of the weekly times does not', async () => {
  const cancel = { sourcedId: 'n-25', lessonSourcedId: 'n-25', state: 'cancelled', changedAt: '2026-11-20T09:00:00Z' }
  expect(await crm.put('lessonChanges', [cancel])).toEqual(['n-25 created'])
  const [{ groupId } = { groupId: '' }] = await database().select({ groupId: lessons.groupId }).from(lessons)
  // Monday, 13:00 in Moscow.
  await database().insert(slots).values({ groupId, weekday: 1, startsAt: '13:00', endsAt: '14:00' })
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  await crm.put('lessons', [lesson('weekly', '2026-11-30'), lesson('extra', '2026-12-01')])
  expect(await titlesOf(mother)).toEqual([
    ['Ilya: новое занятие — Physics', '1 декабря в 13:00, 12.'],
    ['Ilya: занятие отменено — Physics', expect.stringMatching(/^Занятия 25 ноября в \d\d:00 не будет\.$/)],
  ])
})

test('A new mark and a changed one notify with the former value', async () => {
  const result = { lineItemSourcedId: 'l', studentSourcedId: 'child', scoreDate: '2026-11-19' }
  await crm.put('results', [{ ...result, sourcedId: 'm', score: 3 }])
  const [notified] = await listOf(mother)
  expect(notified).toMatchObject({
    category: 'marks',
    title: 'Ilya: новая оценка — PH-1',
    lines: ['3, тема «Forces».'],
    path: expect.stringMatching(`^/grade-book/\\?child=${child.userId}&book=`),
  })
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  await crm.put('results', [{ ...result, sourcedId: 'm', score: 5 }])
  expect((await titlesOf(child))[0]).toEqual(['Оценка изменена — PH-1', 'Было 3, стало 5, тема «Forces».'])
  await crm.put('results', [
    { ...result, sourcedId: 'old', lineItemSourcedId: 'l-2', score: 4, scoreDate: '2026-10-01' },
  ])
  expect(await listOf(mother)).toHaveLength(2)
  // A deleted mark is not notified.
  expect(await crm.put('results', [{ sourcedId: 'm', status: 'tobedeleted' }])).toEqual(['m deleted'])
  expect(await listOf(mother)).toHaveLength(2)
})

test('An absence is notified as an absence and not as a mark, and the quotes of a topic become inner ones', async () => {
  const missed = { sourcedId: 'missed', lineItemSourcedId: 'l-3', studentSourcedId: 'child', scoreDate: '2026-11-19' }
  await crm.put('results', [{ ...missed, textScore: 'н', 'metadata.absent': true }])
  expect((await titlesOf(child))[0]).toEqual(['Отмечено отсутствие — PH-1', 'Тема «Роман „Война и мир“».'])
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  await crm.put('results', [{ ...missed, score: 5, textScore: '5', 'metadata.absent': false }])
  expect((await titlesOf(child))[0]).toEqual([
    'Оценка изменена — PH-1',
    'Было отсутствие, стало 5, тема «Роман „Война и мир“».',
  ])
  expect((await listOf(father, { language: 'en' }))[0]).toMatchObject({
    title: 'Ilya: mark changed — PH-1',
    lines: ['It was an absence, now it is 5, topic “Роман «Война и мир»”.'],
  })
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  await crm.put('results', [{ ...missed, score: null, textScore: 'н', 'metadata.absent': true }])
  expect((await titlesOf(child))[0]?.[1]).toBe('Было 5, стало отсутствие, тема «Роман „Война и мир“».')
})

test('Homework that has become overdue is notified once', async () => {
  const homework = { sourcedId: 'h', lessonSourcedId: 'n-24', studentSourcedId: 'child', homeworkMax: 10 }
  const results = await crm.put('homework', [{ ...homework, homeworkState: 'open' }])
  expect([results, await listOf(mother)]).toEqual([['h created'], []])
  await crm.put('homework', [{ ...homework, homeworkState: 'overdue' }])
  await crm.put('homework', [{ ...homework, homeworkState: 'overdue', homeworkMax: 12 }])
  expect(await titlesOf(mother)).toEqual([
    ['Ilya: задание не сдано в срок — Physics', 'Занятие 24 ноября 2026 года, тема «Topic n-24».'],
  ])
  const rows = await database().select().from(notifications).where(eq(notifications.kind, 'homework-overdue'))
  const paths = new Set(rows.map(({ path }) => path.replace(/[\w-]{36}$/, 'id')))
  expect(paths).toEqual(new Set(['/homework', '/homework?child=id']))
})

test('A payment and a return notify the customer', async () => {
  const contract = {
    sourcedId: 'd',
    number: 'D-1',
    contractStatus: 'Open',
    createdAt: '2026-11-19T09:00:00Z',
    total: '1000.00',
    studentSourcedId: 'child',
    customerSourcedId: 'mother',
    classSourcedId: 'k',
    programSourcedId: 'c',
    campaignSourcedId: 'y',
    format: 'offline',
    paymentScheme: 'StepByStep',
  }
  const payment = { collection: 'payments', sourcedId: 'p', contractSourcedId: 'd', title: 'Whole', position: 1 }
  await crm.put('contracts', [contract, { ...payment, amount: '1000.00', dueOn: '2026-12-01', paymentStatus: 'Open' }])
  const operation = { paymentSourcedId: 'p', at: '2026-11-20T08:00:00Z' }
  await crm.put('operations', [{ ...operation, sourcedId: 'o-1', kind: 'ReceivingDS', amount: '400.00' }])
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  await crm.put('operations', [{ ...operation, sourcedId: 'o-2', kind: 'ReturnDS', amount: '100.00' }])
  expect(await titlesOf(mother)).toEqual([
    ['Ilya: возврат 100\u00a0₽', 'По договору D-1 вернули 100\u00a0₽.'],
    [
      'Ilya: поступил платёж 400\u00a0₽',
      'Поступил платёж 400\u00a0₽ по договору D-1. Осталось оплатить 600\u00a0₽, сроки — в личном кабинете, на странице «Договоры и оплата».',
    ],
  ])
  expect(await listOf(father)).toEqual([])
  const [notified] = await database().select().from(notifications).where(eq(notifications.kind, 'payment-arrived'))
  const [, contractId, operationId] =
    /^\/contracts-and-payments\/([\w-]{36})\?operation=([\w-]{36})$/.exec(notified?.path ?? '') ?? []
  expect(notified?.values.ru.receipts).toBe(`${contractId}.${operationId}`)
})

test('The events of the next day are notified once, also if the job runs twice', async () => {
  const event = { summary: '', category: 'Праздник', format: 'offline' as const, place: 'Актовый зал' }
  await database()
    .insert(events)
    .values([
      {
        ...event,
        title: 'Концерт',
        startsAt: new Date('2026-11-21T12:00:00Z'),
        endsAt: new Date('2026-11-21T14:00:00Z'),
      },
      {
        ...event,
        title: 'Потом',
        startsAt: new Date('2026-11-22T12:00:00Z'),
        endsAt: new Date('2026-11-22T14:00:00Z'),
      },
    ])
  const context = { database: database(), clock: () => server.clock.now }
  await runJobs(['send-event-reminders', 'send-event-reminders'], context)
  expect(await titlesOf(mother)).toEqual([['Скоро: Концерт', '21 ноября в 15:00, Актовый зал.']])
})

describe('A notice', () => {
  const notice = (once: string) => ({
    recipient: { id: mother.userId, email: `${randomUUID()}@mail.example`, phone: null, language: null },
    kind: 'ticket-answered' as const,
    values: { number: once },
    once,
  })

  test('of a transaction that is rolled back is neither shown nor sent', async () => {
    const before = await database().$count(deliveries)
    const failed = database().transaction(async (transaction) => {
      await notifyUsers(transaction, server.clock.now, [notice('never')])
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect([await listOf(mother), await database().$count(deliveries)]).toEqual([[], before])
  })

  test('about the same thing is sent once', async () => {
    const counts = []
    for (const once of ['a', 'a', 'b']) counts.push(await notifyUsers(database(), server.clock.now, [notice(once)]))
    expect([counts, await unreadOf(mother)]).toEqual([[1, 0, 1], 2])
  })
})

describe('Notifications', () => {
  const notify = (...numbers: string[]) =>
    notifyUsers(
      database(),
      server.clock.now,
      numbers.map((number) => ({
        recipient: { id: mother.userId, email: null, phone: null, language: null },
        kind: 'ticket-answered' as const,
        values: { number },
        once: number,
      })),
    )

  test('are read one by one, or all that were shown', async () => {
    await notify('1', '2')
    const [first] = await listOf(mother)
    expect((await mother.call(read, { body: { id: first?.id } })).statusCode).toBe(204)
    const [waiting, ...others] = await listOf(mother)
    expect([waiting?.isRead, waiting?.id === first?.id, others.map(({ isRead }) => isRead)]).toEqual([
      false,
      false,
      [true],
    ])
    const until = server.clock.now.toISOString()
    server.clock.now = new Date(server.clock.now.getTime() + 1000)
    await notify('3')
    expect((await mother.call(read, { body: { until } })).statusCode).toBe(204)
    expect((await listOf(mother)).map(({ isRead }) => isRead)).toEqual([false, true, true])
    expect(await unreadOf(mother)).toBe(1)
  })

  test('that are unread come before newer ones that are read', async () => {
    await notify('1')
    const [older] = await listOf(mother)
    server.clock.now = new Date(server.clock.now.getTime() + 1000)
    await notify('2')
    const [newer] = await listOf(mother)
    await mother.call(read, { body: { id: newer?.id } })
    expect((await listOf(mother)).map(({ id }) => id)).toEqual([older?.id, newer?.id])
  })

  test('that are hidden stay unread when all are read', async () => {
    const recipient = { id: mother.userId, email: null, phone: null, language: null }
    const about = { recipient, studentId: await keyOf('Ilya'), values: { title: 'Physics', student: 'Ilya', at: '' } }
    await notifyUsers(database(), server.clock.now, [{ ...about, kind: 'lesson-cancelled' }])
    const isPair = eq(guardianships.guardianId, mother.userId)
    await database().update(guardianships).set(rightsOfPreset.payer).where(isPair)
    expect(await unreadOf(mother)).toBe(0)
    await mother.call(read, { body: { until: server.clock.now.toISOString() } })
    await database().update(guardianships).set(rightsOfPreset.full).where(isPair)
    expect(await unreadOf(mother)).toBe(1)
  })

  test('of another person are unknown', async () => {
    await notify('1')
    const [own] = await listOf(mother)
    const answer = await father.call(read, { body: { id: own?.id } })
    expect([answer.statusCode, answer.json().type, await unreadOf(mother)]).toEqual([404, 'not-found', 1])
  })

  test('come in pages and by category', async () => {
    await notify(...Array.from({ length: 31 }, (_, number) => `n-${number}`))
    await crm.put('lessons', [lesson('n-26', '2026-11-26', { place: '20' })])
    const page = async (query: string) => (await mother.call(list, { query })).json()
    expect(await page('')).toMatchObject({ total: 32, page: 1, pageSize: 30 })
    expect((await page('page=2')).items).toHaveLength(2)
    expect(await page('category=lessons')).toMatchObject({ total: 1, items: [{ category: 'lessons' }] })
    expect((await page('category=secret')).status).toBe(422)
  })

  test('are deleted after a year', async () => {
    await notify('1')
    server.clock.now = new Date(server.clock.now.getTime() + 366 * 86_400_000)
    await runJobs(['apply-retention'], { database: database(), clock: () => server.clock.now })
    expect(await database().$count(notifications)).toBe(0)
  })
})
