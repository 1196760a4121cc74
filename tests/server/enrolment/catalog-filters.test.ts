import { beforeEach, describe, expect, test } from 'vitest'
import type { CoursesForStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { openCatalog } from '#tests/support/schools/catalog-school.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
const catalog = openForSuite(() => openCatalog(server))
beforeEach(() => catalog.clear())

async function list(query = ''): Promise<FoundCourses> {
  const answer = await server.visitor.call('GET /v1/catalog/course/list', { query })
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
  return answer.json()
}
async function listFor(person: Person, query = ''): Promise<CoursesForStudent> {
  const answer = await person.call('GET /v1/catalog/student/course/list', { query })
  expect([answer.statusCode, answer.json().detail]).toEqual([200, undefined])
  return answer.json()
}
const titlesOf = ({ items }: FoundCourses) => items.map(({ title }) => title)

const at = (weekday: number, from: string, to = '23:00') => ({ weekday, from, to })

describe('Times of the week', () => {
  test('suit a group if all its meetings do; a group without regular times always suits', async () => {
    await catalog.addCourse({ title: 'А: пн', groups: [{ meets: [at(1, '16:59')] }] })
    await catalog.addCourse({ title: 'Б: пн, ср', groups: [{ meets: [at(1, '12:00'), at(3, '17:00')] }] })
    await catalog.addCourse({ title: 'В: без времени', groups: [{ meets: [] }] })
    await catalog.addCourse({ title: 'Г: ср', groups: [{ meets: [at(3, '11:59')] }] })
    const found = async (query: string) =>
      titlesOf(await list(query))
        .map((title) => title[0])
        .join('')
    expect(await found('filter[day][]=1')).toBe('АВ')
    expect(await found('filter[day][]=1&filter[day][]=3')).toBe('АБВГ')
    expect(await found('filter[hours][]=afternoon')).toBe('АВ')
    expect(await found('filter[hours][]=afternoon&filter[hours][]=evening')).toBe('АБВ')
    expect(await found('filter[hours][]=morning&filter[day][]=3')).toBe('ВГ')
    const answer = await server.visitor.call('GET /v1/catalog/course/list', { query: 'filter[day][]=8' })
    expect(answer.statusCode).toBe(422)
  })

  test('suit together with the format, in one group, whose facts the course then has', async () => {
    await catalog.addCourse({
      title: 'Алгебра',
      groups: [
        { title: 'А-1', meets: [at(1, '10:00')], price: 1_000_000, startsOn: '2026-11-02', placesTaken: 4 },
        { title: 'А-2', meets: [at(2, '10:00')], price: 2_000_000, startsOn: '2026-12-01', format: 'webinar' },
      ],
    })
    const [course] = (await list('filter[day][]=2')).items
    expect(course).toMatchObject({ priceFrom: 2_000_000, firstDay: '2026-12-01', placesLeft: 12, formats: ['webinar'] })
    expect(course?.groups.map(({ title }) => title)).toEqual(['А-2'])
    expect((await list('filter[day][]=1&filter[format][]=webinar')).total).toBe(0)
  })
})

test('A latest first day leaves out groups that begin later, and those without a known first day', async () => {
  await catalog.addCourse({ title: 'А: второго', groups: [{ startsOn: '2026-11-02' }] })
  await catalog.addCourse({ title: 'Б: третьего', groups: [{ startsOn: '2026-11-03' }] })
  await catalog.addCourse({ title: 'В: идёт без расписания', groups: [{}] })
  const begun = await catalog.addCourse({ title: 'Г: идёт', groups: [{}] })
  await addLesson(begun.groupId, '2026-10-21T13:00:00Z')
  expect(titlesOf(await list('startBy=2026-11-02'))).toEqual(['А: второго', 'Г: идёт'])
})

describe('The order', () => {
  test('is by the first day, by the price or by free places; full courses come last', async () => {
    await catalog.addCourse({
      title: 'А',
      groups: [
        { startsOn: '2026-11-02', price: 3_000_000, placesTaken: 12 },
        { startsOn: '2026-11-09', price: 4_000_000, placesTaken: 11 },
      ],
    })
    await catalog.addCourse({ title: 'Б', groups: [{ startsOn: '2026-11-03', price: 5_000_000, placesTaken: 5 }] })
    await catalog.addCourse({ title: 'В', groups: [{ startsOn: '2026-10-20', price: 1_000_000, placesTaken: 12 }] })
    await catalog.addCourse({ title: 'Г: идёт без расписания', groups: [{ price: 3_500_000, placesTaken: 1 }] })
    const order = async (sort: string) =>
      titlesOf(await list(`sort=${sort}`))
        .map((title) => title[0])
        .join('')
    expect(await order('start')).toBe('БАГВ')
    expect(await order('price')).toBe('ГАБВ')
    expect(await order('places')).toBe('ГБАВ')
    expect((await list('sort=price')).items[1]).toMatchObject({ priceFrom: 4_000_000, firstDay: '2026-11-09' })
  })
})

describe('For a student', () => {
  test('the class fills the filter of grades, until other grades or all are chosen', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const vera = await catalog.addChild('Вера', [parent])
    const gleb = await catalog.addChild('Глеб', [parent])
    await catalog.setGrade(vera, 5)
    await catalog.setGrade(gleb, null)
    for (const grade of [5, 6]) await catalog.addCourse({ title: `Класс ${grade}`, grades: [grade] })
    const everybody = await listFor(parent)
    expect([titlesOf(everybody), everybody.student]).toEqual([['Класс 5', 'Класс 6'], null])
    expect(everybody.students).toEqual([
      { uuid: vera, firstName: 'Вера', grade: 5, isAtCollege: false },
      { uuid: gleb, firstName: 'Глеб', grade: null, isAtCollege: false },
    ])
    const found = async (query: string) => titlesOf(await listFor(parent, query))
    const own = await listFor(parent, `child=${vera}`)
    expect([titlesOf(own), own.student]).toEqual([['Класс 5'], vera])
    expect(own.facets.grade).toEqual([
      { value: '5', title: '5 класс', count: 1 },
      { value: '6', title: '6 класс', count: 1 },
    ])
    expect(await found(`child=${vera}&filter[grade][]=6`)).toEqual(['Класс 6'])
    expect(await found(`child=${vera}&grades=all`)).toEqual(['Класс 5', 'Класс 6'])
    expect(await found(`child=${gleb}`)).toEqual(['Класс 5', 'Класс 6'])
  })

  test('the courses that are new to one of them and for the grade come first in each order, those for more of them before', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const vera = await catalog.addChild('Вера', [parent])
    await catalog.setGrade(vera, 5)
    await catalog.setGrade(await catalog.addChild('Глеб', [parent]), 9)
    const add = (title: string, price: number, grades: number[], branch: 'school' | 'college' = 'school') =>
      catalog.addCourse({ title, grades, branch, groups: [{ price }] })
    const { groupId } = await add('А: посещает', 100_000, [5])
    await catalog.joinGroup(vera, groupId)
    await add('Б: для шестых', 200_000, [6])
    await add('В: колледж', 400_000, [], 'college')
    await add('Г: для всех', 300_000, [])
    const order = async (query: string) =>
      titlesOf(await listFor(parent, query))
        .map((title) => title[0])
        .join('')
    expect(await order('')).toBe('ГВБА')
    expect(await order('sort=price')).toBe('ГВАБ')
    expect(await order(`child=${vera}&grades=all`)).toBe('ГБВА')
    expect(titlesOf(await list()).map((title) => title[0])).toEqual(['А', 'Б', 'В', 'Г'])
  })

  test('of the courses that suit as many of them the earlier start comes first, and last what one attends', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const vera = await catalog.addChild('Вера', [parent])
    await catalog.addChild('Глеб', [parent])
    const { groupId } = await catalog.addCourse({ title: 'А: посещает одна', groups: [{ startsOn: '2026-11-01' }] })
    await catalog.joinGroup(vera, groupId)
    await catalog.addCourse({ title: 'Б: без дня' })
    await catalog.addCourse({ title: 'В: девятого', groups: [{ startsOn: '2026-11-09' }] })
    const full = { startsOn: '2026-11-01', placesTaken: 12 }
    await catalog.addCourse({ title: 'Г: третьего', groups: [full, { startsOn: '2026-11-03' }] })
    const titles = titlesOf(await listFor(parent))
    expect(titles.map((title) => title[0]).join('')).toBe('ГВБА')
  })

  test('the courses say who of the own students studies in them, except by a contract that is being terminated', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const vera = await catalog.addChild('Вера', [parent])
    const stranger = await catalog.addChild('Чужая')
    const { id: courseUuid, groupId } = await catalog.addCourse({ title: 'Шахматы' })
    const left = await catalog.addCourse({ title: 'Физика' })
    for (const studentId of [vera, stranger]) await catalog.joinGroup(studentId, groupId)
    await catalog.joinGroup(vera, left.groupId)
    await catalog.addContract(vera, left.groupId, 'OnTermination')
    expect((await listFor(parent)).attended).toEqual([{ courseUuid, studentUuid: vera }])
  })

  test('the courses say for whom a contract is not concluded yet or a place is held', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const vera = await catalog.addChild('Вера', [parent])
    const [open, held, over] = [await catalog.addCourse(), await catalog.addCourse(), await catalog.addCourse()]
    const stranger = await catalog.addChild('Чужая')
    for (const studentId of [vera, stranger]) await catalog.addContract(studentId, open.groupId, 'Open')
    await catalog.wait(vera, held.groupId, { state: 'held', heldUntil: new Date(server.clock.now.getTime() + 60_000) })
    await catalog.wait(vera, over.groupId, { state: 'held', heldUntil: server.clock.now })
    expect((await listFor(parent)).begun).toEqual([
      { courseUuid: open.id, studentUuid: vera, step: 'contract' },
      { courseUuid: held.id, studentUuid: vera, step: 'place' },
    ])
  })

  test('a programme of the college comes after the other courses for those who are at the college or in grade 10', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const vera = await catalog.addChild('Вера', [parent])
    const campaignId = await catalog.addCampaign({ branch: 'college' })
    const groups = [{ campaignId, startsOn: '2026-11-01' }]
    const { groupId } = await catalog.addCourse({ title: 'А: колледж', branch: 'college', grades: [], groups })
    await catalog.addCourse({ title: 'Б: колледж', branch: 'college', grades: [], groups })
    await catalog.addCourse({ title: 'В: для всех', grades: [], groups: [{ startsOn: '2026-11-09' }] })
    const order = async () =>
      titlesOf(await listFor(parent))
        .map((title) => title[0])
        .join('')
    await catalog.setGrade(vera, 9)
    expect(await order()).toBe('АБВ')
    await catalog.setGrade(vera, 10)
    expect(await order()).toBe('ВАБ')
    await catalog.setGrade(vera, null)
    expect(await order()).toBe('АБВ')
    await catalog.addContract(vera, groupId)
    expect(await order()).toBe('ВАБ')
    expect((await listFor(parent)).students).toMatchObject([{ isAtCollege: true }])
  })

  test('the only one is selected, and a student selects himself; another person’s is not', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const only = await catalog.addChild('Вера', [parent])
    const student = await server.signInAs({ roles: ['student'], userId: only })
    const stranger = await catalog.addChild('Чужая')
    expect((await listFor(parent)).student).toBe(only)
    expect(await listFor(student)).toMatchObject({ student: only, students: [{ firstName: 'Вера' }] })
    await catalog.addCourse({ title: 'Класс 1', grades: [1] })
    const shared = await listFor(parent, `child=${stranger}&free=yes`)
    expect([shared.student, titlesOf(shared), JSON.stringify(shared).includes(stranger)]).toEqual([
      null,
      ['Класс 1'],
      false,
    ])
  })

  test('groups that clash with the schedule every week are left out of results and counts on demand', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const vera = await catalog.addChild('Вера', [parent])
    const gleb = await catalog.addChild('Глеб', [parent])
    const attended = await catalog.addCourse({ title: 'А: посещает', groups: [{ format: 'webinar' }] })
    await catalog.joinGroup(vera, attended.groupId)
    const clashing = await catalog.addCourse({ title: 'Б: пересекается' })
    const once = await catalog.addCourse({ title: 'В: пересекается один раз' })
    await catalog.addCourse({ title: 'Г: свободно', groups: [{ meets: [at(2, '16:00')] }] })
    await catalog.addCourse({ title: 'Д: сразу после', groups: [{ meets: [at(3, '17:30')] }] })
    for (const day of ['2026-10-21', '2026-10-28']) {
      await addLesson(attended.groupId, `${day}T13:00:00Z`)
      await addLesson(clashing.groupId, `${day}T14:00:00Z`)
    }
    await addLesson(once.groupId, '2026-10-21T13:00:00Z')
    await addLesson(once.groupId, '2026-10-29T13:00:00Z')
    const free = await listFor(parent, `child=${vera}&free=yes`)
    expect(titlesOf(free).map((title) => title[0])).toEqual(['В', 'Г', 'Д', 'А'])
    expect(free.facets.format).toEqual([
      { value: 'webinar', title: 'Вебинар', count: 1 },
      { value: 'offline', title: 'Очно', count: 3 },
    ])
    expect((await listFor(parent, `child=${gleb}&free=yes`)).total).toBe(5)
    expect((await listFor(parent, `child=${vera}`)).total).toBe(5)
  })
})

async function addLesson(groupId: string, startsAt: string) {
  const endsAt = new Date(Date.parse(startsAt) + 5_400_000)
  const row = { groupId, topic: 'Тема', format: 'offline' as const, startsAt: new Date(startsAt), endsAt }
  await server.opened.database.insert(lessons).values(row)
}
