import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Homework } from '#contract/learning/homework.ts'
import type { Attention, Progress, ProgressOverview } from '#contract/learning/progress.ts'
import { fixedClock } from '#src/app/clock.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import { homeworkTaskSample } from '#tests/support/samples/homework-samples.ts'
import {
  artem,
  chess,
  children,
  data,
  groups,
  lesson,
  maria,
  ofPhysics,
  physics,
  sums,
  totals,
  trendOfPhysics,
} from '#tests/support/samples/progress-samples.ts'

const noon = fixedClock(Date.parse('2026-11-20T09:00:00Z'))
const groupsCall = 'GET /api/v1/parent/children/progress/groups'
const listCall = 'GET /api/v1/parent/children/progress/list'
const trendCall = 'GET /api/v1/parent/children/progress/trend'
const overviewCall = 'GET /api/v1/parent/children/progress/overview'
const asParent = {
  'GET /api/v1/profile': { body: person(['parent']) },
  'GET /api/v1/profile/children': { body: children },
  [groupsCall]: { body: groups },
  [trendCall]: { body: trendOfPhysics },
}

describe('progress', () => {
  const open = (search = '', progress: Progress = ofPhysics) =>
    visit(`/progress${search}`, { ...asParent, [listCall]: { body: progress } }, { clock: noon })
  const sentence = 'посещено 18 из 20 занятий, домашние задания выполнены на 89 %, тесты написаны на 75 %.'
  const hasSentence = (_: string, element: Element | null) => element?.tagName === 'P' && textOf(element) === sentence

  test('opens with the first group of the first child: a sentence, and figures beside the child’s own past', async () => {
    const { callsOf } = await open()
    await screen.findByText(hasSentence)
    await screen.findByText('100 % за 30 дней, раньше 83 %')
    const section = screen.getByRole('heading', { level: 3, name: 'Итоги' }).closest('section') as HTMLElement
    const figures = within(section)
      .getAllByRole('article')
      .map(({ firstElementChild }) => textOf(firstElementChild as HTMLElement))
    expect(figures).toEqual([
      'Посещаемость90 %18 из 20 занятий100 % за 30 дней, раньше 83 %',
      'Домашние задания89 %62,5 из 70 баллов за проверенноеДля сравнения пока мало данных',
      'Тесты75 %60 из 80 баллов45 % за 30 дней, раньше 85 %',
    ])
    expect(screen.getByRole('heading', { level: 2, name: 'Физика в опытах, ФИЗ-1' })).toBeDefined()
    for (const call of [listCall, trendCall])
      expect(callsOf(call).map(({ url }) => url.search)).toEqual([`?studentUuid=${artem}&groupId=${physics}`])
  })

  test('says that nothing has been marked yet', async () => {
    await open('', { ...ofPhysics, summary: totals() })
    await screen.findByText('Преподаватель ещё ничего не отметил.')
    expect(screen.queryByRole('heading', { name: 'Итоги' })).toBeNull()
  })

  test('draws each figure over time, with its data in a table', async () => {
    await open()
    await screen.findByRole('img', { name: 'Посещаемость по месяцам' })
    const tests = screen.getByRole('img', { name: 'Тесты по дням' }).closest('article') as HTMLElement
    await userEvent.click(within(tests).getByText('Показать таблицей'))
    const table = within(tests).getByRole('table', { name: 'Тесты по дням' })
    expect(within(table).getAllByRole('row').map(textOf)).toEqual(['ДеньИтог', '9 сентября90 %', '18 ноября45 %'])
  })

  test('lists the lessons with marks and comments, each linked to the schedule', async () => {
    await open()
    const table = await screen.findByRole('table', { name: 'Занятия' })
    const [, ...rows] = within(table).getAllByRole('row')
    const cellsOf = (row: HTMLElement | undefined) =>
      row && [within(row).getByRole('rowheader'), ...within(row).getAllByRole('cell')].map(textOf)
    expect(rows.map(cellsOf)).toEqual([
      ['среда, 25 ноября · ОчноМощность тока', 'ПосещениеВпереди', '', ''],
      [
        'среда, 18 ноября · ОчноЗакон ОмаПовторите тему.',
        'ПосещениеПосещено',
        'Домашнее заданиеПросрочено',
        'Тест9 из 20, низкий балл',
      ],
      ['среда, 7 октября · ОчноСила тока', 'ПосещениеПропуск', 'Домашнее задание7,5 из 10', 'Тестбез оценки'],
      ['среда, 9 сентября · ОчноЗаряд', 'ПосещениеПосещено', '', 'Тест18 из 20'],
    ])
    const { pathname, search } = within(table).getByRole<HTMLAnchorElement>('link', { name: 'Закон Ома' })
    expect(pathname + search).toBe('/schedule?view=week&date=2026-11-18&item=33333333-3333-4333-8333-000000000001')
  })

  test('child and group are selected in the URL and restored from it', async () => {
    const { here, callsOf } = await open()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Шахматы' }))
    await waitFor(() => expect(here()).toBe(`/progress?child=${artem}&group=${chess}`))
    await user.click(screen.getByRole('button', { name: 'Мария' }))
    await waitFor(() => expect(here()).toBe(`/progress?child=${maria}`))
    await screen.findByRole('heading', { level: 2, name: 'Анализ данных, АД-1' })
    // A choice of one is not offered.
    expect(screen.queryByRole('button', { name: 'Анализ данных' })).toBeNull()
    expect(callsOf(listCall).at(-1)?.url.search).toBe(`?studentUuid=${maria}&groupId=${data}`)
    await user.click(screen.getByRole('button', { name: 'Мария' }))
    expect(here()).toBe(`/progress?child=${maria}`)
  })

  test('filters notable lessons on demand', async () => {
    const { here } = await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Требуют внимания/ }))
    await waitFor(() => expect(here()).toBe('/progress?only=notable'))
    expect(screen.queryByRole('link', { name: 'Заряд' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Закон Ома' })).toBeDefined()
  })

  test('without notable lessons shows an empty state with a link to all lessons', async () => {
    const { here } = await open('?only=notable', { ...ofPhysics, items: [lesson()] })
    await screen.findByText('Замечаний нет')
    await userEvent.click(screen.getByRole('button', { name: 'Показать все занятия' }))
    await screen.findByRole('link', { name: 'Закон Ома' })
    expect(here()).toBe('/progress')
  })

  test('shows a long year in portions', async () => {
    const items = Array.from({ length: 51 }, (_, index) =>
      lesson({ uuid: `33333333-3333-4333-8333-${String(index).padStart(12, '0')}`, topic: `Тема ${index + 1}` }),
    )
    // A link from the schedule names the lesson, and the list reaches it.
    await open(`?lesson=${items[24]?.uuid}`, { ...ofPhysics, items })
    await screen.findByText('Показано 25 из 51')
    const [current, ...more] = screen.getAllByRole('row', { current: true })
    expect([textOf(current as HTMLElement), more]).toEqual([expect.stringContaining('Тема 25'), []])
    await userEvent.click(screen.getByRole('button', { name: 'Показать ещё 20' }))
    await screen.findByText('Показано 45 из 51')
    await userEvent.click(screen.getByRole('button', { name: 'Показать ещё 6' }))
    await screen.findByText('Показано 51 из 51')
    expect(screen.getByRole('link', { name: 'Тема 51' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Показать ещё/ })).toBeNull()
  })

  test('a rest of a few lessons needs no press', async () => {
    const items = Array.from({ length: 15 }, (_, index) =>
      lesson({ uuid: `33333333-3333-4333-8333-${String(index).padStart(12, '0')}`, topic: `Тема ${index + 1}` }),
    )
    await open('', { ...ofPhysics, items })
    await screen.findByRole('link', { name: 'Тема 15' })
    expect(screen.queryByRole('button', { name: /^Показать ещё/ })).toBeNull()
  })

  test('names what can still be handed in for the subject, or that there is nothing', async () => {
    const task = homeworkTaskSample()
    const replies = { ...asParent, [listCall]: { body: ofPhysics } }
    const homework = (tasks: Homework['tasks']) => ({
      'GET /api/v1/learning/homework/list': { body: { tasks, earlier: [] } },
    })
    const others = [homeworkTaskSample({ subject: 'История' }), homeworkTaskSample({ studentUuid: maria })]
    await visit('/progress', { ...replies, ...homework([task, ...others]) }, { clock: noon })
    const section = (await screen.findByRole('heading', { level: 3, name: 'Что сдать' })).closest('section')
    expect(
      within(section as HTMLElement)
        .getAllByRole('link')
        .map(spacedTextOf),
    ).toEqual(['Физика Закон Ома Нужно сдать завтра до 15:00 Открыть'])
    cleanup()
    await visit('/progress', { ...replies, ...homework(others) }, { clock: noon })
    await screen.findByText('На этой неделе сдавать больше нечего.')
  })

  test('a failed history affects neither the sentence nor lessons, and can be retried', async () => {
    const { server } = await visit(
      '/progress',
      { ...asParent, [listCall]: { body: ofPhysics }, [trendCall]: { problem: 'too-many-requests', status: 429 } },
      { clock: noon },
    )
    const again = await screen.findByRole('button', { name: 'Попробовать снова' })
    expect(screen.getByText(hasSentence)).toBeDefined()
    expect(screen.getByRole('table', { name: 'Занятия' })).toBeDefined()
    server[trendCall] = { body: trendOfPhysics }
    await userEvent.click(again)
    await screen.findByRole('img', { name: 'Посещаемость по месяцам' })
  })

  test('a student sees that the page is for parents', async () => {
    await visit('/progress', { 'GET /api/v1/profile': { body: person(['student']) } })
    await screen.findByText('Этой страницы нет для вашей роли')
    expect(screen.getByText('Посещаемость и задания детей видят родители.')).toBeDefined()
  })

  test('a teacher on the page of the schedule sees whose it is, and where the own lessons are', async () => {
    await visit('/schedule', { 'GET /api/v1/profile': { body: person(['teacher']) } })
    await screen.findByText('Расписание — для учеников и родителей. Ваши занятия — на главной.')
    expect(screen.getByRole('link', { name: 'Занятия на неделю' })).toBeDefined()
  })
})

