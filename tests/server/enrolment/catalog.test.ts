import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import type { CourseDetails, listCourses } from '#contract/enrolment/catalog.ts'
import { branches, lessonFormats } from '#contract/enumerations.ts'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import { studyGroups, territories } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { findCoursePage } from '#server/enrolment/catalog/course-list.ts'
import type { WholeCatalog } from '#server/enrolment/catalog/whole-catalog.ts'
import { planInstalments, toInstalments } from '#server/enrolment/contracts/instalments.ts'
import { openCatalog } from '#tests/support/schools/catalog-school.ts'
import { addLargeCatalog } from '#tests/support/schools/large-catalog.ts'
import { ids } from '#tests/support/schools/small-school.ts'
import { mytischi } from '#tests/support/schools/transfer-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { planOf, statementsOf } from '#tests/support/server/statements.ts'

type List = AnswerOf<typeof listCourses>

const server = openForSuite(() => openTestApp())
const catalog = openForSuite(() => openCatalog(server))
beforeAll(async () => {
  const address = 'Новомытищинский проспект, 30'
  await server.opened.database.insert(territories).values({ id: mytischi, title: 'Мытищи', address })
})
beforeEach(() => catalog.clear())

async function list(query = '', headers = {}): Promise<List> {
  const answer = await server.visitor.call('GET /v1/catalog/course/list', { query, headers })
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
  return answer.json()
}

const titlesOf = ({ items }: List) => items.map(({ title }) => title)

describe('The catalog without a session', () => {
  test('summarises the groups of a course', async () => {
    const saturday = { weekday: 6, from: '10:00', to: '11:30' }
    const monday = { weekday: 1, from: '16:00', to: '17:30' }
    const { id, groupIds } = await catalog.addCourse({
      title: 'Алгебра',
      description: 'Уравнения',
      grades: [7, 8],
      groups: [
        { title: 'А-1', meets: [saturday, monday], placesTaken: 10, paymentSchemes: ['Recurent', 'OnePayment'] },
        { title: 'А-2', format: 'webinar', startsOn: '2026-11-02', price: 5_000_000, teacherId: null, placesTaken: 12 },
      ],
    })
    const shared = { territory: null, slots: [], paymentSchemes: ['OnePayment'] }
    expect((await list()).items).toEqual([
      {
        uuid: id,
        title: 'Алгебра',
        subject: 'Математика',
        description: 'Уравнения',
        branch: 'school',
        grades: [7, 8],
        formats: ['offline', 'webinar'],
        priceFrom: 6_600_000,
        isPriceOfRest: false,
        lessons: 0,
        monthlyPrice: 942_800,
        firstDay: null,
        placesLeft: 2,
        groups: [
          {
            groupUuid: groupIds[0],
            title: 'А-1',
            teacher: 'Белова Ирина Сергеевна',
            format: 'offline',
            territory: { uuid: ids.territory, title: 'Сокол' },
            slots: [monday, saturday],
            startsOn: '2026-09-01',
            price: 6_600_000,
            placesLeft: 2,
            paymentSchemes: ['OnePayment', 'Recurent'],
          },
          {
            ...shared,
            groupUuid: groupIds[1],
            title: 'А-2',
            teacher: null,
            format: 'webinar',
            startsOn: '2026-11-02',
            price: 5_000_000,
            placesLeft: 0,
          },
        ],
      },
    ])
  })

  test('lists only what can still be bought, up to its last day', async () => {
    const over = await catalog.addCampaign({ enrolUntil: '2026-10-13' })
    const lastDay = await catalog.addCampaign({ enrolUntil: '2026-10-14' })
    const programme2035 = await catalog.addCampaign({ kind: 'u2035' })
    await catalog.addCourse({ title: 'Запись закрыта', groups: [{ campaignId: over }] })
    await catalog.addCourse({ title: 'Последний день', groups: [{ campaignId: lastDay }, { campaignId: over }] })
    await catalog.addCourse({ title: '2035', groups: [{ campaignId: programme2035 }] })
    await catalog.addCourse({ title: 'Закончился', groups: [{ endsOn: '2026-10-13' }] })
    await catalog.addCourse({ title: 'Без групп', groups: [] })
    const { items, total } = await list()
    expect([total, items.map(({ title, groups }) => [title, groups.length])]).toEqual([1, [['Последний день', 1]]])
  })

  test('lists full courses last, and excludes places held for the waiting list', async () => {
    await catalog.addCourse({ title: 'А: занят', groups: [{ placesTaken: 12 }] })
    const waited = await catalog.addCourse({ title: 'Б: ждут', groups: [{ placesTaken: 11 }] })
    await catalog.wait(await catalog.addChild('Вера'), waited.groupId)
    await catalog.addCourse({ title: 'В: свободен', groups: [{ placesTaken: 12 }, { placesTaken: 11 }] })
    const { items } = await list()
    expect(items.map(({ title, placesLeft }) => [title, placesLeft])).toEqual([
      ['В: свободен', 1],
      ['А: занят', 0],
      ['Б: ждут', 0],
    ])
  })

  test('comes in pages, and beyond the last one there is the last', async () => {
    for (let number = 10; number < 24; number += 1) await catalog.addCourse({ title: `Курс № ${number}` })
    const first = await list()
    const second = await list('page=2')
    expect([first.page, first.pageSize, first.total, first.items.length]).toEqual([1, 12, 14, 12])
    expect([second.page, titlesOf(second)]).toEqual([2, ['Курс № 22', 'Курс № 23']])
    expect(await list('page=99')).toEqual(second)
    expect(await list('page=99&search=никогда')).toMatchObject({ page: 1, total: 0, items: [] })
    const answer = await server.visitor.call('GET /v1/catalog/course/list', { query: 'page=0' })
    expect(answer.statusCode).toBe(422)
  })
})

