import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fixedClock } from '#src/app/clock.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const menu = {
  items: [
    { key: 'events', title: 'Мероприятия', route: 'events', url: null, icon: 'events' },
    { key: 'schedule', title: 'Расписание', route: 'schedule', url: null, icon: 'calendar' },
    { key: 'grade-book', title: 'Журнал оценок', route: 'grade-book', url: null, icon: 'grade-book' },
  ],
}
const unseenCounts = [
  { section: 'schedule', count: 3 },
  { section: 'grade-book', count: 0 },
]
const clock = fixedClock(Date.parse('2026-11-20T09:00:00Z'))

function visitAs(roles: Parameters<typeof person>[0], address: string, rest = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  return visit(
    address,
    {
      'GET /api/v1/profile': { body: person(roles, rest) },
      'GET /api/v1/system/menu': { body: menu },
      'GET /api/v1/learning/unseen': { body: unseenCounts },
    },
    { clock },
  )
}

const item = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Меню' })).findByRole('link', { name })

test('the menu shows and announces the number of new items', async () => {
  const { app } = await visitAs(['parent'], '/events')
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  const schedule = await item('Расписание')
  expect([schedule.textContent, schedule.getAttribute('aria-description')]).toEqual(['Расписание3', '3 новых'])
  const book = await item('Журнал оценок')
  expect([book.textContent, book.getAttribute('aria-description')]).toEqual(['Журнал оценок', null])
  screen.getByRole('button', { name: 'Открыть меню, есть новое' })
})

test('no item of the menu is current on the news of the school, which has none', async () => {
  const { app } = await visitAs(['parent'], '/events')
  await waitFor(async () => expect((await item('Мероприятия')).getAttribute('aria-current')).toBe('page'))
  await app.router.navigate({ to: '/news' })
  await waitFor(async () => expect((await item('Мероприятия')).getAttribute('aria-current')).toBeNull())
})

test('the messages of an administrator lead to the queue and are current there', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const { here } = await visit('/adm-panel/', {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/system/menu': {
      body: {
        items: [{ key: 'admin', title: 'Панель администратора', route: 'admin', url: null, icon: 'settings' }],
      },
    },
    'GET /api/v1/learning/unseen': { body: [{ section: 'messages', count: 2 }] },
    'GET /api/v1/admin/ticket/queue': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
    'GET /api/v1/admin/ticket/response-time/list': { body: [] },
  })
  await waitFor(async () =>
    expect((await item('Сообщения')).getAttribute('aria-description')).toBe('ждут вашего ответа: 2'),
  )
  const current = async (name: string) => (await item(name)).getAttribute('aria-current')
  expect([await current('Обзор'), await current('Сообщения')]).toEqual(['page', null])
  await userEvent.click(await item('Сообщения'))
  await waitFor(async () => expect(await current('Обзор')).toBeNull())
  expect([here(), await current('Сообщения')]).toEqual(['/adm-panel/?tab=tickets', 'page'])
})

test('a user without a role does not load the unseen counts', async () => {
  const { app, callsOf } = await visitAs([], '/events')
  await item('Расписание')
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  expect(callsOf('GET /api/v1/learning/unseen')).toEqual([])
})

test('a failed count leaves the menu unchanged', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const { here } = await visit('/events', {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/system/menu': { body: menu },
    'GET /api/v1/learning/unseen': { problem: 'internal-error', status: 500 },
  })
  expect((await item('Расписание')).textContent).toBe('Расписание')
  screen.getByRole('button', { name: 'Открыть меню' })
  expect(here()).toBe('/events')
})

test('another role group has its own unseen items', async () => {
  const { app, callsOf, server } = await visitAs(['parent', 'student'], '/events')
  expect((await item('Расписание')).textContent).toBe('Расписание3')
  server['GET /api/v1/learning/unseen'] = { body: [{ section: 'schedule', count: 1 }] }
  app.session.send({ type: 'roleGroup.select', group: 'student' })
  await waitFor(() => expect(callsOf('GET /api/v1/learning/unseen').length).toBe(2))
  await waitFor(async () => expect((await item('Расписание')).getAttribute('aria-description')).toBe('1 новое'))
})
