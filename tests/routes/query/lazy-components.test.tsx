import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { config, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { contract } from '#tests/support/samples/contract-samples.ts'

/** Whether chunks other than catalogs fail to load or to run, and the requested dialogs and lists. */
const network = vi.hoisted(() => ({ isDown: false, isBroken: false, requested: [] as string[] }))

vi.mock('#src/app/load-chunk.ts', async (original) => {
  const real = await original<typeof import('#src/app/load-chunk.ts')>()
  return {
    ...real,
    loadChunk: (name: string, load: () => Promise<unknown>) => {
      if (/-(dialog|list)$/.test(name)) network.requested.push(name)
      const fault = network.isBroken ? new real.BrokenChunkError() : new TypeError('Failed to fetch')
      const isLost = (network.isDown || network.isBroken) && /-(dialog|list)$|^menu$/.test(name)
      return real.loadChunk(name, () => (isLost ? Promise.reject(fault) : load()))
    },
  }
})

beforeEach(() => {
  network.isDown = false
  network.isBroken = false
  network.requested = []
})

const yandex = {
  id: 'b0000000-0000-4000-8000-000000000001',
  provider: 'yandex',
  login: 'olga.sokolova',
  linkedAt: '2026-10-01T09:00:00Z',
}

const replies: Record<string, Reply> = {
  'GET /api/v1/system/config': { body: { ...config, ACCOUNT: { LINK_PROVIDERS: ['yandex'] } } },
  'GET /api/v1/profile': { body: person(['parent']) },
  'GET /api/v1/profile/account/list': { body: [yandex] },
  'POST /api/v1/profile/two-factor/send': { body: { noResendExpiresIn: 60, channel: 'email', target: 'm***@x.org' } },
}

// First, because a component that has loaded once stays loaded.
describe('Code that arrived but does not run offers a reload, because another try cannot succeed', () => {
  test.each(['Изменить имя', 'Меню пользователя'])('behind the button «%s»', async (name) => {
    await visit('/profile', replies)
    network.isBroken = true
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(name) }))
    await screen.findByText('Обновите страницу. Если ошибка повторится, напишите в поддержку.')
    expect(screen.getByRole('button', { name: 'Обновить страницу' })).toBeTruthy()
    expect(screen.queryByText(/попробуйте ещё раз/)).toBeNull()
  })

  test('in a part of a page', async () => {
    const contracts = Array.from({ length: 60 }, () => contract())
    network.isBroken = true
    await visit('/contracts-and-payments', { ...replies, 'GET /api/v1/profile/contract/list': { body: contracts } })
    expect(await screen.findByRole('button', { name: 'Обновить страницу' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull()
  })
})

describe('A dialog whose code fails to load', () => {
  test.each([
    ['names-dialog', '', 'Изменить имя', 'Имя и фамилия'],
    ['avatar-dialog', '', 'Добавить фото', 'Ваше фото'],
    ['password-dialog', '?section=security', 'Сменить пароль', 'Смена пароля'],
    ['unlink-dialog', '?section=accounts', 'Отвязать Яндекс', 'Отвязать Яндекс?'],
    ['verification-dialog', '', 'Изменить электронную почту', 'Смена электронной почты'],
    ['two-factor-dialog', '?section=security', 'Подтвердить, что это я', 'Подтвердите, что это вы'],
  ])('%s keeps the page, shows an error, and opens at the next click', async (chunk, section, button, dialog) => {
    const address = `/profile${section}`
    const { here } = await visit(address, replies)
    const opener = await screen.findByRole('button', { name: button })
    network.isDown = true
    // A keyboard gives no earlier sign than the focus.
    opener.focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByText('Не удалось загрузить')
    await waitFor(() => expect(screen.queryByText('Загружаем…')).toBeNull())
    expect([screen.queryByRole('dialog'), here(), document.activeElement]).toEqual([null, address, opener])
    expect(network.requested.every((name) => name === chunk)).toBe(true)
    expect(network.requested.length).toBeLessThanOrEqual(2)

    network.isDown = false
    await userEvent.click(opener)
    await screen.findByRole('dialog', { name: dialog })
  })
})

test('A lazy part of a page shows its load error in place, and every retry fetches it again', async () => {
  const contracts = Array.from({ length: 60 }, () => contract())
  network.isDown = true
  await visit('/contracts-and-payments', { ...replies, 'GET /api/v1/profile/contract/list': { body: contracts } })
  for (const tries of [1, 2, 3]) {
    const retry = await screen.findByRole('button', { name: 'Попробовать снова' })
    expect(screen.getByText('Не удалось загрузить')).toBeTruthy()
    expect(network.requested).toEqual(Array(tries).fill('long-contract-list'))
    await userEvent.click(retry)
    await waitFor(() => expect(network.requested).toHaveLength(tries + 1))
  }
  expect(screen.getByRole('heading', { level: 1, name: 'Договоры и оплата' })).toBeTruthy()
})

test('A dialog whose code is loaded does not hold up the answer to the press that opens it', async () => {
  await visit('/profile', replies)
  const opener = await screen.findByRole('button', { name: 'Помощь' })
  await userEvent.click(opener)
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Not userEvent: its `act` would also render what React may interrupt.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  try {
    opener.click()
    // React renders urgent updates of a press in a microtask.
    await Promise.resolve()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy())
  } finally {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  }
})