describe('The filters of the catalog', () => {
  test('have titles in the language of the page and a fixed order', async () => {
    await catalog.addCourse({ grades: [10, 9], groups: [{ territoryId: mytischi }, { format: 'stream' }] })
    await catalog.addCourse({ subjectCode: 'biology', grades: [9], groups: [{}] })
    expect((await list('', { 'accept-language': 'ru' })).facets).toEqual({
      branch: [{ value: 'school', title: 'Школа', count: 2 }],
      subject: [
        { value: 'biology', title: 'Биология', count: 1 },
        { value: 'math', title: 'Математика', count: 1 },
      ],
      grade: [
        { value: '9', title: '9 класс', count: 2 },
        { value: '10', title: '10 класс', count: 1 },
      ],
      format: [
        { value: 'offline', title: 'Очно', count: 2 },
        { value: 'stream', title: 'Трансляция', count: 1 },
      ],
      territory: [
        { value: mytischi, title: 'Мытищи', count: 1 },
        { value: ids.territory, title: 'Сокол', count: 1 },
        { value: onlineTerritoryUuid, title: 'Онлайн', count: 1 },
      ],
    })
    const english = (await list('', { 'accept-language': 'en' })).facets
    expect(english.grade[0]?.title).toBe('Grade 9')
    expect(english.format.map(({ title }) => title)).toEqual(['In person', 'Live stream'])
    expect(english.territory.at(-1)?.title).toBe('Online')
  })

  test('match format and place in the same group', async () => {
    await catalog.addCourse({ title: 'Не там', groups: [{ territoryId: mytischi }, { format: 'webinar' }] })
    await catalog.addCourse({ title: 'Там', groups: [{}] })
    expect(titlesOf(await list(`filter[format][]=offline&filter[territory][]=${ids.territory}`))).toEqual(['Там'])
  })

  test('list a course without grades for every grade, after the courses for that grade; of the college from grade 9', async () => {
    await catalog.addCourse({ title: 'А: для всех', grades: [] })
    await catalog.addCourse({ title: 'К: колледж', branch: 'college', grades: [] })
    await catalog.addCourse({ title: 'Б: для пятого', grades: [5] })
    await catalog.addCourse({ title: 'В: для шестого', grades: [6] })
    expect(titlesOf(await list('filter[grade][]=5'))).toEqual(['Б: для пятого', 'А: для всех'])
    expect(titlesOf(await list('filter[grade][]=9'))).toEqual(['А: для всех', 'К: колледж'])
  })

  test('keep the selected values, also unknown ones and those without matches', async () => {
    await catalog.addCourse({ grades: [8] })
    const query = `filter[branch][]=college&filter[subject][]=chess&filter[grade][]=3&filter[grade][]=x&filter[format][]=video&filter[territory][]=nowhere`
    const { total, facets } = await list(query)
    expect(total).toBe(0)
    expect(facets).toEqual({
      branch: [{ value: 'college', title: 'Колледж', count: 0 }],
      subject: [{ value: 'chess', title: 'Шахматы', count: 0 }],
      grade: [
        { value: '3', title: '3 класс', count: 0 },
        { value: 'x', title: 'x', count: 0 },
      ],
      format: [{ value: 'video', title: 'Видеоурок', count: 0 }],
      territory: [{ value: 'nowhere', title: 'nowhere', count: 0 }],
    })
  })

  test('count the matches of each value as if it alone were selected in its filter', async () => {
    const places = [ids.territory, mytischi, null]
    for (let number = 0; number < 30; number += 1) {
      const subjectCode = ['math', 'chess', 'biology'][number % 3] as string
      const grades = number % 7 === 0 ? [] : [1 + (number % 4), 2 + (number % 4)]
      const groups = Array.from({ length: 1 + (number % 3) }, (_, part) => ({
        format: lessonFormats[(number + part) % 4] as (typeof lessonFormats)[number],
        territoryId: places[(number * 5 + part) % 3] ?? null,
        meets: [{ weekday: 1 + ((number + part) % 3), from: part === 0 ? '10:00' : '18:00', to: '19:30' }],
      }))
      await catalog.addCourse({
        title: `${number % 2 ? 'Кружок' : 'Практикум'} ${number}`,
        branch: branches[number % 3] ?? 'school',
        subjectCode,
        grades,
        groups,
      })
    }
    const anyOf = (values: readonly string[]) => fc.subarray([...values], { maxLength: 2 })
    const filter = fc.record({
      branch: anyOf(branches),
      subject: anyOf(['math', 'chess', 'biology', 'history']),
      grade: anyOf(['1', '2', '3', '5', '11']),
      format: anyOf(lessonFormats),
      territory: anyOf([ids.territory, mytischi, onlineTerritoryUuid]),
      day: anyOf(['1', '2', '3']),
      hours: anyOf(['morning', 'evening']),
    })
    const search = fc.constantFrom('', 'кружок', 'практи', 'математика')
    await fc.assert(
      fc.asyncProperty(filter, search, async (chosen, typed) => {
        const { facets } = await list(queryOf(chosen, typed))
        for (const [name, values] of Object.entries(facets)) {
          for (const { value, count } of values) {
            const alone = await list(queryOf({ ...chosen, [name]: [value] }, typed))
            expect([name, value, alone.total]).toEqual([name, value, count])
          }
        }
      }),
      { numRuns: 12 },
    )
  })
})

