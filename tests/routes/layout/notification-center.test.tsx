import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fixedClock } from '#src/app/clock.ts'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const clock = fixedClock(Date.parse('2026-11-20T09:00:00Z'))
const unread = 'GET /api/v1/profile/notification/unread'
const list = 'GET /api/v1/profile/notification/list'
const read = 'POST /api/v1/profile/notification/read'

const moved = {
  id: '22222222-2222-4222-8222-222222222222',
  category: 'lessons',
  at: '2026-11-20T08:30:00.000Z',
  isRead: false,
  title: 'Артём: перенесено занятий — 7',
  lines: ['Физика: Было 24 ноября в 13:00, стало 25 ноября в 13:00.', 'Алгебра: время прежнее. Место: 12.'],
  count: 7,
  path: '/events?filter[category]=1',
  action: null,
}
const paid = {
  ...moved,
  id: '33333333-3333-4333-8333-333333333333',
  category: 'payments',
  at: '2026-11-19T08:00:00.000Z',
  isRead: true,
  title: 'Поступил платёж 5 000 ₽',
  lines: ['Договор оплачен полностью.'],
  count: 1,
}
const pageOf = (items: object[]) => ({ body: { items, total: items.length, page: 1, pageSize: 30 } })

async function open(replies = {}, rest = {}, now = clock) {
  vi.stubGlobal('scrollTo', () => undefined)
  const visited = await visit(
    '/profile',
    {
      'GET /api/v1/profile': { body: person(['parent'], rest) },
      [unread]: { body: { count: 1 } },
      [list]: pageOf([moved, paid]),
      [read]: { body: null, status: 204 },
      ...replies,
    },
    { clock: now },
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Уведомления/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Уведомления' })
  return { ...visited, dialog: within(dialog) }
}

test('the bell says how many notifications are unread, and nothing without any', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const { server, app } = await visit(
    '/events',
    { 'GET /api/v1/profile': { body: person(['parent']) }, [unread]: { body: { count: 3 } } },
    { clock },
  )
  await screen.findByRole('button', { name: 'Уведомления, 3 непрочитанных' })
  server[unread] = { body: { count: 0 } }
  await app.queryClient.invalidateQueries()
  await screen.findByRole('button', { name: 'Уведомления' })
})

test('a visitor has no bell', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const { callsOf } = await visit('/events', {}, { clock })
  await screen.findByRole('button', { name: 'Войти' })
  expect(screen.queryByRole('button', { name: /^Уведомления/ })).toBeNull()
  expect(callsOf(unread)).toEqual([])
})

test('unread notifications come first, by day, with the rest of a long change as a number', async () => {
  const { dialog } = await open()
  const parts = within(await dialog.findByRole('region', { name: 'Непрочитанные: 1' }))
  const today = within(parts.getByRole('region', { name: 'Сегодня' })).getByRole('link')
  expect(today.textContent).toContain('Непрочитанное: Артём: перенесено занятий — 7')
  expect(today.textContent).toContain('И ещё 5')
  const read = within(dialog.getByRole('region', { name: 'Прочитанные' }))
  const yesterday = within(read.getByRole('region', { name: 'Вчера' })).getByRole('link')
  expect(yesterday.textContent).not.toContain('Непрочитанное')
})

test('sign-ins from new devices are one row, which says what it is for and leads to the devices', async () => {
  const lines = ['20 ноября в 11:40, Chrome, Windows', '20 ноября в 11:02, Safari, macOS']
  const action = 'Это не я'
  const signedIn = { ...paid, title: 'Вход с нового устройства, 2 раза', lines, count: 2, action }
  const { dialog, here } = await open({ [list]: pageOf([{ ...signedIn, path: '/profile?section=devices' }]) })
  const row = await dialog.findByRole('link', { name: /^Вход с нового устройства, 2 раза.*Chrome.*Это не я/ })
  await userEvent.click(row)
  await waitFor(() => expect(here()).toBe('/profile?section=devices'))
})

test('yesterday is the day before, also when it had 23 hours', async () => {
  const halfPastMidnight = fixedClock(Date.parse('2026-03-29T22:30:00Z'))
  const items = ['2026-03-29T10:00:00.000Z', '2026-03-28T22:30:00.000Z'].map((at, id) => ({ ...paid, id: `${id}`, at }))
  const berlin = {
    'GET /api/v1/system/config': { body: { ...config, SYSTEM: { ...config.SYSTEM, TIME_ZONE: 'Europe/Berlin' } } },
  }
  const { dialog } = await open({ ...berlin, [list]: pageOf(items) }, {}, halfPastMidnight)
  await dialog.findByRole('link', { name: /12:00/ })
  expect(dialog.getAllByRole('heading', { level: 3 }).map(textOf)).toEqual(['Вчера', '28 марта 2026 г.'])
})

test('one that could not be marked stays unread, which is said, and can be opened again', async () => {
  const { dialog, callsOf, server, here } = await open({ [read]: { problem: 'internal-error', status: 500 } })
  await userEvent.click(await dialog.findByRole('link', { name: /перенесено занятий/ }))
  await screen.findByText('Уведомление осталось непрочитанным')
  expect(here()).toContain('/events')
  expect(callsOf(read)).toHaveLength(1)

  // The list is as the server has it.
  await userEvent.click(await screen.findByRole('button', { name: 'Уведомления, 1 непрочитанное' }))
  const again = await screen.findByRole('link', { name: /перенесено занятий/ })
  expect(again.textContent).toContain('Непрочитанное')
  server[read] = { body: null, status: 204 }
  server[unread] = { body: { count: 0 } }
  await userEvent.click(again)
  await screen.findByRole('button', { name: 'Уведомления' })
  expect(callsOf(read).map(({ body }) => body)).toEqual([moved, moved].map(({ id }) => JSON.stringify({ id })))
})

test('all that are shown are marked as read at once', async () => {
  const { dialog, callsOf, server } = await open()
  const all = await dialog.findByRole('button', { name: 'Отметить все прочитанными' })
  await dialog.findByRole('region', { name: 'Сегодня' })
  server[unread] = { body: { count: 0 } }
  await userEvent.click(all)
  await waitFor(() => expect(all.isConnected).toBe(false))
  expect(textOf(dialog.getByRole('status'))).toBe('0 непрочитанных')
  expect(document.activeElement).toBe(screen.getByRole('dialog'))
  expect(callsOf(read).at(-1)?.body).toBe(JSON.stringify({ until: moved.at }))
})

test('an impersonating administrator marks nothing as read, and sees why', async () => {
  const { dialog } = await open({}, { isLoggedAs: true })
  const all = await dialog.findByRole('button', { name: 'Отметить все прочитанными' })
  expect(all).toHaveProperty('disabled', true)
  dialog.getByText(/это может менять только сам пользователь/)
})

test('a category is asked for, and an empty one says so', async () => {
  const { dialog, callsOf, server } = await open()
  await dialog.findByRole('region', { name: 'Сегодня' })
  server[list] = pageOf([])
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Какие уведомления показать' }), 'Оценки')
  await dialog.findByText('Здесь ничего нет')
  expect(callsOf(list).at(-1)?.url.searchParams.get('category')).toBe('marks')
})

test('a failed list keeps the page and offers another try', async () => {
  const { dialog, server, here } = await open({ [list]: { problem: 'internal-error', status: 500 } })
  const again = await dialog.findByRole('button', { name: 'Попробовать снова' })
  server[list] = pageOf([moved])
  await userEvent.click(again)
  await dialog.findByRole('link', { name: /перенесено занятий/ })
  expect(here()).toBe('/profile')
})
