import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { config, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const list = 'GET /api/v1/profile/account/list'
const begin = 'GET /api/v1/profile/account/iam-oauth-url/vk'
const account = {
  id: 'b0000000-0000-4000-8000-000000000001',
  provider: 'yandex',
  login: 'olga.sokolova',
  linkedAt: '2026-10-01T09:00:00Z',
}
const unlink = `DELETE /api/v1/profile/account/${account.id}`

const withProviders = { ...config, ACCOUNT: { LINK_PROVIDERS: ['yandex', 'vk'] } }

const open = (
  replies: Record<string, Reply | (() => Reply | Promise<Reply>)> = {},
  { search = '', user = person(['student']) } = {},
) =>
  visit(`/profile?section=accounts${search}`, {
    'GET /api/v1/system/config': { body: withProviders },
    'GET /api/v1/profile': { body: user },
    [list]: { body: [account] },
    ...replies,
  })

const card = async () =>
  (await screen.findByRole('heading', { name: 'Вход через другие сервисы' })).closest('section') as HTMLElement

describe('The linked accounts', () => {
  test('have name, login and day, next to the providers without an account', async () => {
    await open()
    await screen.findByText('olga.sokolova')
    const rows = within(await card()).getAllByRole('listitem')
    expect(rows.map(textOf)).toEqual([
      expect.stringMatching(/Яндекс.*olga\.sokolova, с 1 октября 2026 г\..*Отвязать/),
      expect.stringMatching(/VK ID.*не привязан.*Привязать/),
    ])
  })

  test('have the names of their providers in the language of the page', async () => {
    const { app } = await open()
    await screen.findByRole('button', { name: 'Отвязать Яндекс' })
    await app.router.navigate({ to: '/profile', search: { section: 'appearance' } })
    await userEvent.click(await screen.findByRole('radio', { name: 'English' }))
    await waitFor(() => expect(app.i18n.locale).toBe('en'))
    await app.router.navigate({ to: '/profile', search: { section: 'accounts' } })
    await screen.findByRole('button', { name: 'Unlink Yandex' })
  })

  test('are linked at the provider: the button opens the URL of the server', async () => {
    const { left } = await open({ [begin]: { body: { url: 'https://vk.example/auth?state=1' } } })
    await userEvent.click(await screen.findByRole('button', { name: 'Привязать VK ID' }))
    await waitFor(() => expect(left).toEqual(['https://vk.example/auth?state=1']))
  })

  test('are not linked when the page was left meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const { app, left, here } = await open({ [begin]: () => promise })
    await userEvent.click(await screen.findByRole('button', { name: 'Привязать VK ID' }))
    await app.router.navigate({ to: '/events' })
    resolve({ body: { url: 'https://vk.example/auth?state=1' } })
    await waitFor(() => expect(app.queryClient.isMutating()).toBe(0))
    expect([left, here()]).toEqual([[], '/events'])
  })

  test('show beside the provider that it cannot be reached', async () => {
    const { left } = await open({ [begin]: { problem: 'provider-unreachable', status: 502 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Привязать VK ID' }))
    const refusal = await within(await card()).findByRole('alert')
    await waitFor(() => expect(textOf(refusal)).toContain('не отвечает'))
    expect(left).toEqual([])
  })
})

describe('Unlinking', () => {
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Отвязать Яндекс' }))
    return within(await screen.findByRole('dialog'))
  }

  test('asks for a confirmation, removes the account and shows a toast', async () => {
    const { server, callsOf } = await open({ [unlink]: { body: undefined, status: 204 } })
    const dialog = await ask()
    expect(callsOf(unlink)).toEqual([])
    server[list] = { body: [] }
    await userEvent.click(dialog.getByRole('button', { name: 'Отвязать' }))
    await screen.findByText('Аккаунт отвязан')
    await screen.findByRole('button', { name: 'Привязать Яндекс' })
    expect(callsOf(unlink)).toHaveLength(1)
    // Its button has gone with it.
    expect(document.activeElement).toBe(within(await card()).getByRole('list'))
  })

  test('removes the message that it was linked, also from the address', async () => {
    const { here, server } = await open({ [unlink]: { body: undefined, status: 204 } }, { search: '&linked=yandex' })
    await screen.findByText('Яндекс: аккаунт привязан')
    const dialog = await ask()
    server[list] = { body: [] }
    await userEvent.click(dialog.getByRole('button', { name: 'Отвязать' }))
    await screen.findByText('Аккаунт отвязан')
    expect([screen.queryByText('Яндекс: аккаунт привязан'), here()]).toEqual([null, '/profile?section=accounts'])
  })

  test('of the last way to sign in is refused without a call', async () => {
    const { callsOf } = await open({}, { user: person(['student'], { hasPassword: false }) })
    const dialog = await ask()
    expect(textOf(dialog.getByRole('alert'))).toMatch(/единственный способ входа.*задайте пароль/)
    expect([dialog.queryByRole('button', { name: 'Отвязать' }), callsOf(unlink)]).toEqual([null, []])
  })
})

describe('Back from the provider', () => {
  test.each([
    ['&linked=vk', /VK ID: аккаунт привязан/],
    ['&linkError=taken', /уже привязан к другому кабинету.*отвяжите аккаунт там.*сообщите в школу/],
    ['&linkError=cancelled', /Вы вернулись, не привязав аккаунт/],
    ['&linkError=expired', /Аккаунт не привязан.*десяти минут/],
    ['&linkError=refused', /Аккаунт не привязан.*не подтвердил/],
    ['&linkError=unreachable', /Аккаунт не привязан.*не отвечает/],
  ])('%s shows a message', async (search, text) => {
    await open({}, { search })
    const close = await screen.findByRole('button', { name: 'Понятно' })
    expect(textOf(close.closest('[role=status]') as HTMLElement)).toMatch(text)
  })

  test('the message can be closed, which clears the address', async () => {
    const { here } = await open({}, { search: '&linkError=taken' })
    await userEvent.click(await screen.findByRole('button', { name: 'Понятно' }))
    await waitFor(() => expect(here()).toBe('/profile?section=accounts'))
    expect(screen.queryByText(/уже привязан/)).toBeNull()
  })
})