function queryOf(filter: Record<string, readonly string[]>, typed: string): string {
  const chosen = Object.entries(filter).flatMap(([name, values]) => values.map((value) => `filter[${name}][]=${value}`))
  return [...chosen, ...(typed ? [`search=${encodeURIComponent(typed)}`] : [])].join('&')
}

describe('The page of a course', () => {
  async function read(id: string): Promise<CourseDetails> {
    const answer = await server.visitor.call(`GET /v1/catalog/course/${id}`)
    expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
    return answer.json()
  }

  test('counts the lessons of the price and those that are left, without cancelled ones, and names the first from tomorrow on', async () => {
    const { id, groupId } = await catalog.addCourse()
    const lessonAt = (startsAt: string, own: Partial<typeof lessons.$inferInsert> = {}) => ({
      groupId,
      topic: 'Тема',
      format: 'offline' as const,
      startsAt: new Date(startsAt),
      endsAt: new Date(Date.parse(startsAt) + 5_400_000),
      ...own,
    })
    await server.opened.database
      .insert(lessons)
      .values([
        lessonAt('2026-10-01T13:00:00Z'),
        lessonAt('2026-10-08T13:00:00Z'),
        lessonAt('2026-10-14T13:00:00Z'),
        lessonAt('2026-11-05T13:00:00Z'),
        lessonAt('2026-10-22T13:00:00Z', { state: 'cancelled', changedAt: new Date('2026-10-01T09:00:00Z') }),
      ])
    const { firstDay, groups } = await read(id)
    expect([firstDay, groups[0]?.firstDay, groups[0]?.lessons]).toEqual([
      '2026-11-05',
      '2026-11-05',
      { total: 4, left: 1 },
    ])
    expect((await list()).items[0]?.firstDay).toBe('2026-11-05')
  })

  test('has in the list first the group of its first day, and the lowest price of those with a free place', async () => {
    const { groupIds } = await catalog.addCourse({
      groups: [
        { title: 'А: занят', price: 1_000_000, placesTaken: 12 },
        { title: 'Б: пт', price: 2_000_000 },
        { title: 'В: ср', price: 3_000_000 },
        { title: 'Г: без расписания' },
      ],
    })
    const begins = ['2026-10-15', '2026-10-23', '2026-10-21'].map((day, index) => ({
      groupId: groupIds[index] ?? '',
      topic: 'Тема',
      format: 'offline' as const,
      startsAt: new Date(`${day}T15:30:00Z`),
      endsAt: new Date(`${day}T17:00:00Z`),
    }))
    await server.opened.database.insert(lessons).values(begins)
    const [course] = (await list()).items
    expect(course).toMatchObject({ firstDay: '2026-10-21', priceFrom: 2_000_000 })
    expect(course?.groups.map(({ title }) => title)).toEqual(['В: ср', 'Б: пт', 'Г: без расписания', 'А: занят'])
  })

  test('names the first day of the groups with a free place; that of a group without planned lessons is its start', async () => {
    const full = { startsOn: '2026-10-20', placesTaken: 12 }
    await catalog.addCourse({ title: 'А', groups: [full, { startsOn: '2026-11-02' }] })
    await catalog.addCourse({ title: 'Б: занят', groups: [full] })
    expect((await list()).items.map(({ title, firstDay }) => [title, firstDay])).toEqual([
      ['А', '2026-11-02'],
      ['Б: занят', '2026-10-20'],
    ])
  })

  test('shows the payments of each scheme, the meeting place and the length of the waiting list', async () => {
    const { id, groupId } = await catalog.addCourse({
      groups: [{ placesTaken: 12, price: 6_600_000, paymentSchemes: ['BankInstallmentPlan', 'OnePayment'] }],
    })
    await catalog.wait(await catalog.addChild('Вера'), groupId)
    await catalog.wait(await catalog.addChild('Глеб'), groupId)
    const { groups } = await read(id)
    expect(groups[0]).toMatchObject({
      endsOn: '2027-05-31',
      address: 'Ленинградский проспект, 75',
      placesLeft: 0,
      placesTotal: 12,
      waiting: 2,
      plans: [
        {
          paymentScheme: 'OnePayment',
          instalments: [{ title: 'Полная оплата', kind: 'whole', dueOn: '2026-10-19', amount: 6_600_000 }],
        },
        {
          paymentScheme: 'BankInstallmentPlan',
          instalments: [
            { title: 'Первый взнос', kind: 'first', dueOn: '2026-10-19', amount: 660_000 },
            { title: 'Перечисление банка', kind: 'bank', dueOn: '2026-11-02', amount: 5_940_000 },
          ],
        },
      ],
    })
  })

  test('shows the topics of the first group by week, each once, from the school’s Monday', async () => {
    const { id, groupIds } = await catalog.addCourse({ groups: [{ title: 'А-1' }, { title: 'А-2' }] })
    const [first = '', second = ''] = groupIds
    const lesson = (groupId: string, topic: string, startsAt: string) => ({
      groupId,
      topic,
      format: 'offline' as const,
      startsAt: new Date(startsAt),
      endsAt: new Date(Date.parse(startsAt) + 5_400_000),
    })
    await server.opened.database.insert(lessons).values([
      lesson(first, 'Дроби', '2026-10-21T13:00:00Z'),
      lesson(first, 'Степени', '2026-10-19T13:00:00Z'),
      lesson(first, 'Степени', '2026-10-20T13:00:00Z'),
      // 00:30 of Monday in Moscow.
      lesson(first, 'Корни', '2026-10-25T21:30:00Z'),
      lesson(second, 'Другая группа', '2026-10-19T13:00:00Z'),
    ])
    expect((await read(id)).programme).toEqual([
      { week: '2026-10-19', topics: ['Степени', 'Дроби'] },
      { week: '2026-10-26', topics: ['Корни'] },
    ])
  })

  test('plans from the school’s day, which begins before the day in UTC', async () => {
    const { id } = await catalog.addCourse({ groups: [{ paymentSchemes: ['Recurent'], price: 9_000_050 }] })
    const { now } = server.clock
    server.clock.now = new Date('2026-10-31T22:00:00Z')
    const [plan] = (await read(id)).groups[0]?.plans ?? []
    server.clock.now = now
    const expected = toInstalments(
      planInstalments('Recurent', 9_000_050, { signedOn: '2026-11-01', endsOn: '2027-05-31' }),
    )
    expect(plan?.instalments).toEqual(expected)
    expect(plan?.instalments[0]?.dueOn).toBe('2026-12-05')
  })

  test('remains available to its students when enrolment is closed, and not after its end', async () => {
    const over = await catalog.addCampaign({ enrolUntil: '2026-10-13' })
    const closed = await catalog.addCourse({ title: 'Закрыт', groups: [{ campaignId: over }] })
    expect((await read(closed.id)).groups).toHaveLength(1)
    const ended = await catalog.addCourse({ groups: [{ endsOn: '2026-10-13' }] })
    const programme2035 = await catalog.addCampaign({ kind: 'u2035' })
    const other = await catalog.addCourse({ groups: [{ campaignId: programme2035 }] })
    for (const id of [ended.id, other.id, '00000000-0000-4000-8000-0000000000ff', 'no-uuid']) {
      expect((await server.visitor.call(`GET /v1/catalog/course/${id}`)).statusCode).toBe(404)
    }
  })
})

