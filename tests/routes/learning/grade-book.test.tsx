import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { fixedClock } from '#src/app/clock.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { mockElementSize } from '#tests/support/browser/element-size.ts'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import * as samples from '#tests/support/samples/grade-book-samples.ts'

const own = 'GET /api/v1/student/grade-book'
const childrens = 'GET /api/v1/parent/children/grade-book'
/** Spaces that do not break are spaces here. */
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()
const noon = fixedClock(Date.parse('2026-11-20T09:00:00Z'))

type Replies = Record<string, Reply | ((request: Request) => Reply | Promise<Reply>)>

function ofFamily(family: string): Replies {
  return {
    [`${family}/settings`]: { body: samples.schoolSettings },
    [`${family}/journal-days`]: { body: samples.winterDays },
    [`${family}/marks`]: { body: samples.winterMarks },
    [`${family}/mark-details`]: { body: samples.details },
    [`${family}/courses-without-journals`]: {
      body: [{ courseUuid: samples.sport.uuid, title: 'Физкультура', reason: 'Оценивается зачётом в конце четверти' }],
    },
    'GET /api/v1/learning/mark/newest': { body: [] },
    'GET /api/v1/learning/unseen': { body: [] },
  }
}

/** A student's winter term, with overrides of the test. */
function openOwn(replies: Replies = {}, address = '/grade-book/', profile = {}) {
  return visit(
    address,
    {
      'GET /api/v1/profile': { body: person(['student'], profile) },
      [`${own}/books`]: { body: { books: [samples.schoolBook] } },
      ...ofFamily(own),
      ...replies,
    },
    { clock: noon },
  )
}

const artem = samples.childOf(50, 'Артём')

function openChildrens(books: object[] = [{ student: artem, books: [samples.schoolBook] }], replies: Replies = {}) {
  return visit(
    '/grade-book/',
    {
      'GET /api/v1/profile': { body: person(['parent'] satisfies Role[]) },
      [`${childrens}/list`]: { body: books },
      ...ofFamily(childrens),
      ...replies,
    },
    { clock: noon },
  )
}

const grid = () => screen.findByRole('grid', { name: 'Оценки: 2-я четверть' })
const cell = async (name: string) => within(await grid()).findByRole('gridcell', { name })
const five = 'Алгебра, 13\u00a0ноября: 5, контрольная работа, вес 3'

beforeEach(() => mockElementSize({ width: 900, height: 600 }))

describe('Calls of the grade book by role (D-8)', () => {
  test('a parent uses the children’s calls, with the marks of the term in all courses', async () => {
    const { callsOf, requests } = await openChildrens()
    await cell(five)
    expect(requests.filter(({ url }) => url.pathname.includes('/student/'))).toEqual([])
    const [requested] = callsOf(`${childrens}/marks`)
    expect(Object.fromEntries(requested?.url.searchParams ?? [])).toEqual({
      studentUuid: artem.uuid,
      bookUuid: samples.schoolBook.uuid,
      termUuid: samples.winter.uuid,
      'courseUuid[]': samples.sport.uuid,
    })
    expect(requested?.url.searchParams.getAll('courseUuid[]')).toEqual([samples.algebra.uuid, samples.sport.uuid])
  })
})

test('A URL with book and term loads its days in parallel with the list', async () => {
  const address = `/grade-book/?book=${samples.schoolBook.uuid}&term=${samples.winter.uuid}`
  const { callsOf } = await openOwn({ [`${own}/books`]: 'silent' }, address)
  await waitFor(() => expect(callsOf(`${own}/journal-days`)).toHaveLength(1))
  expect(callsOf(`${own}/settings`)).toHaveLength(1)
})

