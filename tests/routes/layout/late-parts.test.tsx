import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

/** Whether chunks other than catalogs and pages fail to load; the loaded notices; what was started at rest. */
const late = vi.hoisted(() => ({ isDown: false, requested: [] as string[], notices: [] as string[] }))
const started = vi.hoisted(() => ({ startConnection: vi.fn(), startOffline: vi.fn(), preloadMenu: vi.fn() }))

vi.mock('#src/app/load-chunk.ts', async (original) => {
  const real = await original<typeof import('#src/app/load-chunk.ts')>()
  return {
    ...real,
    loadChunk: (name: string, load: () => Promise<unknown>) => {
      late.requested.push(name)
      const isLost = late.isDown && /^(at-rest|notifications|names-dialog)$/.test(name)
      return real.loadChunk(name, () => (isLost ? Promise.reject(new TypeError('Failed to fetch')) : load()))
    },
  }
})
vi.mock('#src/actors/connection.actors.ts', () => started)
vi.mock('#src/actors/offline.actors.ts', () => started)
vi.mock('#src/app/menu-preload.ts', () => started)
vi.mock('#src/routes/-layout/notifications.tsx', (original) => {
  late.notices.push('notifications')
  return original()
})

beforeEach(() => {
  late.isDown = false
  late.requested = []
  vi.clearAllMocks()
})

const replies = { 'GET /api/v1/profile': { body: person(['parent']) } }

test('The code of toasts is loaded at rest', async () => {
  const { app } = await visit('/profile', replies)
  await screen.findByRole('heading', { level: 1, name: 'Профиль' })
  expect(late.notices).toEqual([])
  await app.startAtRest()
  expect(late.notices).toEqual(['notifications'])
})

test('A connection that is lost before that is reported at once, until the browser has one again', async () => {
  await visit('/profile', replies)
  await screen.findByRole('heading', { level: 1, name: 'Профиль' })
  const onLine = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onLine.mockRestore())
  act(() => void window.dispatchEvent(new Event('offline')))
  await screen.findByText(/^Нет сети/)
  await userEvent.click(screen.getByRole('button', { name: 'Проверить связь' }))
  expect(screen.getByText(/^Нет сети/)).toBeDefined()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/^Нет сети/)).toBeNull())
})

test.each([
  ['the browser has a connection again', async () => void window.dispatchEvent(new Event('online'))],
  ['a page is opened', (app: Awaited<ReturnType<typeof visit>>['app']) => app.router.navigate({ to: '/events' })],
])('Live updates that did not load start when %s, and only once', async (_when, recover) => {
  const { app } = await visit('/profile', replies)
  await screen.findByRole('heading', { level: 1, name: 'Профиль' })
  late.isDown = true
  const isStarted = app.startAtRest()
  await waitFor(() => expect(late.requested).toContain('at-rest'))
  await act(async () => {})
  late.isDown = false
  await act(() => recover(app))
  await isStarted
  window.dispatchEvent(new Event('online'))
  await act(() => app.router.navigate({ to: '/profile' }))
  for (const start of Object.values(started)) expect(start).toHaveBeenCalledTimes(1)
  expect(late.requested.filter((name) => name === 'at-rest')).toHaveLength(2)
})

test('Toasts whose code has failed to load appear with the next toast', async () => {
  const { app } = await visit('/profile', replies)
  late.isDown = true
  await userEvent.click(await screen.findByRole('button', { name: 'Изменить имя' }))
  await screen.findByRole('button', { name: 'Попробовать снова' })
  late.isDown = false
  act(() => app.notifications.send({ type: 'notification.show', kind: 'profileSaved', tone: 'success' }))
  await screen.findByText('Новые данные уже в вашем профиле.')
  // The toast of the dialog that did not load.
  expect(screen.getByText('Не удалось загрузить')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull()
})
