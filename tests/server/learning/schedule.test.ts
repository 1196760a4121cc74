import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { studyGroups } from '#server/db/schema/programs.ts'
import { conversations, exams, lessons, selfStudyItems, vacations } from '#server/db/schema/schedule.ts'
import { monthGridRange } from '#server/schedule-items/schedule-items.ts'
import { addDays, dayInZone, isoWeekday, zonedInstant } from '#server/time/calendar-days.ts'
import { ids, openSmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const ofChildren = 'GET /v1/parent/children/schedule/list'
const ownSchedule = 'GET /v1/student/schedule/list'

async function itemsOf(person: Person, address: string, day: string): Promise<ScheduleItem[]> {
  const answer = await person.call(address, { query: `month_date=${day}` })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

describe('The displayed weeks of a month', () => {
  test.each([
    ['a month in the middle of weeks', '2026-10-14', '2026-09-28', '2026-11-01'],
    ['its first day', '2026-10-01', '2026-09-28', '2026-11-01'],
    ['its last day', '2026-10-31', '2026-09-28', '2026-11-01'],
    ['a month that begins on Monday', '2026-06-15', '2026-06-01', '2026-07-05'],
    ['a month that begins on Sunday', '2026-11-20', '2026-10-26', '2026-12-06'],
    ['a month that ends on Sunday', '2026-05-05', '2026-04-27', '2026-05-31'],
    ['a February of four whole weeks', '2027-02-10', '2027-02-01', '2027-02-28'],
    ['a leap February', '2028-02-29', '2028-01-31', '2028-03-05'],
    ['a month of six weeks', '2027-08-01', '2027-07-26', '2027-09-05'],
    ['December into the next year', '2026-12-31', '2026-11-30', '2027-01-03'],
    ['January from the year before', '2027-01-01', '2026-12-28', '2027-01-31'],
  ])('%s', (_, day, from, to) => {
    expect(monthGridRange(day)).toEqual({ from, to })
  })

  test('begins on Monday, ends on Sunday and holds its month, for every month of 130 years', () => {
    for (let year = 1970; year < 2100; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const first = `${year}-${String(month).padStart(2, '0')}-01`
        const { from, to } = monthGridRange(first)
        const last = addDays(first, new Date(Date.UTC(year, month, 0)).getUTCDate() - 1)
        expect([isoWeekday(from), isoWeekday(to)]).toEqual([1, 7])
        expect(from <= first && addDays(from, 6) >= first && to >= last && addDays(to, -6) <= last).toBe(true)
      }
    }
  })
})

describe('Days and instants', () => {
  test('follow the clock change of a zone', () => {
    expect(zonedInstant('2026-03-29', '00:00', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z')
    expect(zonedInstant('2026-03-29', '12:00', 'Europe/Berlin').toISOString()).toBe('2026-03-29T10:00:00.000Z')
    expect(zonedInstant('2026-10-25', '12:00', 'Europe/Berlin').toISOString()).toBe('2026-10-25T11:00:00.000Z')
  })

  test('use the local day of the zone', () => {
    expect(dayInZone(new Date('2026-12-31T20:59:59Z'), 'Europe/Moscow')).toBe('2026-12-31')
    expect(dayInZone(new Date('2026-12-31T21:00:00Z'), 'Europe/Moscow')).toBe('2027-01-01')
    expect(dayInZone(new Date('2026-12-31T21:00:00Z'), 'America/New_York')).toBe('2026-12-31')
  })
})

describe('The schedule', () => {
  const server = openForSuite(() => openTestApp())
  const school = openForSuite(() => openSmallSchool(server))

  async function addLesson(startsAt: string, more: Partial<typeof lessons.$inferInsert> = {}) {
    const id = randomUUID()
    const start = new Date(startsAt)
    const endsAt = new Date(start.getTime() + 5_400_000)
    await server.opened.database
      .insert(lessons)
      .values({ id, groupId: ids.group, topic: 'Закон Ома', format: 'offline', startsAt: start, endsAt, ...more })
    return id
  }

  const nothing = {
    format: null,
    subject: null,
    allDay: false,
    groupUuid: null,
    groupTitle: null,
    teacher: null,
    replacedTeacher: null,
    curator: null,
    place: null,
    joinUrl: null,
    recordingUrl: null,
    isFirstWeek: false,
    state: 'planned',
  }

  test('contains every category with all fields, in order of time', async () => {
    const { database } = server.opened
    const { parent, childId } = await school.addFamily('Артём')
    await school.joinGroup(childId)
    const lesson = await addLesson('2027-02-10T13:00:00Z', {
      place: 'кабинет 204',
      isFirstWeek: true,
      state: 'moved',
      recordingUrl: 'https://video.example/1',
    })
    const [exam, conversation, work, vacation] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const appointment = { studentId: childId, teacherId: ids.teacher }
    await database.insert(exams).values({
      ...appointment,
      id: exam,
      subjectCode: 'physics',
      title: 'Пробный экзамен',
      format: 'offline',
      startsAt: new Date('2027-02-11T07:00:00Z'),
      endsAt: new Date('2027-02-11T09:00:00Z'),
      place: 'Сокол, кабинет 101',
    })
    await database.insert(conversations).values({
      ...appointment,
      teacherId: null,
      id: conversation,
      title: 'Встреча с куратором',
      format: 'webinar',
      startsAt: new Date('2027-02-12T07:00:00Z'),
      endsAt: new Date('2027-02-12T07:30:00Z'),
      joinUrl: 'https://webinar.example/1',
      state: 'cancelled',
    })
    await database.insert(selfStudyItems).values({
      id: work,
      groupId: ids.group,
      title: 'Самостоятельная работа',
      url: 'https://lms.example/1',
      startsAt: new Date('2027-02-14T14:00:00Z'),
      endsAt: new Date('2027-02-14T15:00:00Z'),
    })
    await database.insert(vacations).values({
      id: vacation,
      campaignId: ids.campaign,
      title: 'Каникулы',
      startsOn: '2027-02-20',
      endsOn: '2027-02-24',
    })

    const expected = [
      {
        ...nothing,
        uuid: lesson,
        category: 'lessons',
        format: 'offline',
        title: 'Закон Ома',
        subject: 'Физика',
        startsAt: '2027-02-10T13:00:00.000Z',
        endsAt: '2027-02-10T14:30:00.000Z',
        studentUuid: childId,
        groupUuid: ids.group,
        groupTitle: 'ФИЗ-1',
        teacher: 'Белова Ирина Сергеевна',
        place: 'Сокол, кабинет 204',
        recordingUrl: 'https://video.example/1',
        isFirstWeek: true,
        state: 'moved',
      },
      {
        ...nothing,
        uuid: exam,
        category: 'examSubjects',
        format: 'offline',
        title: 'Пробный экзамен',
        subject: 'Физика',
        startsAt: '2027-02-11T07:00:00.000Z',
        endsAt: '2027-02-11T09:00:00.000Z',
        studentUuid: childId,
        teacher: 'Белова Ирина Сергеевна',
        place: 'Сокол, кабинет 101',
      },
      {
        ...nothing,
        uuid: conversation,
        category: 'conversations',
        format: 'webinar',
        title: 'Встреча с куратором',
        startsAt: '2027-02-12T07:00:00.000Z',
        endsAt: '2027-02-12T07:30:00.000Z',
        studentUuid: childId,
        joinUrl: 'https://webinar.example/1',
        state: 'cancelled',
      },
      {
        ...nothing,
        uuid: work,
        category: 'selfStudy',
        title: 'Самостоятельная работа',
        subject: 'Физика',
        startsAt: '2027-02-14T14:00:00.000Z',
        endsAt: '2027-02-14T15:00:00.000Z',
        studentUuid: childId,
        groupUuid: ids.group,
        groupTitle: 'ФИЗ-1',
        joinUrl: 'https://lms.example/1',
      },
      {
        ...nothing,
        uuid: vacation,
        category: 'vacations',
        title: 'Каникулы',
        startsAt: '2027-02-19T21:00:00.000Z',
        endsAt: '2027-02-24T21:00:00.000Z',
        allDay: true,
        studentUuid: childId,
      },
    ]
    expect(await itemsOf(parent, ofChildren, '2027-02-01')).toEqual(expected)
    const child = await server.signInAs({ roles: ['student'], userId: childId })
    expect(await itemsOf(child, ownSchedule, '2027-02-28')).toEqual(expected)
  })

  test('covers exactly the displayed weeks, from Monday’s to Sunday’s midnight in Moscow', async () => {
    const { parent, childId } = await school.addFamily('Вера')
    await school.joinGroup(childId)
    await addLesson('2026-09-27T18:00:00Z')
    const first = await addLesson('2026-09-27T21:00:00Z')
    const last = await addLesson('2026-11-01T20:59:00Z')
    await addLesson('2026-11-01T21:00:00Z')
    const across = await addLesson('2026-09-27T20:00:00Z')
    const found = await itemsOf(parent, ofChildren, '2026-10-14')
    expect(found.map(({ uuid }) => uuid)).toEqual([across, first, last])
  })

  test('shows a member only the lessons between joining and leaving', async () => {
    const { parent, childId } = await school.addFamily('Глеб')
    await school.joinGroup(childId, { joinedOn: '2027-03-10', leftOn: '2027-03-20' })
    await addLesson('2027-03-09T12:00:00Z')
    const joined = await addLesson('2027-03-10T12:00:00Z')
    const lastDay = await addLesson('2027-03-19T12:00:00Z')
    await addLesson('2027-03-20T12:00:00Z')
    expect((await itemsOf(parent, ofChildren, '2027-03-15')).map(({ uuid }) => uuid)).toEqual([joined, lastDay])
  })

  test('names the substitute, the teacher of the group who is replaced, and the curator', async () => {
    const { parent, childId } = await school.addFamily('Иван')
    await school.joinGroup(childId)
    const substituteId = await school.addChild('Пётр')
    await addLesson('2027-04-06T12:00:00Z', { substituteId })
    const setCurator = (curatorId: string | null) =>
      server.opened.database.update(studyGroups).set({ curatorId }).where(eq(studyGroups.id, ids.group))
    await setCurator(ids.teacher)
    expect(await itemsOf(parent, ofChildren, '2027-04-15')).toMatchObject([
      { teacher: 'Соколов Пётр', replacedTeacher: 'Белова Ирина Сергеевна', curator: 'Белова Ирина Сергеевна' },
    ])
    await setCurator(null)
  })

  test('contains a vacation once for each child, also one that crosses the edge of the displayed weeks', async () => {
    const { parent, childId } = await school.addFamily('Лев')
    const sisterId = await school.addChild('Анна', [parent])
    await school.joinGroup(childId)
    await school.joinGroup(sisterId, { joinedOn: '2026-09-01', leftOn: '2027-05-31' })
    const formerId = await school.addChild('Егор', [parent])
    await school.joinGroup(formerId, { joinedOn: '2026-09-01', leftOn: '2026-12-31' })
    await server.opened.database
      .insert(vacations)
      .values({ campaignId: ids.campaign, title: 'Зимние каникулы', startsOn: '2026-12-31', endsOn: '2027-01-10' })
    const found = (day: string) =>
      itemsOf(parent, ofChildren, day).then((items) => items.filter(({ category }) => category === 'vacations'))
    expect((await found('2026-12-15')).map(({ studentUuid }) => studentUuid).sort()).toEqual([childId, sisterId].sort())
    expect((await found('2027-01-15')).length).toBe(2)
    expect(await found('2026-11-15')).toEqual([])
  })

  test('excludes other families’ children, and a child’s lessons from the parent’s own', async () => {
    const { childId } = await school.addFamily('Мария')
    await school.joinGroup(childId)
    await addLesson('2027-05-05T12:00:00Z')
    const stranger = await school.addFamily('Ева')
    expect(await itemsOf(stranger.parent, ofChildren, '2027-05-05')).toEqual([])
    const both = await server.signInAs({ roles: ['parent', 'student'] })
    expect(await itemsOf(both, ownSchedule, '2027-05-05')).toEqual([])
  })
})
