import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scheduleFilterKinds } from '#contract/enumerations.ts'
import { guardianships, userRoles, users } from '#server/db/schema/people.ts'
import { calendarFeeds, conversations, exams, lessons, selfStudyItems, vacations } from '#server/db/schema/schedule.ts'
import { buildVtimezone } from '#server/learning/feed/vtimezone.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { auditedOf } from '#tests/support/server/audited.ts'

const link = '/v1/schedule/feed-link'
const now = new Date('2027-03-20T09:00:00Z')

let server: TestApp
let school: SmallSchool
beforeAll(async () => {
  server = await openTestApp({ now, env: { TIME_ZONE: 'Europe/Berlin', PUBLIC_URL: 'https://lk.school.example' } })
  school = await openSmallSchool(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.now = now
  const { database } = server.opened
  for (const table of [lessons, exams, conversations, selfStudyItems, vacations]) await database.delete(table)
})

const kinds = [...scheduleFilterKinds]

async function makeFeed(person: Person, students: readonly string[], wanted: readonly string[] = kinds) {
  const answer = await person.call(`POST ${link}`, { body: { students, kinds: wanted } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ url: string; feed: object }>()
}

const pathOf = (url: string) => new URL(url).pathname

/** A request of a calendar client: without a session. */
const ask = (url: string, headers: Record<string, string> = {}) => server.visitor.open(pathOf(url), headers)

async function eventsAt(url: string): Promise<ICAL.Event[]> {
  const answer = await ask(url)
  expect(answer.statusCode).toBe(200)
  return parsed(answer.body).events
}

function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) }
}

/** An event, reduced to the properties that a calendar shows. */
function shown(event: ICAL.Event) {
  const value = (name: string) => event.component.getFirstPropertyValue(name)?.toString() ?? null
  return {
    uid: event.uid,
    summary: event.summary,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    status: value('status'),
    location: event.location,
    description: event.description,
  }
}

async function addLesson(startsAt: string, more: Partial<typeof lessons.$inferInsert> = {}): Promise<string> {
  const id = randomUUID()
  const start = new Date(startsAt)
  const endsAt = new Date(start.getTime() + 5_400_000)
  await server.opened.database
    .insert(lessons)
    .values({ id, groupId: ids.group, topic: 'Закон Ома', format: 'offline', startsAt: start, endsAt, ...more })
  return id
}

async function familyWithGroup() {
  const family = await school.addFamily('Артём')
  await school.joinGroup(family.childId)
  return family
}

test('Properties of the calendar come before its components (RFC 5545, 3.6)', async () => {
  const { parent, childId } = await familyWithGroup()
  const { url } = await makeFeed(parent, [childId])
  await addLesson('2027-03-22T09:00:00Z')
  const { body } = await ask(url)
  const [, properties = '', components = ''] = /^BEGIN:VCALENDAR\r\n(.*?)(BEGIN:.*)END:VCALENDAR\r\n$/s.exec(body) ?? []
  expect(properties).toMatch(/^VERSION:2\.0\r\nPRODID:/)
  expect(properties).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  const outside = components.replaceAll(/BEGIN:(VTIMEZONE|VEVENT)\r\n.*?END:\1\r\n/gs, '')
  expect([outside, components.match(/BEGIN:VEVENT/g)]).toEqual(['', ['BEGIN:VEVENT']])
})