test('A catalog of over a thousand courses is counted once, and its pages are those of a new count', async () => {
  const { database, close } = await openTestDatabase()
  onTestFinished(close)
  await addLargeCatalog(database, { courses: 1001, today: '2026-10-14' })
  const pages = [2, 1, 40, 83, 90]
  const timeZone = 'Europe/Moscow'
  const currentTime = { now: new Date('2026-10-14T09:00:00Z'), timeZone, priceOfLateStart: 'whole' as const }
  const read = (page: number, whole: WholeCatalog) =>
    findCoursePage(database, currentTime, { query: { page }, language: 'ru', whole })
  const whole: WholeCatalog = { counted: null }
  const statements = await statementsOf(async () => {
    for (const page of pages) expect(await read(page, whole)).toEqual(await read(page, { counted: null }))
  })
  expect(whole.counted?.result.free).toBeGreaterThan(40 * 12)
  expect(statements.filter(({ text }) => text.includes('with meant')).length).toBeLessThan(2 * pages.length - 1)
  const full = await read(1, whole)
  const [first] = full.items
  const childIn = (grade: number) => ({ grade, isAtCollege: false, attended: [first?.uuid ?? ''] })
  const ofFamily = (page: number, known: WholeCatalog, grades = [3, 9]) => {
    const wanted = { query: { page }, language: 'ru' as const, whole: known, seekers: grades.map(childIn) }
    return findCoursePage(database, currentTime, wanted)
  }
  const counted = whole.counted
  const again = await statementsOf(async () => {
    for (const page of [1, 2, 7]) await ofFamily(page, whole)
    await ofFamily(1, whole, [11, 1])
  })
  expect(again.filter(({ text }) => text.includes('with meant'))).toEqual([])
  expect(whole.counted).toBe(counted)
  for (const page of [1, 2, 7, 30, 90])
    expect(await ofFamily(page, whole)).toEqual(await ofFamily(page, { counted: null }))
  await database
    .update(studyGroups)
    .set({ placesTaken: 12 })
    .where(eq(studyGroups.programId, first?.uuid ?? ''))
  expect((await read(1, whole)).items.map(({ uuid }) => uuid)).not.toContain(first?.uuid)
})

