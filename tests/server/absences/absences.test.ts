import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TaughtLesson } from '#contract/learning/teaching.ts'
import type { Absence } from '#contract/people/absences.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { absences, lessons } from '#server/db/schema/schedule.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const create = 'POST /v1/schedule/absence/create'
const list = 'GET /v1/schedule/absence/list'
const desk = 'GET /v1/admin/absence/list'

/** Wednesday noon in Moscow. */
const started = new Date('2026-10-14T09:00:00Z')
const server = openForSuite(() => openTestApp({ now: started }))
const school = openForSuite(() => openSmallSchool(server))
const database = () => server.opened.database

type Signed = Person & { userId: string }
let parent: Signed
let teacher: Signed
let childId: string
/** In a quarter of an hour, tomorrow at 19:00, the day after tomorrow at 19:00. */
let today: string
let tomorrow: string
let friday: string

async function addLesson(startsAt: string, more: Partial<typeof lessons.$inferInsert> = {}): Promise<string> {
  const start = new Date(startsAt)
  const own = { id: randomUUID(), groupId: ids.group, topic: 'Закон Ома', format: 'offline' as const, startsAt: start }
  await database()
    .insert(lessons)
    .values({ ...own, endsAt: new Date(start.getTime() + 5_400_000), ...more })
  return own.id
}

const report = (person: Person, body: object, key: string = randomUUID()) =>
  person.call(create, {
    body: { studentUuid: childId, reason: 'illness', ...body },
    headers: { 'idempotency-key': key },
  })
const withdraw = (person: Person, id: string) => person.call(`DELETE /v1/schedule/absence/${id}`)
const listed = async (person: Person): Promise<{ absences: Absence[]; students: string[] }> =>
  (await person.call(list)).json()
/** Names of absent students by lesson, as a teacher sees them. */
const absentAt = async (person: Person) =>
  Object.fromEntries(
    (await person.call('GET /v1/teacher/day'))
      .json()
      .lessons.map(({ uuid, absent }: TaughtLesson) => [uuid, absent.map(({ name }) => name)]),
  )
const noticesOf = ({ userId }: { userId: string }) =>
  database()
    .select({ kind: notifications.kind, values: notifications.values })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(notifications.at, notifications.kind)

beforeEach(async () => {
  server.clock.now = started
  await database().delete(absences)
  await database().delete(lessons)
  await database().delete(notifications)
  await database().delete(deliveries)
  const family = await school.addFamily('Маша')
  parent = family.parent
  childId = family.childId
  await school.joinGroup(childId)
  teacher = await server.signInAs({ roles: ['teacher'] })
  await database()
    .update(users)
    .set({ subject: randomUUID(), email: 'teacher@school.example' })
    .where(eq(users.id, teacher.userId))
  await database()
    .update(studyGroups)
    .set({ teacherId: teacher.userId, curatorId: null })
    .where(eq(studyGroups.id, ids.group))
  today = await addLesson('2026-10-14T09:15:00Z')
  tomorrow = await addLesson('2026-10-15T16:00:00Z')
  friday = await addLesson('2026-10-16T16:00:00Z')
})

