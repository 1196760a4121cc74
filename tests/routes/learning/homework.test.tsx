import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Homework, HomeworkTask } from '#contract/learning/homework.ts'
import { fixedClock } from '#src/app/clock.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf } from '#tests/support/browser/text.ts'
import { homeworkTaskSample } from '#tests/support/samples/homework-samples.ts'
import { artem, children, maria } from '#tests/support/samples/progress-samples.ts'

/** Friday, 20 November 2026, noon in Moscow. */
const clock = fixedClock(Date.parse('2026-11-20T09:00:00Z'))
const call = 'GET /api/v1/learning/homework/list'

const week: Homework = {
  tasks: [
    homeworkTaskSample({
      studentUuid: maria,
      subject: 'Биология',
      dueAt: '2026-11-17T12:00:00.000Z',
      state: 'overdue',
      acceptedUntil: '2026-11-24T12:00:00.000Z',
    }),
    homeworkTaskSample({ dueAt: '2026-11-18T12:00:00.000Z', state: 'checked', canBeDone: false, score: 7.5, max: 10 }),
    homeworkTaskSample({
      studentUuid: maria,
      subject: 'Химия',
      dueAt: '2026-11-18T12:00:00.000Z',
      state: 'submitted',
      canBeDone: false,
    }),
    homeworkTaskSample({ studentUuid: maria, subject: 'История', dueAt: '2026-11-20T15:00:00.000Z' }),
    homeworkTaskSample({ dueAt: '2026-11-20T16:00:00.000Z', task: 'Задачи 4–9' }),
    homeworkTaskSample({
      dueAt: '2026-11-21T12:00:00.000Z',
      title: 'Работа',
      state: 'ended',
      canBeDone: false,
      url: 'https://lms.example/1',
    }),
  ],
  earlier: [
    homeworkTaskSample({
      title: 'Заряд',
      dueAt: '2026-11-12T12:00:00.000Z',
      state: 'overdue',
      acceptedUntil: '2026-12-03T12:00:00.000Z',
    }),
  ],
}

async function open(
  search = '',
  body: Homework = week,
  role: 'parent' | 'student' = 'parent',
  family: readonly object[] = children,
  more: Parameters<typeof visit>[1] = {},
) {
  vi.stubGlobal('scrollTo', () => undefined)
  const replies = {
    'GET /api/v1/profile': { body: person([role]) },
    'GET /api/v1/profile/children': { body: family },
    [call]: { body },
    ...more,
  }
  const visited = await visit(`/homework${search}`, replies, { clock })
  await screen.findByRole('heading', {
    level: 1,
    name: role === 'parent' ? 'Посещаемость и задания' : 'Домашние задания',
  })
  return visited
}

const sections = () =>
  screen.getAllByRole('heading', { level: 3 }).map((heading) => [
    spacedTextOf(heading),
    ...within(heading.closest('section') as HTMLElement)
      .getAllByRole('link')
      .map(spacedTextOf),
  ])

test('names the child whose lessons are closed to this parent', async () => {
  const [first, closed] = children
  await open('', week, 'parent', [{ ...first }, { ...closed, withheld: ['seesLearning', 'enrols'] }])
  await screen.findByText('Мария: расписание, задания и оценки вам не открыты. Если нужны и они, обратитесь в школу.')
  cleanup()
  await open()
  await screen.findByText('Просрочено: 2')
  expect(screen.queryByText(/вам не открыты/)).toBeNull()
})

test('shows what is left from before, the days from today on by deadline, then the rest of the week', async () => {
  const { callsOf } = await open()
  await screen.findByText('Просрочено: 2')
  expect(sections()).toEqual([
    [
      'Просрочено: 2',
      'Артём: Физика Заряд Срок был 12 нояб., примут до 3 дек. Открыть',
      'Мария: Биология Закон Ома Срок был 17 нояб., примут до 24 нояб. Открыть',
    ],
    [
      'Сегодня, пятница, 20 ноября',
      'Мария: История Закон Ома Нужно сдать до 18:00 Открыть',
      'Артём: Физика Закон Ома · Задачи 4–9 Нужно сдать до 19:00 Открыть',
    ],
    ['Завтра, суббота, 21 ноября', 'Артём: Физика Работа Срок прошёл в 15:00 Открыть'],
    [
      'Раньше на этой неделе',
      'Артём: Физика Закон Ома 7,5 из 10 · срок 18 нояб.',
      'Мария: Химия Закон Ома На проверке · срок 18 нояб.',
    ],
  ])
  expect(callsOf(call).map(({ url }) => url.search)).toEqual(['?date=2026-11-16', '?date=2026-11-23&weeks=6'])
  // The account does not know whether it was handed in.
  expect(screen.getByText('Сдана ли самостоятельная, видно на её странице.')).toBeDefined()
  const { pathname, search } = screen.getByRole<HTMLAnchorElement>('link', { name: /Заряд/ })
  expect(pathname + search).toBe(`/schedule?view=week&date=2026-11-18&item=${homeworkTaskSample().uuid}`)
})

