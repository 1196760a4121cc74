import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { CoursesForStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import {
  courseGroup,
  courseIds,
  courseSample,
  coursesForStudent,
  foundCourses,
} from '#tests/support/samples/catalog-samples.ts'
import { systemConfig } from '#tests/support/samples/system-config.ts'

const call = 'GET /api/v1/catalog/course/list'
const open = (found: FoundCourses = foundCourses(), search = '', roles?: 'parent' | 'teacher') =>
  visit(`/catalog${search}`, {
    [call]: { body: found },
    ...(roles && { 'GET /api/v1/profile': { body: person([roles]) } }),
  })
const requested = (requests: { url: URL }[]) => decodeURIComponent(requests.at(-1)?.url.search ?? '')

describe('a visitor', () => {
  test('sees courses with their main facts without signing in', async () => {
    const { left } = await open()
    const card = await screen.findByRole('article')
    expect(textOf(within(card).getByRole('heading', { level: 2 }))).toBe('Алгебра для седьмых классов')
    expect(textOf(card)).toBe(
      // Many places say nothing.
      'Математика · 5–7, 9 классы' +
        'Алгебра для седьмых классовУравнения, функции и немного геометрии.' +
        'Когдапн, ср 17:00\u2060–\u206018:30ГдеСокол · ОнлайнОнлайн: вебинар' +
        'с 1 дек.от 28 500 ₽34 занятия по ≈ 838 ₽ · от 9 500 ₽ в месяцза 34 занятия≈ 838 ₽ за занятиеили от 9 500 ₽ в месяцМожно начать 1 декабря',
    )
    expect(screen.getByRole('note').textContent).toContain('Чтобы записаться на курс, войдите в кабинет')
    expect(within(card).getByRole('link').getAttribute('href')).toBe(`/catalog/${courseIds.course}`)
    expect(screen.getByRole('status').textContent).toBe('1 курс')
    expect(left).toEqual([])
  })

  test('is invited to sign in below the courses on a phone', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
    await open()
    const courses = (await screen.findByRole('article')).closest('ul') as HTMLElement
    const invitation = screen.getByRole('note')
    expect(courses.contains(invitation)).toBe(false)
    expect(courses.compareDocumentPosition(invitation)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    vi.restoreAllMocks()
  })

  test('of a phone sees above the courses whom to call without an account', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
    const config = systemConfig({ isTracked: false })
    const SYSTEM = { ...config.SYSTEM, SUPPORT_PHONE: '+7 495 000-00-01' }
    await visit('/catalog', {
      [call]: { body: foundCourses() },
      'GET /api/v1/system/config': { body: { ...config, SYSTEM } },
    })
    const courses = (await screen.findByRole('article')).closest('ul') as HTMLElement
    const line = await screen.findByText(/^Нет кабинета\? Позвоните:/)
    expect(textOf(line)).toBe('Нет кабинета? Позвоните: +7 495 000-00-01')
    expect(courses.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    vi.restoreAllMocks()
  })

  test('sees the times of two groups, and how many meet at others', async () => {
    const times = ['10:00', '12:00', '14:00'].map((from) => courseGroup({ slots: [{ weekday: 6, from, to: '15:30' }] }))
    const groups = [...times, ...times.slice(2)]
    await open({ ...foundCourses(), items: [{ ...courseSample(), groups }] })
    const when = within(await screen.findByRole('article')).getByText('и ещё 2 группы')
    expect(textOf(when.closest('ul') as HTMLElement)).toMatch(/10:00.*или.*12:00/)
  })

  test('sees how many lessons a free course has, and no price of one', async () => {
    await open({ ...foundCourses(), items: [courseSample({ priceFrom: 0, monthlyPrice: null, isPriceOfRest: true })] })
    const text = textOf(await screen.findByRole('article'))
    expect(text).toContain('за оставшиеся 34 занятия')
    expect(text).not.toMatch(/за занятие|занятия0/)
  })

  test('sees full and started courses and an unknown format', async () => {
    const group = { ...courseGroup(), territory: null, format: 'séance' }
    const full = { ...courseSample({ placesLeft: 0, grades: [11] }), groups: [group] }
    const started = courseSample({
      uuid: courseIds.place,
      branch: 'college',
      grades: [],
      groups: [],
      firstDay: null,
      isPriceOfRest: true,
      monthlyPrice: null,
    })
    await open({ ...foundCourses(), items: [full as never, started] })
    const cards = (await screen.findAllByRole('article')).map(textOf)
    expect(cards).toEqual([
      expect.stringMatching(/11 класс.*Мест нет.*Онлайн: неизвестно/),
      expect.stringMatching(
        /После 9 класса.*уже идутот 28 500 ₽34 занятия по ≈ 838 ₽за оставшиеся 34 занятия≈ 838 ₽ за занятиеЗанятия уже идут/,
      ),
    ])
  })
})

describe('The filters', () => {
  test('are in the URL in nested brackets, reset the page, and are removed one by one', async () => {
    const { here, callsOf, history } = await open(foundCourses({ total: 60, page: 2 }), '?page=2')
    const user = userEvent.setup()
    const group = await screen.findByRole('group', { name: 'Фильтры' })
    // On a busy machine the page is hidden for a moment while the router loads the next address.
    for (const name of [/^Математика/, /^7/, /^Сокол/])
      await user.click(await within(group).findByRole('button', { name }))
    const address = `?filter[subject][]=math&filter[grade][]=7&filter[territory][]=${courseIds.sokol}`
    await waitFor(() => expect(here()).toBe(`/catalog${address}`))
    await waitFor(() => expect(requested(callsOf(call))).toBe(address))
    expect(history.length).toBe(1)
    const chosen = screen.getByRole('list', { name: 'Выбранные фильтры' })
    expect(within(chosen).getAllByRole('button').map(textOf)).toEqual(['7 класс', 'Математика', 'Сокол'])
    await user.click(within(chosen).getByRole('button', { name: 'Убрать фильтр: 7 класс' }))
    await waitFor(() => expect(here()).toBe(`/catalog?filter[subject][]=math&filter[territory][]=${courseIds.sokol}`))
    await waitFor(() => expect(document.activeElement).toBe(chosen.parentElement))
    await user.click(screen.getByRole('button', { name: 'Сбросить' }))
    await waitFor(() => expect(here()).toBe('/catalog'))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Выбранные фильтры' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('hide values without courses and those of all courses, and allow the removal of unknown values', async () => {
    const { here } = await open(foundCourses({ total: 3 }), '?filter[subject][]=gone')
    const group = await screen.findByRole('group', { name: 'Фильтры' })
    expect(within(group).queryByRole('button', { name: /Рисование|Вебинар/ })).toBeNull()
    expect(within(group).getByRole('button', { name: /^Физика,\s*1$/ })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Убрать фильтр: неизвестно' }))
    await waitFor(() => expect(here()).toBe('/catalog'))
  })

  test.each([
    ['?search=щщ&filter[grade][]=7', 'Проверьте, как написан запрос, или уберите часть фильтров.'],
    ['?search=щщ', 'Проверьте, как написан запрос.'],
  ])('without results show an empty state with a reset: %s', async (search, advice) => {
    const { here } = await open(foundCourses({ items: [] }), search)
    await screen.findByText('Таких курсов нет')
    expect(screen.getByText(advice)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Показать все курсы' }))
    await waitFor(() => expect(here()).toBe('/catalog'))
  })
})

describe('Times and order', () => {
  test('are in the URL, and are removed one by one', async () => {
    const { here, callsOf } = await open(foundCourses(), '?page=2')
    const user = userEvent.setup()
    const group = await screen.findByRole('group', { name: 'Фильтры' })
    await user.click(within(group).getByRole('button', { name: 'пн' }))
    await user.click(within(group).getByRole('button', { name: 'после 17:00' }))
    const start = within(group).getByRole('combobox', { name: 'Можно начать' })
    await user.selectOptions(start, within(start).getAllByRole('option')[1] as HTMLElement)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Порядок' }), 'Дешевле')
    const startBy = /startBy=([\d-]+)/.exec(here())?.[1]
    const filter = 'filter[day][]=1&filter[hours][]=evening'
    await waitFor(() => expect(requested(callsOf(call))).toBe(`?${filter}&startBy=${startBy}&sort=price`))
    expect(within(group).queryByRole('checkbox')).toBeNull()
    const chosen = screen.getByRole('list', { name: 'Выбранные фильтры' })
    expect(within(chosen).getAllByRole('button').map(textOf)).toEqual([
      'пн',
      'после 17:00',
      expect.stringMatching(/^Начать до \d/),
    ])
    await user.click(within(chosen).getByRole('button', { name: 'Убрать фильтр: пн' }))
    await waitFor(() => expect(here()).toBe(`/catalog?filter[hours][]=evening&startBy=${startBy}&sort=price`))
    await user.click(screen.getByRole('button', { name: 'Сбросить' }))
    await waitFor(() => expect(here()).toBe('/catalog?sort=price'))
  })
})

describe('A parent', () => {
  const studentCall = 'GET /api/v1/catalog/student/course/list'
  const { artem, maria } = courseIds
  const openAsParent = (search = '', own: Partial<CoursesForStudent> = {}) =>
    visit(`/catalog${search}`, {
      'GET /api/v1/profile': { body: person(['parent']) },
      [studentCall]: ({ url }) => {
        const student = new URL(url).searchParams.get('child')
        return { body: coursesForStudent({ student, ...own }) }
      },
    })
  const chosen = () => screen.queryAllByRole('button', { name: /^Убрать фильтр/ }).map(textOf)

  test('chooses a child, whose class fills the filter until it is removed', async () => {
    const { here, callsOf } = await openAsParent()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Артём' }))
    await waitFor(() => expect(here()).toBe(`/catalog?child=${artem}`))
    expect(chosen()).toEqual(['7 класс'])
    await user.click(screen.getByRole('button', { name: 'Убрать фильтр: 7 класс' }))
    await waitFor(() => expect(requested(callsOf(studentCall))).toBe(`?child=${artem}&grades=all`))
    expect(chosen()).toEqual([])
    await user.click(screen.getByRole('button', { name: /^7 класс/ }))
    await waitFor(() => expect(here()).toBe(`/catalog?child=${artem}`))
    await user.click(screen.getByRole('button', { name: 'Мария' }))
    await waitFor(() => expect(here()).toBe(`/catalog?child=${maria}`))
    await user.click(screen.getByRole('button', { name: 'Все дети' }))
    await waitFor(() => expect(here()).toBe('/catalog'))
  })

  test('sees in which courses the children study', async () => {
    await openAsParent('', {
      attended: [maria, artem].map((studentUuid) => ({ courseUuid: courseIds.course, studentUuid })),
    })
    const card = await screen.findByRole('article')
    await within(card).findByText('Уже учится: Артём, Мария')
    expect(within(card).queryByText(/^Осталось/)).toBeNull()
  })

  test('sees whom else a course suits, unless it is for one child', async () => {
    const items = [
      courseSample({ grades: [7] }),
      courseSample({ uuid: courseIds.place, grades: [] }),
      courseSample({ uuid: courseIds.artem, grades: [11] }),
      // A programme of the college that suits none says nothing: they may enrol.
      courseSample({ uuid: courseIds.maria, branch: 'college', grades: [] }),
    ]
    const attended = [{ courseUuid: courseIds.course, studentUuid: artem }]
    await openAsParent('', { items, attended })
    await screen.findByText('Уже учится: Артём')
    // On a phone above the title, on a wide screen beside the times.
    const suited = () => screen.queryAllByText(/^(Подходит|По классу)/).map((each) => textOf(each).replace(/ ·$/, ''))
    expect(screen.getAllByRole('article').length).toBe(4)
    const [both, none] = ['Подходит: Артём, Мария', 'По классу не подходит']
    expect(suited()).toEqual([both, both, none, none])
    expect(screen.getByRole('option', { name: 'Сначала подходящие' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Артём' }))
    await waitFor(() => expect(suited()).toEqual([]))
  })

  test('sees for whom a course is being bought, in place of whom it suits', async () => {
    const begun = [
      { courseUuid: courseIds.course, studentUuid: artem, step: 'contract' as const },
      { courseUuid: courseIds.course, studentUuid: maria, step: 'place' as const },
    ]
    await openAsParent('', { items: [courseSample({ grades: [] })], begun })
    const card = await screen.findByRole('article')
    await within(card).findByText('Артём: договор оформляется')
    within(card).getByText('Мария: место за вами')
    expect(within(card).queryByText(/^Подходит/)).toBeNull()
  })

  test('sees only groups in the free time of the child on demand', async () => {
    const { here } = await openAsParent(`?child=${artem}`)
    const free = await screen.findByRole('checkbox', { name: 'Только в свободное время' })
    await userEvent.click(free)
    await waitFor(() => expect(here()).toBe(`/catalog?child=${artem}&free=yes`))
    expect(chosen()).toEqual(['7 класс', 'В свободное время'])
  })

  test('finds nothing for the child, and then sees all courses of all grades', async () => {
    const { here } = await openAsParent(`?child=${artem}&free=yes`, { items: [], total: 0 })
    await userEvent.click(await screen.findByRole('button', { name: 'Показать все курсы' }))
    await waitFor(() => expect(here()).toBe(`/catalog?child=${artem}&grades=all`))
  })
})

describe('The search', () => {
  test('runs while typing; the previous results stay until the response', async () => {
    const { here, callsOf, server } = await open(foundCourses({ total: 60 }), '?page=3')
    await screen.findByRole('article')
    server[call] = () => new Promise(() => undefined)
    await userEvent.type(screen.getByRole('textbox', { name: 'Найти курс' }), 'физ')
    await waitFor(() => expect(decodeURI(here())).toBe('/catalog?search=физ'))
    await waitFor(() => expect(requested(callsOf(call))).toBe('?search=физ'))
    expect(screen.getByRole('article')).toBeDefined()
    expect(screen.getByRole('region', { name: 'Курсы' }).getAttribute('aria-busy')).toBe('true')
  })
})

describe('The pages', () => {
  test('are links, the first without a number, and Back returns to the previous page', async () => {
    const { here, history } = await open(foundCourses({ total: 180, page: 5 }), '?filter[grade][]=7&page=5')
    const pages = await screen.findByRole('navigation', { name: 'Страницы каталога' })
    const links = () =>
      within(pages)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    const to = (page: number) => `/catalog?filter[grade][]=7&page=${page}`
    expect(links()).toEqual([to(4), '/catalog?filter[grade][]=7', to(4), to(5), to(6), to(9), to(6)])
    expect(within(pages).getByRole('link', { current: 'page' }).getAttribute('aria-label')).toBe('Страница 5')
    expect(textOf(within(pages).getByText(/Страница 5 из 9/))).toBe('Страница 5 из 9')
    await userEvent.click(within(pages).getByRole('link', { name: 'Страница 9' }))
    await waitFor(() => expect(here()).toBe(to(9)))
    history.back()
    await waitFor(() => expect(here()).toBe(to(5)))
  })

  test('beyond the last redirect to the first', async () => {
    const { here } = await open({ ...foundCourses({ items: [] }), total: 5, page: 40 }, '?page=40')
    await userEvent.click(await screen.findByRole('button', { name: 'К первой странице' }))
    await waitFor(() => expect(here()).toBe('/catalog'))
  })
})