describe('The table of a school', () => {
  test('shows courses, averages and term marks while the marks are loading', async () => {
    await openChildrens(undefined, { [`${childrens}/marks`]: 'silent', [`${childrens}/journal-days`]: 'silent' })
    const table = await grid()
    expect(table.getAttribute('aria-busy')).toBe('true')
    within(table).getByRole('rowheader', { name: 'Алгебра' })
    within(table).getByRole('gridcell', { name: 'Алгебра, средний за\u00a0год: 4,25' })
    within(table).getByRole('gridcell', { name: 'Алгебра, итог, 2\u2060-\u2060я четверть: нет' })
  })

  test('distinguishes a mark, a missing mark, an absence and a lesson not held', async () => {
    await openOwn()
    await cell(five)
    const row = within(await grid())
      .getByRole('rowheader', { name: 'Алгебра' })
      .closest('[role=row]') as HTMLElement
    const names = within(row)
      .getAllByRole('gridcell')
      .map((one) => one.firstElementChild?.textContent)
    expect(names).toEqual([
      'Алгебра, 9\u00a0ноября: 3, работа на уроке',
      'Алгебра, 10\u00a0ноября: не выставлено, работа на уроке',
      'Алгебра, 11\u00a0ноября: пропуск занятия, работа на уроке',
      'Алгебра, 12\u00a0ноября: урока не было',
      five,
      'Алгебра, средний за\u00a0год: 4,25',
      'Алгебра, средний, 2\u2060-\u2060я четверть: 4,50',
      'Алгебра, итог, 2\u2060-\u2060я четверть: нет',
    ])
    await cell('Физкультура, 9\u00a0ноября: журнал не ведётся')
    screen.getByRole('rowheader', { name: 'Физкультура Оценивается зачётом в конце четверти' })
  })

  test('is a list on a phone, which names the month once; a mark of another month names its own', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
    await openOwn({
      [`${own}/journal-days`]: {
        body: [samples.dayOf(29, '2026-10-28', { markUuid: samples.uuidOf(39) }), ...samples.winterDays.slice(2)],
      },
      [`${own}/marks`]: { body: [samples.markOf(39, '2026-10-28', '4'), ...samples.winterMarks.slice(1)] },
    })
    const marks = await screen.findByRole('list', { name: 'Последние оценки' })
    expect([...marks.querySelectorAll('time')].map(({ textContent }) => textContent)).toEqual([
      '28\u00a0окт',
      '11',
      '13',
    ])
    screen.getByText('ноябрь')
    expect(marks.lastElementChild?.textContent).toContain('контрольная работа, вес 3, 13\u00a0ноября')
    vi.restoreAllMocks()
  })

  test('stays after a failure of the marks, and retries only them', async () => {
    const { server } = await openChildrens(undefined, {
      [`${childrens}/marks`]: { problem: 'too-many-requests', status: 429 },
    })
    await screen.findByText('Не удалось загрузить')
    await cell('Алгебра, средний за\u00a0год: 4,25')
    server[`${childrens}/marks`] = { body: samples.winterMarks }
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    await cell(five)
    expect(screen.queryByText('Не удалось загрузить')).toBeNull()
  })

  test('shows the terms and the year side by side', async () => {
    const { here } = await openOwn()
    await grid()
    const terms = screen.getByRole('group', { name: 'Период' })
    await userEvent.click(screen.getByRole('radio', { name: 'Итоги' }))
    const table = await screen.findByRole('table', { name: 'Итоги: 2026/2027' })
    const row = within(table).getByRole('row', { name: /Алгебра/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((one) => one.textContent),
    ).toEqual(['Средний за\u00a0год4,25', '1-я четверть4', '2-я четверть—ещё нет', 'Год—ещё нет'])
    // A term can be chosen where one is shown.
    expect(terms.isConnected).toBe(false)
    expect(here()).toBe('/grade-book/?view=totals')
  })
})