describe('the progress of all children', () => {
  const about = { date: '2026-11-18', topic: 'Закон Ома', lessonUuid: '33333333-3333-4333-8333-000000000001' }
  const none = { count: null, share: null, usualShare: null }
  const absences: Attention = { ...about, ...none, kind: 'absences-in-a-row', groupId: data, count: 3 }
  const overdue: Attention = { ...about, ...none, kind: 'homework-overdue', groupId: physics, count: 2 }
  const drop: Attention = {
    ...about,
    ...none,
    kind: 'test-below-usual',
    groupId: physics,
    share: 0.45,
    usualShare: 0.83,
  }
  const physicsSums = { summary: ofPhysics.summary, ...trendOfPhysics }
  const group = (index: number) => groups[index] as (typeof groups)[number]
  const overview: ProgressOverview[] = [
    {
      studentUuid: artem,
      groups: [
        { ...group(0), ...physicsSums },
        { ...group(1), ...sums() },
      ],
      attention: [overdue, drop],
    },
    {
      studentUuid: maria,
      groups: [{ ...group(2), ...sums({ summary: totals({ attended: 1, held: 4 }) }) }],
      attention: [absences],
    },
  ]
  const open = (body: ProgressOverview[] = overview, people: object[] = children) =>
    visit(
      '/learning-progress',
      { ...asParent, 'GET /api/v1/profile/children': { body: people }, [overviewCall]: { body } },
      { clock: noon },
    )

  test('starts with what needs attention: reason, child, group and link', async () => {
    await open()
    await screen.findByRole('heading', { level: 2, name: 'Что требует внимания' })
    const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^(Артём|Мария):/ })
    expect(links.map((link) => [textOf(link), link.pathname + link.search])).toEqual([
      ['Мария: 3 пропуска подрядАнализ данных · 18 ноября · Закон Ома', `/progress?child=${maria}&group=${data}`],
      [
        'Артём: просрочены 2 домашних заданияФизика · 18 ноября · Закон Ома',
        `/progress?child=${artem}&group=${physics}&only=notable&lesson=${about.lessonUuid}`,
      ],
      [
        'Артём: тест хуже обычного: 45 % вместо 83 %Физика · 18 ноября · Закон Ома',
        `/progress?child=${artem}&group=${physics}`,
      ],
    ])
  })

  test('says of a child for whom nothing is wrong that all is well', async () => {
    const [first, second] = overview as [ProgressOverview, ProgressOverview]
    await open([{ ...first, attention: [] }, second])
    await screen.findByText('Артём: всё идёт своим чередом')
    expect(screen.getAllByRole('link', { name: /^(Артём|Мария):/ })).toHaveLength(1)
  })

  test('shows the children beside each other, with their figures and their groups', async () => {
    await open()
    const column = (await screen.findByRole('heading', { level: 2, name: /Артём/ })).closest('article') as HTMLElement
    expect(textOf(column)).toContain('Посещаемость100 % за 30 дней, раньше 83 %90 %')
    const table = within(column).getByRole('table', { name: 'Артём по группам' })
    expect(within(table).getAllByRole('row').map(textOf)).toEqual([
      'ГруппаПосещаемостьДомашние заданияТесты',
      'Физика90 %89 %75 %',
      'Шахматызанятий ещё не было',
    ])
    expect(within(table).getByRole('link', { name: 'Шахматы' })).toHaveProperty(
      'search',
      `?child=${artem}&group=${chess}`,
    )
  })

  test('many reasons come in two portions', async () => {
    const [first] = overview as [ProgressOverview]
    const attention = Array.from({ length: 9 }, (_, index) => ({ ...overdue, groupId: `${physics}${index}` }))
    await open([{ ...first, attention }])
    await screen.findByText('Ещё 3 повода')
    expect(screen.getAllByRole('link', { name: /^Артём:/ })).toHaveLength(6)
    await userEvent.click(screen.getByRole('button', { name: 'Показать все' }))
    expect(screen.getAllByRole('link', { name: /^Артём:/ })).toHaveLength(9)
  })

  test('a child without groups and one without lessons have their messages', async () => {
    await open([
      { studentUuid: artem, groups: [], attention: [] },
      { studentUuid: maria, groups: [{ ...group(2), ...sums() }], attention: [] },
    ])
    await screen.findByText('Групп пока нет. Когда начнутся занятия, посещаемость и задания появятся здесь.')
    expect(screen.getByText('Занятий ещё не было.')).toBeDefined()
  })
})
