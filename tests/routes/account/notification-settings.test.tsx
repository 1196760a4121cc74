import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fixedClock } from '#src/app/clock.ts'
import { notificationSettings, person, visit } from '#tests/support/browser/browser-app.tsx'

const clock = fixedClock(Date.parse('2026-11-20T09:00:00Z'))
const settings = 'GET /api/v1/profile/notification/settings'
const change = 'PATCH /api/v1/profile/notification/settings'

async function openSettings(replies = {}, rest = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  const visited = await visit(
    '/profile?section=notifications',
    { 'GET /api/v1/profile': { body: person(['parent'], rest) }, [change]: { body: notificationSettings }, ...replies },
    { clock },
  )
  const section = within(await screen.findByRole('region', { name: 'Уведомления' }))
  const changes = () => visited.callsOf(change).map(({ body }) => JSON.parse(body ?? '') as object)
  return { ...visited, section, changes }
}

test('a press saves its row, and is shown before the answer', async () => {
  let answer: (reply: { body: object }) => void = () => undefined
  const { section, changes, server } = await openSettings({
    [change]: () => new Promise<{ body: object }>((resolve) => (answer = resolve)),
  })
  const box = section.getByRole('checkbox', { name: 'Мероприятия: Почта' })
  expect(box).toHaveProperty('checked', false)
  await userEvent.click(box)
  expect(box).toHaveProperty('checked', true)
  const row = { category: 'events', app: true, email: true, sms: false, push: false }
  await waitFor(() => expect(changes()).toEqual([{ channels: [row] }]))
  const channels = notificationSettings.channels.map((own) => (own.category === 'events' ? row : own))
  server[settings] = { body: { ...notificationSettings, channels } }
  answer({ body: { ...notificationSettings, channels } })
  await section.findByText('Сохранено')
  expect(box).toHaveProperty('checked', true)
})

test('what was not saved is shown as it was, with the reason', async () => {
  const { section } = await openSettings({ [change]: { problem: 'internal-error', status: 500 } })
  const box = section.getByRole('checkbox', { name: 'Занятия: СМС' })
  await userEvent.click(box)
  await section.findByRole('alert')
  expect(box).toHaveProperty('checked', false)
})

test('one of several children has channels of its own, until they are given up', async () => {
  const children = [
    { id: crypto.randomUUID(), firstName: 'Анна', channels: [] },
    { id: crypto.randomUUID(), firstName: 'Пётр', channels: [] },
  ]
  const { section, changes, server } = await openSettings({
    [settings]: { body: { ...notificationSettings, children } },
    [change]: { body: { ...notificationSettings, children } },
  })
  const who = section.getByRole('combobox', { name: 'О ком' })
  await userEvent.selectOptions(who, 'Анна')
  expect(section.queryByRole('checkbox', { name: 'Платежи: Почта' })).toBeNull()
  const row = { category: 'marks', app: true, email: false, sms: false, push: true }
  const own = [{ ...children[0], channels: [row] }, children[1]]
  server[settings] = server[change] = { body: { ...notificationSettings, children: own } }
  await userEvent.click(section.getByRole('checkbox', { name: 'Оценки: Почта' }))
  await waitFor(() => expect(changes()).toEqual([{ children: [{ id: children[0]?.id, channels: [row] }] }]))
  await section.findByRole('option', { name: 'Анна: свои настройки' })
  expect(section.getByRole('checkbox', { name: 'Оценки: Почта' })).toHaveProperty('checked', false)

  server[settings] = server[change] = { body: { ...notificationSettings, children } }
  await userEvent.click(section.getByRole('button', { name: 'Как для всех детей' }))
  await waitFor(() => expect(changes()[1]).toEqual({ children: [{ id: children[0]?.id, channels: [] }] }))
  await section.findByRole('option', { name: 'Анна' })
  expect(section.getByRole('checkbox', { name: 'Оценки: Почта' })).toHaveProperty('checked', true)
})

test('the column of push says that this browser forbids it, until it is allowed', async () => {
  const browser = { permission: 'denied' }
  vi.stubGlobal('Notification', browser)
  const { section } = await openSettings()
  section.getByRole('columnheader', { name: 'Пуш запрещён' })
  section.getByText(/^Пуш в этом браузере запрещён/)
  browser.permission = 'granted'
  document.dispatchEvent(new Event('visibilitychange'))
  await section.findByRole('columnheader', { name: 'Пуш' })
  expect(section.queryByText(/^Пуш в этом браузере запрещён/)).toBeNull()
})

test('security is not offered: it always comes', async () => {
  const { section } = await openSettings()
  section.getByText(/^Сообщения о безопасности приходят всегда/)
  expect(section.queryAllByRole('checkbox', { name: /^Безопасность: / })).toEqual([])
})

test('the digest, the quiet hours and the pause are chosen', async () => {
  const { section, changes, server } = await openSettings()
  section.getByText(/^Раз в день, в \d\d:00, срочное — сразу · тихо с/)
  await userEvent.selectOptions(section.getByRole('combobox', { name: 'Каждый день в' }), '07:00')
  await userEvent.click(section.getByRole('checkbox', { name: 'Тихие часы' }))
  await waitFor(() => expect(changes()).toEqual([{ digestHour: 7 }, { quietHours: null }]))
  const paused = { ...notificationSettings, pausedUntil: '2026-12-01' }
  server[change] = { body: paused }
  server[settings] = { body: paused }
  const pause = section.getByLabelText('Приостановить до')
  await userEvent.type(pause, '2026-12-01')
  await section.findByText('Письма, СМС и пуш-уведомления не приходят до 1 декабря.')
  expect(document.activeElement).toBe(pause)
  await userEvent.click(section.getByRole('button', { name: 'Включить снова' }))
  expect(pause).toHaveProperty('value', '')
  expect(document.activeElement).toSatisfy((focused) => focused !== document.body && focused.contains(pause))
  await waitFor(() => expect(changes().slice(2)).toEqual([{ pausedUntil: '2026-12-01' }, { pausedUntil: null }]))
})

test('a pause that is over before it begins is not saved', async () => {
  const { section, changes } = await openSettings()
  await userEvent.type(section.getByLabelText('Приостановить до'), '2026-11-20')
  await userEvent.click(section.getByRole('checkbox', { name: 'Тихие часы' }))
  await waitFor(() => expect(changes()).toEqual([{ quietHours: null }]))
})

test('an administrator who looks as the user changes nothing', async () => {
  const impersonation = { by: 'Анна Белова', until: '2026-11-20T09:30:00.000Z' }
  const { section } = await openSettings({}, { isLoggedAs: true, impersonation })
  for (const box of section.getAllByRole('checkbox')) expect(box).toHaveProperty('disabled', true)
  expect(await section.findAllByText(/это может менять только сам пользователь/)).toHaveLength(2)
})