describe('A mark', () => {
  test('opens its details with Enter, and closing restores the focus', async () => {
    const { here } = await openOwn()
    const at = await cell(five)
    at.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Алгебра' })
    await within(dialog).findByText('Пять задач')
    const said = spacedTextOf(dialog)
    for (const text of ['Контрольная работа', 'вес 3', 'Отлично', 'Белова Ирина Сергеевна', 'Средний по группе 4,10'])
      expect(said).toContain(text)
    expect(said).toContain('4 выставлена 13 ноября в 16:10')
    expect(said).toContain('5 исправлена 16 ноября в 14:30')
    expect(said).toContain('2-я четверть: средний балл до этой оценки — 3,00, после — 4,50.')
    expect(here()).toBe(
      `/grade-book/?book=${samples.schoolBook.uuid}&term=${samples.winter.uuid}&mark=${samples.uuidOf(42)}`,
    )
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(here()).toBe('/grade-book/'))
    await waitFor(() => expect(document.activeElement).toBe(at))
  })

  test('with fewer than five in the group shows why the group average is hidden', async () => {
    await openOwn({ [`${own}/mark-details`]: { body: { ...samples.details, groupAverage: null } } })
    await userEvent.click(await cell(five))
    await screen.findByText('не показан: оценок меньше пяти')
  })

  test('that is missing shows a message without loading details', async () => {
    const { callsOf } = await openOwn()
    await userEvent.click(await cell('Алгебра, 10\u00a0ноября: не выставлено, работа на уроке'))
    const dialog = await screen.findByRole('dialog', { name: 'Алгебра' })
    await within(dialog).findByText('не выставлено')
    expect(callsOf(`${own}/mark-details`)).toEqual([])
  })

  test('of another student leaves the book visible', async () => {
    await openOwn(
      { [`${own}/mark-details`]: { problem: 'not-found', status: 404 } },
      `/grade-book/?mark=${samples.uuidOf(99)}`,
    )
    const dialog = await screen.findByRole('dialog', { name: 'Оценка' })
    await within(dialog).findByText('Не удалось загрузить')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Закрыть' }))
    await cell(five)
  })
})

describe('A course by itself', () => {
  const openCourse = async (replies: Replies = {}, newest = five) => {
    await openOwn(replies)
    await cell(newest)
    await userEvent.click(within(await grid()).getByRole('rowheader', { name: 'Алгебра' }))
    return screen.findByRole('dialog', { name: 'Алгебра' })
  }

  test('lists its days, the latest first, with links to their details', async () => {
    const dialog = await openCourse()
    const list = await within(dialog).findByRole('list')
    expect(within(list).getAllByRole('button').map(spacedTextOf)).toEqual([
      '5 × 3 Проценты 13 ноября : 5, контрольная работа, вес 3',
      'Дроби 12 ноября : урока не было',
      'н Дроби 11 ноября : пропуск занятия, работа на уроке',
      'Дроби 10 ноября : не выставлено, работа на уроке',
      '3 Дроби 9 ноября : 3, работа на уроке',
    ])
    await userEvent.click(within(list).getByRole('button', { name: /Проценты/ }))
    await screen.findByText('Пять задач')
  })

  test('shows the history of its average', async () => {
    const dialog = await openCourse()
    await userEvent.click(await within(dialog).findByRole('tab', { name: 'Средний балл' }))
    await within(dialog).findByText('Последняя оценка, 5 за 13 ноября, подняла средний с 3,00 до 4,50.')
    expect(spacedTextOf(dialog)).toContain('18 : 4 = 4,50')
    const [, last, first] = within(dialog).getAllByRole('row')
    expect(spacedTextOf(last as HTMLElement)).toContain('5 × 3 = 15')
    expect(spacedTextOf(first as HTMLElement)).toContain('3 × 1 = 3')
  })

  test('calculates with hypothetical marks, labels them, and stores none', async () => {
    const dialog = await openCourse()
    await userEvent.click(await within(dialog).findByRole('tab', { name: 'Что если…' }))
    await within(dialog).findByText('Это не настоящие оценки')
    const figures = () => within(dialog).getAllByRole('definition').map(spacedTextOf)
    expect(figures()).toEqual(['4,50', '4,50'])
    await userEvent.selectOptions(within(dialog).getByLabelText('За что'), 'Контрольная работа (вес 3)')
    await userEvent.selectOptions(within(dialog).getByLabelText('Оценка'), '2')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Добавить' }))
    expect(figures()).toEqual(['4,50', '3,43'])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Убрать 2, контрольная работа' }))
    expect(figures()).toEqual(['4,50', '4,50'])
  })
})