test('shows one child, which the address holds, and keeps it in the other tabs', async () => {
  const { here } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Мария' }))
  await waitFor(() => expect(here()).toBe(`/homework?child=${maria}`))
  expect(sections().map(([title]) => title)).toEqual([
    'Просрочено: 1',
    'Сегодня, пятница, 20 ноября',
    'Раньше на этой неделе',
  ])
  const tabs = screen.getByRole('navigation', { name: 'Посещаемость и задания' })
  expect(
    within(tabs)
      .getAllByRole<HTMLAnchorElement>('link')
      .map(({ pathname, search }) => pathname + search),
  ).toEqual([`/homework?child=${maria}`, `/progress?child=${maria}`, '/learning-progress'])
  await userEvent.click(screen.getByRole('button', { name: 'Все дети' }))
  await waitFor(() => expect(here()).toBe('/homework'))
})

test('leads to the weeks before and after, without what is left from before, and back', async () => {
  const { here, callsOf } = await open(`?child=${artem}`)
  await userEvent.click(await screen.findByRole('link', { name: 'Следующая неделя' }))
  await waitFor(() => expect(here()).toBe(`/homework?child=${artem}&date=2026-11-23`))
  await screen.findByRole('heading', { level: 2, name: /^23.–.29.ноября$/ })
  expect(callsOf(call).at(-1)?.url.search).toBe('?date=2026-11-23')
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Просрочено/ })).toBeNull())
  await userEvent.click(screen.getByRole('link', { name: 'Эта неделя' }))
  await waitFor(() => expect(here()).toBe(`/homework?child=${artem}`))
})

test('a week without homework leads to another one', async () => {
  const { here } = await open('?date=2026-11-03', { tasks: [], earlier: week.earlier })
  await screen.findByText('На этой неделе ничего не задавали')
  await userEvent.click(screen.getByRole('link', { name: 'К этой неделе' }))
  await waitFor(() => expect(here()).toBe('/homework'))
})

test('a student sees the own homework, without names and tabs', async () => {
  await open('', { tasks: week.tasks.slice(4, 5), earlier: [] }, 'student')
  await screen.findByText('Сдать на этой неделе: 1')
  expect(sections()).toEqual([
    ['Сегодня, пятница, 20 ноября', 'Физика Закон Ома · Задачи 4–9 Нужно сдать до 19:00 Открыть'],
  ])
  expect(screen.queryByRole('navigation', { name: 'Посещаемость и задания' })).toBeNull()
})

test('shows the next five tasks after the current week below it', async () => {
  const due = (day: string, part: Partial<HomeworkTask> = {}) =>
    homeworkTaskSample({
      uuid: `55555555-5555-4555-8555-0000${day.replaceAll('-', '')}`,
      dueAt: `${day}T12:00:00.000Z`,
      ...part,
    })
  const later = ['2026-11-24', '2026-11-26', '2026-12-01', '2026-12-08', '2026-12-13', '2026-12-15'].map((day) =>
    due(day),
  )
  const done = due('2026-11-23', { state: 'submitted', canBeDone: false })
  const own = { tasks: week.tasks.slice(4, 5), earlier: [] }
  const { here } = await open('', own, 'student', children, {
    [call]: ({ url }: Request) => ({
      body: new URL(url).searchParams.has('weeks') ? { tasks: [done, ...later], earlier: own.tasks } : own,
    }),
  })
  await screen.findByRole('heading', { level: 3, name: 'Позже' })
  const [, [, ...rows] = []] = sections()
  expect(rows.map((row) => row.replace(/^.+ до /, ''))).toEqual([
    '24 нояб. Открыть',
    '26 нояб. Открыть',
    '1 дек. Открыть',
    '8 дек. Открыть',
    '13 дек. Открыть',
  ])
  await userEvent.click(screen.getByRole('link', { name: 'Следующая неделя' }))
  await waitFor(() => expect(here()).toBe('/homework?date=2026-11-23'))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Позже' })).toBeNull())
})

test('says when nothing is left to do in the current week, and leads to the next one', async () => {
  const dueAt = '2026-11-20T12:00:00.000Z'
  const checked = homeworkTaskSample({ dueAt, state: 'checked', canBeDone: false, score: 7, max: 10 })
  const { here } = await open('', { tasks: [checked], earlier: [] }, 'student')
  await screen.findByText('До 22 ноября сдавать больше нечего.')
  expect(sections()).toEqual([['Сегодня, пятница, 20 ноября', 'Физика Закон Ома 7 из 10']])
  await userEvent.click(screen.getAllByRole('link', { name: 'Следующая неделя' }).at(-1) as HTMLElement)
  await waitFor(() => expect(here()).toBe('/homework?date=2026-11-23'))
  await waitFor(() => expect(screen.queryByText(/сдавать больше нечего/)).toBeNull())
})