describe('The feed URL', () => {
  test('is returned once, stored as a hash, and readable without a session', async () => {
    const { parent, childId } = await familyWithGroup()
    expect((await parent.call(`GET ${link}`)).json()).toEqual({ feed: null })
    const { url, feed } = await makeFeed(parent, [childId], ['offline'])
    expect(url).toMatch(/^https:\/\/lk\.school\.example\/calendar\/[A-Za-z0-9_-]{22}\.ics$/)
    const known = { students: [childId], kinds: ['offline'], createdAt: now.toISOString(), lastReadAt: null }
    expect(feed).toEqual(known)
    expect((await parent.call(`GET ${link}`)).json()).toEqual({ feed: known })

    const secret = /calendar\/(.{22})/.exec(url)?.[1] ?? ''
    const kept = await server.opened.database
      .select()
      .from(calendarFeeds)
      .where(eq(calendarFeeds.ownerId, parent.userId))
    expect(JSON.stringify(kept)).not.toContain(secret)
    const answer = await ask(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  })

  test('is invalid after a new one is created or the feed is switched off', async () => {
    const { parent, childId } = await familyWithGroup()
    const first = await makeFeed(parent, [childId])
    const second = await makeFeed(parent, [childId])
    expect(second.url).not.toBe(first.url)
    expect([(await ask(first.url)).statusCode, (await ask(second.url)).statusCode]).toEqual([404, 200])
    expect((await parent.call(`DELETE ${link}`)).statusCode).toBe(204)
    expect((await ask(second.url)).statusCode).toBe(404)
    expect((await parent.call(`GET ${link}`)).json()).toEqual({ feed: null })
    expect((await parent.call(`DELETE ${link}`)).statusCode).toBe(204)
    const entries = await auditedOf(server.opened.database, 'export', parent.userId)
    expect(entries.map(([action]) => action).sort()).toEqual(['export.feed', 'export.feed', 'export.feed-ended'])
  })

  test('is refused for children of others, whatever else is requested', async () => {
    const { parent, childId } = await familyWithGroup()
    const other = await school.addFamily('Пётр')
    for (const students of [[other.childId], [childId, other.childId], [parent.userId]]) {
      const answer = await parent.call(`POST ${link}`, { body: { students, kinds } })
      expect([answer.statusCode, answer.json().type]).toEqual([404, 'not-found'])
    }
    const student = await server.signInAs({ roles: ['student'] })
    expect((await student.call(`POST ${link}`, { body: { students: [childId], kinds } })).statusCode).toBe(404)
  })

  test('of a parent and of the same user as a student are separate', async () => {
    const roles = ['parent', 'student'] as const
    const asParent = await server.signInAs({ roles, group: 'parent' })
    const asStudent = await server.signInAs({ roles, group: 'student', userId: asParent.userId })
    const childId = await school.addChild('Лев', [asParent])
    const [ofChild, own] = [await makeFeed(asParent, [childId]), await makeFeed(asStudent, [asStudent.userId])]
    await school.joinGroup(asStudent.userId)
    await addLesson('2027-03-22T13:00:00Z')
    // The feed of a student has no names.
    expect((await eventsAt(own.url)).map(({ summary }) => summary)).toEqual(['Физика'])
    await asStudent.call(`DELETE ${link}`)
    expect([(await ask(ofChild.url)).statusCode, (await ask(own.url)).statusCode]).toEqual([200, 404])
    expect((await server.visitor.open('/calendar/short.ics')).statusCode).toBe(404)
  })
})

describe('The feed', () => {
  test('contains every kind of event with all properties, and no marks', async () => {
    const { database } = server.opened
    const { parent, childId } = await familyWithGroup()
    const lesson = await addLesson('2027-03-22T13:00:00Z', { place: 'кабинет 204' })
    const webinar = await addLesson('2027-03-23T13:00:00Z', { format: 'webinar', joinUrl: 'https://webinar.example/1' })
    const [exam, talk, work] = [randomUUID(), randomUUID(), randomUUID()]
    const appointment = {
      studentId: childId,
      teacherId: ids.teacher,
      format: 'offline',
      place: 'Сокол, кабинет 7',
    } as const
    const hour = (day: string) => ({ startsAt: new Date(`${day}T07:00:00Z`), endsAt: new Date(`${day}T08:00:00Z`) })
    await database.insert(exams).values({
      id: exam,
      ...appointment,
      ...hour('2027-03-24'),
      title: 'Зачёт; часть 1, устно',
      subjectCode: 'physics',
    })
    await database.insert(conversations).values({ id: talk, ...appointment, ...hour('2027-03-25'), title: 'Встреча' })
    await database
      .insert(selfStudyItems)
      .values({ id: work, groupId: ids.group, title: 'Задачи 1–5', url: null, ...hour('2027-03-26') })
    await database
      .insert(vacations)
      .values({ campaignId: ids.campaign, title: 'Весенние каникулы', startsOn: '2027-03-27', endsOn: '2027-04-02' })

    const events = await eventsAt((await makeFeed(parent, [childId])).url)
    const host = 'lk.school.example'
    const ofGroup = 'Преподаватель: Белова Ирина Сергеевна\nГруппа: ФИЗ-1'
    const expected = [
      [
        lesson,
        'Физика (Артём)',
        '2027-03-22T13:00',
        'Сокол, кабинет 204',
        `Очное занятие\nТема: Закон Ома\n${ofGroup}`,
      ],
      [
        webinar,
        'Физика (Артём)',
        '2027-03-23T13:00',
        'https://webinar.example/1',
        `Вебинар\nТема: Закон Ома\n${ofGroup}\nПодключиться: https://webinar.example/1`,
      ],
      [
        exam,
        'Зачёт; часть 1, устно (Артём)',
        '2027-03-24T07:00',
        'Сокол, кабинет 7',
        'Очное занятие\nПреподаватель: Белова Ирина Сергеевна',
      ],
      [
        talk,
        'Встреча (Артём)',
        '2027-03-25T07:00',
        'Сокол, кабинет 7',
        'Очное занятие\nПреподаватель: Белова Ирина Сергеевна',
      ],
      [work, 'Физика (Артём)', '2027-03-26T07:00', null, 'Самоподготовка\nТема: Задачи 1–5\nГруппа: ФИЗ-1'],
    ]
    const [vacation, ...timed] = [events.at(-1), ...events.slice(0, -1)]
    expect(
      timed.map((event) => {
        const { uid, summary, start, location, description } = shown(event as ICAL.Event)
        return [uid, summary, start.slice(0, 16), location, description]
      }),
    ).toEqual(expected.map(([uid, ...rest]) => [`${uid}@${host}`, ...rest]))
    expect([vacation?.startDate.isDate, vacation?.startDate.toString(), vacation?.endDate.toString()]).toEqual([
      true,
      '2027-03-27',
      '2027-04-03',
    ])
  })

  test('covers 30 days back to 180 ahead, across the end of the year', async () => {
    server.clock.now = new Date('2026-12-20T09:00:00Z')
    const { parent, childId } = await familyWithGroup()
    const { url } = await makeFeed(parent, [childId])
    await addLesson('2026-11-19T13:00:00Z')
    const inWindow = [
      await addLesson('2026-11-20T13:00:00Z'),
      await addLesson('2026-12-31T22:30:00Z'),
      await addLesson('2027-06-18T12:00:00Z'),
    ]
    await addLesson('2027-06-19T13:00:00Z')
    const events = await eventsAt(url)
    expect(events.map(({ uid }) => uid)).toEqual(inWindow.map((id) => `${id}@lk.school.example`))
    expect(events[1]?.startDate.toString()).toBe('2026-12-31T23:30:00')
    expect(events[1]?.endDate.toString()).toBe('2027-01-01T01:00:00')
  })

  test('keeps the UID of a moved and then cancelled lesson, raises its sequence, and keeps both under a new URL', async () => {
    const { database } = server.opened
    const { parent, childId } = await familyWithGroup()
    const id = await addLesson('2027-03-24T13:00:00Z')
    const { url } = await makeFeed(parent, [childId])
    const [planned] = await eventsAt(url)
    const change = (more: Partial<typeof lessons.$inferInsert>) =>
      database.update(lessons).set(more).where(eq(lessons.id, id))

    await change({
      state: 'moved',
      startsAt: new Date('2027-03-25T15:00:00Z'),
      endsAt: new Date('2027-03-25T16:30:00Z'),
      previousStartsAt: new Date('2027-03-24T13:00:00Z'),
      previousEndsAt: new Date('2027-03-24T14:30:00Z'),
      changedAt: new Date('2027-03-20T08:00:00Z'),
    })
    const [moved] = await eventsAt(url)
    await change({ state: 'cancelled', changedAt: new Date('2027-03-20T08:30:00Z') })
    const { url: renewed } = await makeFeed(parent, [childId])
    const [cancelled] = await eventsAt(renewed)

    expect(new Set([planned, moved, cancelled].map((event) => event?.uid))).toEqual(
      new Set([`${id}@lk.school.example`]),
    )
    const sequences = [planned, moved, cancelled].map((event) => event?.sequence ?? -1)
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    expect(new Set(sequences).size).toBe(3)
    expect(shown(moved as ICAL.Event)).toMatchObject({
      start: '2027-03-25T15:00:00.000Z',
      status: 'CONFIRMED',
      description: expect.stringContaining('Перенесено: было 24 марта'),
    })
    expect(shown(cancelled as ICAL.Event)).toMatchObject({ status: 'CANCELLED', summary: 'Отменено: Физика (Артём)' })
  })

  test('contains only the selected children and kinds', async () => {
    const { parent, childId } = await familyWithGroup()
    const sisterId = await school.addChild('Мария', [parent])
    const shared = await addLesson('2027-03-22T13:00:00Z')
    await addLesson('2027-03-23T13:00:00Z', { format: 'webinar' })
    await server.opened.database.insert(conversations).values({
      studentId: sisterId,
      title: 'Встреча',
      format: 'offline',
      startsAt: new Date('2027-03-24T13:00:00Z'),
      endsAt: new Date('2027-03-24T14:00:00Z'),
    })
    const summaries = async (students: string[], wanted: string[]) =>
      (await eventsAt((await makeFeed(parent, students, wanted)).url)).map(({ summary }) => summary)
    expect(await summaries([childId], ['offline'])).toEqual(['Физика (Артём)'])
    expect(await summaries([sisterId], ['offline', 'online'])).toEqual([])
    expect(await summaries([sisterId], ['conversations'])).toEqual(['Встреча (Мария)'])
    // Siblings in one group share the lesson: it is one event for both.
    await school.joinGroup(sisterId)
    const both = await eventsAt((await makeFeed(parent, [childId, sisterId], ['offline'])).url)
    expect(both.map(({ uid }) => uid)).toEqual([`${shared}@lk.school.example`])
    expect(both[0]?.summary).toMatch(/^Физика \((Артём, Мария|Мария, Артём)\)$/)
  })

  test('uses the last language of the user', async () => {
    const { parent, childId } = await familyWithGroup()
    await addLesson('2027-03-22T13:00:00Z', { state: 'cancelled', changedAt: now })
    const { url } = await makeFeed(parent, [childId])
    await server.opened.database.update(users).set({ language: 'en' }).where(eq(users.id, parent.userId))
    expect((await eventsAt(url)).map(({ summary }) => summary)).toEqual(['Cancelled: Физика (Артём)'])
  })

  test('loses children who are no longer the user’s, and ends when the user loses the parent role', async () => {
    const { database } = server.opened
    const { parent, childId } = await familyWithGroup()
    await addLesson('2027-03-22T13:00:00Z')
    const { url } = await makeFeed(parent, [childId])
    expect((await eventsAt(url)).length).toBe(1)
    await database.delete(guardianships).where(eq(guardianships.guardianId, parent.userId))
    expect(await eventsAt(url)).toEqual([])
    await database.delete(userRoles).where(eq(userRoles.userId, parent.userId))
    expect((await ask(url)).statusCode).toBe(404)
  })
})

test('A feed does not exist while the account of its owner is locked', async () => {
  const { database } = server.opened
  const { parent, childId } = await familyWithGroup()
  const { url } = await makeFeed(parent, [childId])
  const etag = String((await ask(url)).headers.etag)
  const lock = (lockedAt: Date | null) => database.update(users).set({ lockedAt }).where(eq(users.id, parent.userId))
  await lock(now)
  expect((await ask(url)).statusCode).toBe(404)
  expect((await ask(url, { 'if-none-match': etag })).statusCode).toBe(404)
  await lock(null)
  expect((await ask(url, { 'if-none-match': etag })).statusCode).toBe(304)
})

describe('A calendar that polls', () => {
  test('gets 304 until something changes, whatever If-Modified-Since says', async () => {
    const { parent, childId } = await familyWithGroup()
    const id = await addLesson('2027-03-22T13:00:00Z')
    const { url } = await makeFeed(parent, [childId])
    const first = await ask(url)
    const etag = String(first.headers.etag)
    server.clock.now = new Date(now.getTime() + 3_600_000)
    const same = await ask(url, { 'if-none-match': etag })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
    expect((await ask(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)

    const changedAt = server.clock.now
    await server.opened.database.update(lessons).set({ state: 'cancelled', changedAt }).where(eq(lessons.id, id))
    const changed = await ask(url, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    // A deleted event has no change time, so only the tag can reveal the change.
    await server.opened.database.delete(lessons).where(eq(lessons.id, id))
    const later = new Date(changedAt.getTime() + 3_600_000).toUTCString()
    const without = await ask(url, { 'if-modified-since': later })
    expect([without.statusCode, without.headers['last-modified']]).toEqual([200, undefined])
  })

  test('is recorded at most once in five minutes', async () => {
    const { parent, childId } = await familyWithGroup()
    const { url } = await makeFeed(parent, [childId])
    const readAt = async (minutes: number) => {
      server.clock.now = new Date(now.getTime() + minutes * 60_000)
      await ask(url)
      return (await parent.call(`GET ${link}`)).json().feed.lastReadAt
    }
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
    expect([await readAt(1), await readAt(5), await readAt(7)]).toEqual([at(1), at(1), at(7)])
  })
})

describe('A time zone', () => {
  test('without daylight saving time has one offset', () => {
    expect(buildVtimezone('Europe/Moscow', '2026-12-01', '2027-07-01').split('\r\n')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Moscow',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ])
  })

  test('with daylight saving time lists its clock changes, also west of Greenwich', () => {
    const text = buildVtimezone('America/New_York', '2027-01-01', '2027-12-31')
    const observances = text
      .split('BEGIN:')
      .slice(3)
      .map((part) => part.split('\r\n').slice(0, 4))
    expect(observances).toEqual([
      ['DAYLIGHT', 'DTSTART:20270314T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'],
      ['STANDARD', 'DTSTART:20271107T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500'],
    ])
  })
})