describe('New marks', () => {
  const news: Replies = { 'GET /api/v1/learning/mark/newest': { body: [samples.newMarkOf()] } }
  const seen = 'POST /api/v1/learning/unseen/seen'

  const openList = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /нов(ая|ые) оцен/ }))
    return within(await screen.findByRole('dialog', { name: 'Новые оценки' }))
  }

  test('are listed with links, and marked in the table', async () => {
    const { here } = await openOwn(news)
    await cell(`${five}, новая`)
    await userEvent.click((await openList()).getByRole('button', { name: /^Алгебра.*5$/ }))
    await screen.findByRole('dialog', { name: 'Алгебра' })
    expect(here()).toContain(`mark=${samples.uuidOf(42)}`)
  })

  test('that replace another one are called corrected in the table, and the legend explains both signs', async () => {
    const corrected = samples.winterDays.map((day) =>
      day.markUuid === samples.uuidOf(42) ? { ...day, earlier: ['4'] } : day,
    )
    await openOwn({ ...news, [`${own}/journal-days`]: { body: corrected } })
    await cell(`${five}, исправлена`)
    const legend = screen.getByText('вес оценки').closest('ul') as HTMLElement
    const signs = ['новая', 'исправлена'].map((text) => within(legend).getByText(text).firstElementChild?.innerHTML)
    expect(new Set(signs).size).toBe(2)
  })

  test('are marked as seen up to the latest of them', async () => {
    const { server, callsOf } = await openOwn({ ...news, [seen]: { body: null, status: 204 } })
    const list = await openList()
    server['GET /api/v1/learning/mark/newest'] = { body: [samples.newMarkOf({ isNew: false })] }
    await userEvent.click(list.getByRole('button', { name: 'Просмотрено' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await cell(five)
    expect(screen.queryByRole('button', { name: '1 новая оценка' })).toBeNull()
    expect(callsOf(seen).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { section: 'grade-book', at: '2026-11-16T11:30:00.000Z' },
    ])
  })

  test('are those of the open child, and seen when the person leaves its table or says so', async () => {
    const maria = samples.childOf(51, 'Мария')
    const hers = samples.newMarkOf({ uuid: samples.uuidOf(43), studentUuid: maria.uuid, value: '9', max: 10 })
    const { callsOf } = await openChildrens(
      [
        { student: artem, books: [samples.schoolBook] },
        { student: maria, books: [samples.schoolBook] },
      ],
      {
        'GET /api/v1/learning/mark/newest': { body: [samples.newMarkOf(), hers] },
        [seen]: { body: null, status: 204 },
      },
    )
    await screen.findByRole('button', { name: 'Артём: 1 новая оценка' })
    // The chip of each child has their number.
    await screen.findByRole('button', { name: /^Артём.*1$/ })
    await userEvent.click(await screen.findByRole('button', { name: /^Мария.*1$/ }))
    const list = await openList()
    expect(list.getAllByRole('listitem').map(textOf)).toEqual(['Алгебра13 ноября: Проценты9 из 10'])
    await userEvent.click(list.getByRole('button', { name: 'Просмотрено' }))
    await waitFor(() => expect(callsOf(seen)).toHaveLength(2))
    expect(callsOf(seen).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { section: 'grade-book', at: '2026-11-16T11:30:00.000Z', items: [samples.newMarkOf().uuid] },
      { section: 'grade-book', at: '2026-11-16T11:30:00.000Z', items: [hers.uuid] },
    ])
  })

  test('are marked as seen one by one after their details have loaded', async () => {
    const { server, callsOf } = await openOwn({ ...news, [seen]: { body: null, status: 204 } })
    const list = await openList()
    server['GET /api/v1/learning/mark/newest'] = { body: [samples.newMarkOf({ isNew: false })] }
    await userEvent.click(list.getByRole('button', { name: /^Алгебра.*5$/ }))
    await screen.findByText('Пять задач')
    await waitFor(() => expect(screen.queryByText('1 новая оценка')).toBeNull())
    expect(callsOf(seen).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { section: 'grade-book', at: '2026-11-16T11:30:00.000Z', item: samples.uuidOf(42) },
    ])
  })
})