describe('A large catalog', { tags: ['nightly'] }, () => {
  test('finds a page by indexes among ten thousand courses', async () => {
    await addLargeCatalog(server.opened.database, { courses: 10_000, today: '2026-10-14' })
    const plans = async (typed: string) => {
      const statements = await statementsOf(() => list(`search=${encodeURIComponent(typed)}`))
      const searches = statements.filter(({ text }) => text.includes('with meant'))
      return Promise.all(searches.map((statement) => planOf(server.opened, statement)))
    }
    const [byWord] = await plans('генетике человека')
    expect(byWord).toContain('Bitmap Index Scan on programs_search_words')
    expect(byWord).toContain('programs_subject')
    expect(byWord).not.toContain('Seq Scan on programs')
    // As it is typed, in the other layout, and by likeness.
    const [, , byLikeness] = await plans('генетека')
    expect(byLikeness).toContain('Bitmap Index Scan on programs_search_title')
  })
})

describe('The comparison of groups', () => {
  const read = (ids: readonly string[]) =>
    server.visitor.call('GET /v1/catalog/group/list', {
      query: ids.map((groupUuid) => `groupUuids[]=${groupUuid}`).join('&'),
    })

  test('has groups of several courses in the order asked for, without those that are unknown or over', async () => {
    const closedCampaign = await catalog.addCampaign({ enrolUntil: '2026-10-13' })
    const programme2035 = await catalog.addCampaign({ kind: 'u2035' })
    const chess = await catalog.addCourse({ title: 'Шахматы', groups: [{ title: 'Ш-1', price: 3_000_000 }] })
    const closed = await catalog.addCourse({ title: 'Го', groups: [{ title: 'Г-1', campaignId: closedCampaign }] })
    const ended = await catalog.addCourse({ groups: [{ endsOn: '2026-10-13' }] })
    const other = await catalog.addCourse({ groups: [{ campaignId: programme2035 }] })
    const unknown = '00000000-0000-4000-8000-0000000000ff'
    const answer = await read([closed.groupId, unknown, ended.groupId, chess.groupId])
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([
      expect.objectContaining({ groupUuid: closed.groupId, title: 'Г-1', isOnSale: false }),
      expect.objectContaining({
        groupUuid: chess.groupId,
        isOnSale: true,
        price: 3_000_000,
        course: { uuid: chess.id, title: 'Шахматы', branch: 'school', grades: expect.any(Array) },
      }),
    ])
    expect((await read([other.groupId])).json()).toEqual([])
  })

  test('has the same facts of a group as the page of its course', async () => {
    const { id, groupId } = await catalog.addCourse()
    const [{ course: _course, isOnSale: _isOnSale, ...group }] = (await read([groupId])).json()
    expect(group).toEqual((await server.visitor.call(`GET /v1/catalog/course/${id}`)).json().groups[0])
  })

  test('has at most four groups', async () => {
    const id = '00000000-0000-4000-8000-00000000000'
    expect((await read([1, 2, 3, 4, 5].map((number) => id + number))).statusCode).toBe(422)
    expect((await read([])).statusCode).toBe(422)
  })

  test('says what stands against each group for the own children only', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const child = await catalog.addChild('Вера', [parent])
    await catalog.addChild('Чужая')
    const first = await catalog.addCourse()
    const second = await catalog.addCourse()
    const query = `groupUuids[]=${first.groupId}&groupUuids[]=${second.groupId}`
    const answer = await parent.call('GET /v1/catalog/group/student/list', { query })
    expect(answer.json()).toMatchObject([
      { studentUuid: child, obstacle: null, groups: [{ groupUuid: first.groupId }, { groupUuid: second.groupId }] },
    ])
  })
})