describe('An absence from a lesson', () => {
  test('is shown to the family, the teacher of the lesson and administrators', async () => {
    const [administrator, student] = await Promise.all([
      server.signInAs({ roles: ['administrator'] }),
      server.signInAs({ roles: ['student'], userId: childId }),
    ])
    const answer = await report(parent, { lessonUuid: tomorrow, comment: '  Температура ' })
    expect([answer.statusCode, answer.json()]).toEqual([201, { uuid: expect.any(String) }])
    const shown = {
      uuid: answer.json().uuid,
      studentUuid: childId,
      reason: 'illness',
      comment: 'Температура',
      lessonUuid: tomorrow,
      startsOn: '2026-10-15',
      endsOn: '2026-10-15',
    }
    expect(await listed(parent)).toEqual({ absences: [{ ...shown, canWithdraw: true }], students: [childId] })
    // A child with a guardian sees the report and cannot change it.
    expect(await listed(student)).toEqual({ absences: [{ ...shown, canWithdraw: false }], students: [] })
    expect((await administrator.call(desk)).json()).toEqual({
      items: [
        {
          id: answer.json().uuid,
          student: { id: childId, name: 'Маша Соколов' },
          reason: 'illness',
          comment: 'Температура',
          startsOn: '2026-10-15',
          endsOn: '2026-10-15',
          lesson: { groupTitle: 'ФИЗ-1', startsAt: '2026-10-15T16:00:00.000Z' },
          by: { id: parent.userId, name: 'Иван Петров' },
          createdAt: started.toISOString(),
        },
      ],
      total: 1,
      page: 1,
      pageSize: 50,
    })
    const seen = (await teacher.call('GET /v1/teacher/day')).json().lessons
    // Without the comment.
    expect(seen.map(({ uuid, absent }: TaughtLesson) => [uuid, absent])).toEqual([
      [today, []],
      [tomorrow, [{ name: 'Соколов Маша', reason: 'illness' }]],
      [friday, []],
    ])
  })

  test('notifies its teacher in both languages, and withdrawn again', async () => {
    const { uuid } = (await report(parent, { lessonUuid: today, reason: 'family', comment: 'Секрет' })).json()
    const values = { student: 'Соколов Маша', groups: 'ФИЗ-1', until: '', reason: 'family' }
    expect(await noticesOf(teacher)).toEqual([
      {
        kind: 'absence-reported',
        values: {
          ru: { ...values, from: '14 октября в 12:15' },
          en: { ...values, from: expect.stringMatching(/^14 October at 12:15$/) },
        },
      },
    ])
    // Within a day, so the email does not wait for the digest.
    expect(
      await database()
        .select({ kind: deliveries.kind, target: deliveries.target, category: deliveries.category })
        .from(deliveries),
    ).toEqual([{ kind: 'absence-reported', target: 'teacher@school.example', category: 'lessons' }])
    expect((await withdraw(parent, uuid)).statusCode).toBe(204)
    expect((await withdraw(parent, uuid)).statusCode).toBe(204)
    expect((await noticesOf(teacher)).map(({ kind }) => kind)).toEqual(['absence-reported', 'absence-withdrawn'])
    expect(await absentAt(teacher)).toEqual({ [today]: [], [tomorrow]: [], [friday]: [] })
    expect((await listed(parent)).absences).toEqual([])
    expect((await report(parent, { lessonUuid: today })).statusCode).toBe(201)
  })

  test('is withdrawn again without an error, also once the lesson has begun', async () => {
    const { uuid } = (await report(parent, { lessonUuid: today })).json()
    expect((await withdraw(parent, uuid)).statusCode).toBe(204)
    server.clock.now = new Date('2026-10-14T09:15:00Z')
    expect((await withdraw(parent, uuid)).statusCode).toBe(204)
    const [{ withdrawnAt } = {}] = await database().select().from(absences).where(eq(absences.id, uuid))
    expect(withdrawnAt).toEqual(started)
  })

  test('stays where its teacher cannot be notified of the withdrawal', async () => {
    const { uuid } = (await report(parent, { lessonUuid: today })).json()
    await database().execute(
      sql`alter table notifications add constraint no_withdrawal check (kind <> 'absence-withdrawn')`,
    )
    try {
      expect((await withdraw(parent, uuid)).statusCode).toBe(500)
    } finally {
      await database().execute(sql`alter table notifications drop constraint no_withdrawal`)
    }
    expect((await listed(parent)).absences).toEqual([expect.objectContaining({ uuid, canWithdraw: true })])
  })

  test('is stored once by a repeated request, and refused when it is reported already', async () => {
    const key = randomUUID()
    const [first, second] = await Promise.all([
      report(parent, { lessonUuid: today }, key),
      report(parent, { lessonUuid: today }, key),
    ])
    expect([first, second].map(({ statusCode }) => statusCode).sort()).toEqual([201, 201])
    expect(first.json()).toEqual(second.json())
    const races = await Promise.all([
      report(parent, { startsOn: '2026-10-15', endsOn: '2026-10-16' }),
      report(parent, { startsOn: '2026-10-16', endsOn: '2026-10-17' }),
    ])
    expect(races.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const again = await report(parent, { lessonUuid: today })
    expect([again.statusCode, again.json().type]).toEqual([409, 'state-conflict'])
    const inPeriod = await report(parent, { lessonUuid: friday })
    expect([inPeriod.statusCode, inPeriod.json().type]).toEqual([409, 'state-conflict'])
  })

  test('is neither reported nor withdrawn once the lesson has begun', async () => {
    const { uuid } = (await report(parent, { lessonUuid: today })).json()
    server.clock.now = new Date('2026-10-14T09:15:00Z')
    expect((await withdraw(parent, uuid)).json().type).toBe('state-conflict')
    expect((await listed(parent)).absences[0]?.canWithdraw).toBe(false)
    await database().delete(absences)
    expect((await report(parent, { lessonUuid: today })).json().type).toBe('state-conflict')
    const cancelled = await addLesson('2026-10-17T16:00:00Z', { state: 'cancelled', changedAt: started })
    expect((await report(parent, { lessonUuid: cancelled })).json().type).toBe('state-conflict')
  })
})

describe('An absence of whole days', () => {
  test('counts for every lesson of the days and notifies each teacher and the curator once', async () => {
    const substitute = await server.signInAs({ roles: ['teacher'] })
    const curator = await server.signInAs({ roles: ['teacher'] })
    for (const { userId } of [substitute, curator])
      await database().update(users).set({ subject: randomUUID() }).where(eq(users.id, userId))
    await database().update(studyGroups).set({ curatorId: curator.userId }).where(eq(studyGroups.id, ids.group))
    await database().update(lessons).set({ substituteId: substitute.userId }).where(eq(lessons.id, friday))
    await report(parent, { startsOn: '2026-10-14', endsOn: '2026-10-16' })
    expect(await absentAt(teacher)).toEqual({ [today]: ['Соколов Маша'], [tomorrow]: ['Соколов Маша'] })
    expect(await absentAt(substitute)).toEqual({ [friday]: ['Соколов Маша'] })
    expect((await noticesOf(teacher)).map(({ values }) => [values.ru.from, values.ru.until])).toEqual([
      ['14 октября в 12:15', '15 октября 2026 года'],
    ])
    expect((await noticesOf(substitute)).map(({ values }) => [values.ru.from, values.ru.until])).toEqual([
      ['16 октября в 19:00', ''],
    ])
    expect((await noticesOf(curator)).map(({ values }) => [values.ru.from, values.ru.until])).toEqual([
      ['14 октября в 12:15', '16 октября 2026 года'],
    ])
  })

  test('keeps the days that have begun when the coming ones are taken back', async () => {
    const { uuid } = (await report(parent, { startsOn: '2026-10-14', endsOn: '2026-10-16' })).json()
    server.clock.now = new Date('2026-10-14T09:20:00Z')
    expect((await withdraw(parent, uuid)).statusCode).toBe(204)
    expect(await absentAt(teacher)).toEqual({ [today]: ['Соколов Маша'], [tomorrow]: [], [friday]: [] })
    expect((await listed(parent)).absences).toMatchObject([
      { startsOn: '2026-10-14', endsOn: '2026-10-14', canWithdraw: false },
    ])
    expect((await withdraw(parent, uuid)).json().type).toBe('state-conflict')
  })

  test('begins today at the earliest and is not longer than 60 days', async () => {
    const faults = [
      { startsOn: '2026-10-13', endsOn: '2026-10-14' },
      { startsOn: '2026-10-16', endsOn: '2026-10-15' },
      { startsOn: '2026-10-14', endsOn: '2026-12-13' },
      { startsOn: '2026-10-14' },
      { lessonUuid: today, startsOn: '2026-10-14', endsOn: '2026-10-14' },
      { reason: 'other', lessonUuid: today },
      { reason: 'other', lessonUuid: today, comment: '   ' },
    ]
    const answers = await Promise.all(faults.map((body) => report(parent, body)))
    expect(answers.map((answer) => [answer.statusCode, answer.json().errors])).toEqual([
      [422, [{ path: 'startsOn', message: 'too-small' }]],
      [422, [{ path: 'endsOn', message: 'too-small' }]],
      [422, [{ path: 'endsOn', message: 'too-big' }]],
      [422, [{ path: 'endsOn', message: 'too-small' }]],
      [422, [{ path: 'startsOn', message: 'not-allowed' }]],
      [422, [{ path: 'comment', message: 'required' }]],
      [422, [{ path: 'comment', message: 'required' }]],
    ])
    expect((await report(parent, { startsOn: '2026-10-14', endsOn: '2026-12-12' })).statusCode).toBe(201)
  })

  test('does not count before the student joins the group or after leaving it', async () => {
    await school.joinGroup(await school.addChild('Петя', [parent]), { joinedOn: '2026-10-15', leftOn: '2026-10-16' })
    const students = (await listed(parent)).students
    const other = students.find((id) => id !== childId)
    await report(parent, { studentUuid: other, startsOn: '2026-10-14', endsOn: '2026-10-16' })
    expect(await absentAt(teacher)).toEqual({ [today]: [], [tomorrow]: ['Соколов Петя'], [friday]: [] })
    expect((await report(parent, { studentUuid: other, lessonUuid: friday })).statusCode).toBe(404)
  })
})

describe('Access', () => {
  test('another family’s student, lesson and report do not exist for others', async () => {
    const stranger = await server.signInAs({ roles: ['parent'] })
    const { uuid } = (await report(parent, { lessonUuid: today })).json()
    const answers = [
      await report(stranger, { lessonUuid: today }),
      await report(stranger, { startsOn: '2026-10-14', endsOn: '2026-10-14' }),
      await report(parent, { lessonUuid: randomUUID() }),
      await withdraw(stranger, uuid),
      await withdraw(parent, randomUUID()),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    expect(await listed(stranger)).toEqual({ absences: [], students: [] })
  })

  test('a teacher sees absences of the own lessons only', async () => {
    const colleague = await server.signInAs({ roles: ['teacher'] })
    await report(parent, { startsOn: '2026-10-14', endsOn: '2026-10-16' })
    expect(await absentAt(colleague)).toEqual({})
    expect(await noticesOf(colleague)).toEqual([])
    expect((await teacher.call(desk)).statusCode).toBe(403)
  })

  test('a student reports for oneself when of age, or without guardians', async () => {
    const [minor, adult, alone] = await Promise.all([
      server.signInAs({ roles: ['student'], userId: childId }),
      server.signInAs({ roles: ['student'], userId: await school.addChild('Оля', [parent]) }),
      server.signInAs({ roles: ['student'], userId: await school.addChild('Катя') }),
    ])
    const bornOn = ({ userId }: Signed, day: string, by: Person = parent) =>
      by.call('PATCH /v1/profile/tax-deduction/particulars', { body: { userUuid: userId, bornOn: day } })
    const refused = await bornOn(minor, '2000-01-01', minor)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ path: 'bornOn', message: 'not-allowed' }]])
    await bornOn(minor, '2008-10-15')
    await bornOn(adult, '2008-10-14')
    // What the own form sends unchanged is no change.
    expect((await bornOn(minor, '2008-10-15', minor)).statusCode).toBe(200)
    expect((await bornOn(adult, '2008-10-13', adult)).statusCode).toBe(200)
    expect((await bornOn(alone, '2010-01-01', alone)).statusCode).toBe(200)
    const days = { startsOn: '2026-10-15', endsOn: '2026-10-15' }
    const answers = await Promise.all(
      [minor, adult, alone].map((person) => report(person, { studentUuid: person.userId, ...days })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 201, 201])
    expect((await listed(adult)).students).toEqual([adult.userId])
  })
})