describe('Children in different variants (D-16)', () => {
  const maria = samples.childOf(51, 'Мария')
  const daniil = samples.childOf(52, 'Даниил')
  const data = samples.courseOf(12, 'Анализ данных')
  const law = samples.courseOf(13, 'Право', { termMarks: [{ termUuid: samples.autumn.uuid, value: 'незачёт' }] })
  const allBooks = [
    { student: artem, books: [samples.schoolBook] },
    {
      student: maria,
      books: [{ ...samples.schoolBook, uuid: samples.uuidOf(21), variant: 'academy', courses: [data] }],
    },
    {
      student: daniil,
      books: [{ ...samples.schoolBook, uuid: samples.uuidOf(22), variant: 'college', courses: [law] }],
    },
  ]
  const column = { uuid: samples.uuidOf(60), date: '2026-11-09', topic: 'Чистим данные', markType: 'practice', max: 10 }
  const academy: Replies = {
    [`${childrens}/settings`]: {
      body: {
        scale: { kind: 'hundred', passing: 60, max: 100 },
        markTypes: [{ code: 'practice', title: 'Практика', weight: 1 }],
      },
    },
    [`${childrens}/journal-days`]: { body: [] },
    [`${childrens}/score-journal`]: {
      body: {
        columns: [column, { ...column, uuid: samples.uuidOf(61), topic: 'Кластеры' }],
        scores: [{ columnUuid: column.uuid, value: 5, absent: false, markUuid: samples.uuidOf(70) }],
        total: 5,
        max: 10,
      },
    },
  }

  test('the academy shows points, maximum, percentage and whether it passes', async () => {
    await openChildrens(allBooks, academy)
    await userEvent.click(await screen.findByRole('button', { name: 'Мария' }))
    const table = await screen.findByRole('table', { name: 'Журнал баллов' })
    expect(within(table).getAllByRole('row').slice(1).map(spacedTextOf)).toEqual([
      'Кластеры Дата 9 ноября Вид Практика Баллы не выставлено Максимум 10',
      'Чистим данные Дата 9 ноября Вид Практика Баллы 5 Максимум 10',
      'Всего оценено Баллы 5 Максимум 10',
    ])
    await screen.findByText(/ниже порога 60/)
    await screen.findByText(/нужно ещё 3 балла без потерь/)
  })

  test('the academy begins with all courses and their percentages, each leads to its journal and back', async () => {
    const law = samples.courseOf(13, 'Право', { average: 72.5 })
    const books = [{ ...samples.schoolBook, uuid: samples.uuidOf(21), variant: 'academy', courses: [data, law] }]
    const { here } = await openChildrens([allBooks[0] as object, { student: maria, books }], {
      ...academy,
      [`${childrens}/journal-days`]: {
        body: [
          samples.dayOf(60, '2026-11-09', { courseUuid: data.uuid, markUuid: samples.uuidOf(70), max: 10 }),
          samples.dayOf(61, '2026-11-11', { courseUuid: data.uuid, markUuid: samples.uuidOf(71), max: 20 }),
        ],
      },
      [`${childrens}/marks`]: {
        body: [
          samples.markOf(70, '2026-11-09', '5', { courseUuid: data.uuid }),
          samples.markOf(71, '2026-11-11', '12', { courseUuid: data.uuid }),
        ],
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Мария' }))
    const table = await screen.findByRole('table', { name: 'Курсы: 2-я четверть' })
    await waitFor(() =>
      expect(within(table).getAllByRole('row').slice(1).map(spacedTextOf)).toEqual([
        'Анализ данных Последние работы 12 из 20, 11 ноября: Дроби 5 из 10, 9 ноября: Дроби Баллы 17 из 30 Процент: 2-я четверть 56,7 % ниже порога Год — ещё нет',
        'Право Последние работы Процент: 2-я четверть — ещё нет Год 72,5 %',
      ]),
    )
    await userEvent.click(within(table).getByRole('link', { name: 'Анализ данных' }))
    await screen.findByRole('table', { name: 'Журнал баллов' })
    expect(here()).toContain(`course=${data.uuid}`)
    await userEvent.click(screen.getByRole('button', { name: 'Все курсы' }))
    await screen.findByRole('table', { name: 'Курсы: 2-я четверть' })
  })

  test('the academy names the scores that are new or corrected', async () => {
    const scores = [60, 61].map((number) => ({
      columnUuid: samples.uuidOf(number),
      value: 5,
      absent: false,
      markUuid: samples.uuidOf(number + 10),
    }))
    const columns = [column, { ...column, uuid: samples.uuidOf(61), topic: 'Кластеры' }]
    await openChildrens(allBooks, {
      ...academy,
      [`${childrens}/score-journal`]: { body: { columns, scores, total: 10, max: 20 } },
      [`${childrens}/journal-days`]: {
        body: [
          samples.dayOf(60, '2026-11-09', { courseUuid: data.uuid, markUuid: samples.uuidOf(70) }),
          samples.dayOf(61, '2026-11-09', { courseUuid: data.uuid, markUuid: samples.uuidOf(71), earlier: ['3'] }),
        ],
      },
      'GET /api/v1/learning/mark/newest': {
        body: [70, 71].map((number) =>
          samples.newMarkOf({ uuid: samples.uuidOf(number), studentUuid: maria.uuid, courseUuid: data.uuid }),
        ),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Мария.*2$/ }))
    const table = await screen.findByRole('table', { name: 'Журнал баллов' })
    await waitFor(() =>
      expect(within(table).getAllByRole('row').slice(1, 3).map(spacedTextOf)).toEqual([
        'Кластеры Дата 9 ноября Вид Практика Баллы исправлена 5 Максимум 10',
        'Чистим данные Дата 9 ноября Вид Практика Баллы новая 5 Максимум 10',
      ]),
    )
  })

  test('the academy shows the history of the percentage and the next goals', async () => {
    const scores = [5, 8].map((value, index) => ({
      columnUuid: samples.uuidOf(60 + index),
      value,
      absent: false,
      markUuid: samples.uuidOf(70 + index),
    }))
    const columns = [column, { ...column, uuid: samples.uuidOf(61), topic: 'Кластеры' }]
    await openChildrens(allBooks, {
      ...academy,
      [`${childrens}/score-journal`]: { body: { columns, scores, total: 13, max: 20 } },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Мария' }))
    await screen.findByRole('tab', { name: 'Как сложился процент', selected: true })
    await screen.findByText('Последняя работа, «Кластеры», подняла процент с 50 % до 65 %.', { normalizer: spaced })
    const steps = screen.getByRole('table', { name: 'Как сложился процент' })
    expect(within(steps).getAllByRole('row').slice(1).map(spacedTextOf)).toEqual([
      'Кластеры 9 ноября Баллы 8 из 10 Процент стал 65 % Изменение +15 п. п.',
      'Чистим данные 9 ноября Баллы 5 из 10 Процент стал 50 % Изменение',
    ])
    await userEvent.click(screen.getByRole('tab', { name: 'Что если…' }))
    expect((await screen.findAllByText(/^До \d/)).map((goal) => textOf(goal.closest('li') as Element))).toEqual([
      'До 70 %: ещё 4 балла без потерь, или не меньше 8 из 10 за следующую работу',
      'До 80 %: ещё 15 баллов без потерь',
      'До 90 %: ещё 50 баллов без потерь',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Добавить' }))
    expect(screen.getByRole('button', { name: 'Убрать 10 из 10' })).toBeTruthy()
    await screen.findByText('76,7 %', { normalizer: spaced })
  })

  test('the college shows credits, examinations, retakes and failed courses', async () => {
    const credit = { courseUuid: law.uuid, markType: 'credit' }
    const retaken = samples.dayOf(35, '2026-10-20', {
      ...credit,
      termUuid: samples.autumn.uuid,
      markUuid: samples.uuidOf(43),
      earlier: ['н/я'],
    })
    const failed = samples.dayOf(36, '2026-11-12', { ...credit, markUuid: samples.uuidOf(44) })
    const owed = { bookUuid: samples.uuidOf(22), courseUuid: law.uuid }
    const retakes = [
      { ...owed, termUuid: samples.autumn.uuid, retakeOn: null },
      { ...owed, termUuid: samples.winter.uuid, retakeOn: '2026-12-12' },
      { bookUuid: samples.uuidOf(23), courseUuid: law.uuid, termUuid: samples.uuidOf(24), retakeOn: null },
    ]
    const lastYear = {
      ...samples.schoolBook,
      uuid: samples.uuidOf(23),
      variant: 'college',
      schoolYear: '2025/2026',
      terms: [{ uuid: samples.uuidOf(24), title: '2-й семестр', startsOn: '2026-01-12', endsOn: '2026-06-30' }],
      courses: [law],
    }
    const books = allBooks.map((each) =>
      each.student === daniil ? { ...each, books: [...each.books, lastYear], retakes } : each,
    )
    const next = samples.dayOf(37, '2026-12-12', credit)
    const { here } = await openChildrens(books, {
      [`${childrens}/settings`]: {
        body: {
          scale: { kind: 'passFail', passing: 1, max: 1 },
          markTypes: [{ code: 'credit', title: 'Зачёт', weight: 0 }],
        },
      },
      [`${childrens}/journal-days`]: ({ url }) => ({
        body: url.includes(samples.autumn.uuid) ? [retaken] : [failed, next],
      }),
      [`${childrens}/marks`]: {
        body: [
          samples.markOf(43, '2026-10-20', 'незачёт', { courseUuid: law.uuid, weight: 0 }),
          samples.markOf(44, '2026-11-12', 'незачёт', { courseUuid: law.uuid, weight: 0 }),
        ],
      },
      [`${childrens}/mark-details`]: {
        body: { ...samples.details, history: [{ value: 'незачёт', at: '2026-10-23T09:00:00.000Z' }] },
      },
      'GET /api/v1/learning/mark/newest': {
        body: [
          samples.newMarkOf({
            uuid: samples.uuidOf(44),
            studentUuid: daniil.uuid,
            courseUuid: law.uuid,
            bookUuid: samples.uuidOf(22),
          }),
        ],
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Даниил.*1$/ }))
    await screen.findByText('Академические задолженности: 3')
    expect(screen.getAllByText(/^Право · /)).toHaveLength(1)
    // The button counts the new mark.
    expect(screen.queryByRole('link', { name: /новая оценка/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Показать все' }))
    expect(screen.getAllByText(/^Право · /).map(textOf)).toEqual([
      'Право · 1-я четверть',
      'Право · 2-я четверть',
      'Право · 2-й семестр за 2025/2026',
    ])
    expect(screen.getAllByText('день пересдачи спросите у куратора')).toHaveLength(2)
    screen.getByText(/^пересдача 12\sдекабря, подробности у куратора$/)
    const winter = await screen.findByRole('table', { name: 'Зачётная книжка: 2-я четверть' })
    await waitFor(() =>
      expect(spacedTextOf(within(winter).getByRole('row', { name: /Право/ }))).toBe(
        'Право Форма Зачёт Результат задолженность новая незачёт',
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: '1-я четверть' }))
    const table = await screen.findByRole('table', { name: 'Зачётная книжка: 1-я четверть' })
    await waitFor(() =>
      expect(spacedTextOf(within(table).getByRole('row', { name: /Право/ }))).toBe(
        'Право Форма Зачёт Результат задолженность незачёт пересдача: н/я → незачёт , 23 октября',
      ),
    )
    expect(here()).toBe(`/grade-book/?child=${daniil.uuid}&book=${samples.uuidOf(22)}&term=${samples.autumn.uuid}`)
  })
})

describe('The term that a college opens', () => {
  const law = samples.courseOf(13, 'Право')
  const replies: Replies = {
    [`${own}/books`]: { body: { books: [{ ...samples.schoolBook, variant: 'college', courses: [law] }], retakes: [] } },
    [`${own}/settings`]: { body: { scale: { kind: 'passFail', passing: 1, max: 1 }, markTypes: [] } },
    [`${own}/journal-days`]: { body: [] },
    [`${own}/marks`]: { body: [] },
  }
  const newest = 'GET /api/v1/learning/mark/newest'
  const bookOf = (term: string) => screen.findByRole('table', { name: `Зачётная книжка: ${term}` })

  test('is that of the new marks, also if they answer later than the books', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const { app } = await openOwn({ ...replies, [newest]: () => promise })
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(1))
    expect(screen.queryByRole('table')).toBeNull()
    resolve({ body: [samples.newMarkOf({ courseUuid: law.uuid, termUuid: samples.autumn.uuid })] })
    await bookOf('1-я четверть')
    expect(screen.queryByRole('table', { name: 'Зачётная книжка: 2-я четверть' })).toBeNull()
  })

  test('is the current one if the new marks do not load', async () => {
    await openOwn({ ...replies, [newest]: { body: null, status: 500 } })
    await bookOf('2-я четверть')
  })
})

describe('The book as a PDF', () => {
  const link = 'GET /api/v1/learning/record-book-link'

  test('shows a failure beside the button', async () => {
    const { left } = await openOwn({ [link]: 'offline' })
    await userEvent.click(await screen.findByRole('button', { name: 'Скачать журнал PDF' }))
    await screen.findByText(/Не удалось подготовить PDF/)
    expect(left).toEqual([])
  })
})

describe('Nothing to show', () => {
  test('a term without lessons shows a message above its courses', async () => {
    await openOwn({ [`${own}/journal-days`]: { body: [] } })
    await screen.findByText(/Занятий ещё не было/)
    await cell('Алгебра, средний за\u00a0год: 4,25')
  })
})
