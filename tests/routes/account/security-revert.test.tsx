import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { SecurityRevert } from '#src/api/security-revert.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const secret = 'A'.repeat(43)
const look = `GET /api/v1/auth/not-me/${secret}`
const press = `POST /api/v1/auth/not-me/${secret}`
const at = '2026-11-20T09:05:00Z'

const open: SecurityRevert = {
  state: 'open',
  change: { kind: 'account-linked', at, subject: 'yandex' },
  reverted: [],
  signInMethods: null,
}
const done: SecurityRevert = {
  ...open,
  state: 'done',
  reverted: [
    { kind: 'account-unlinked', at, subject: 'vk', isLost: true },
    { kind: 'password-changed', at, subject: null, isLost: false },
    { kind: 'account-linked', at, subject: 'yandex', isLost: false },
  ],
  signInMethods: { hasPassword: false, accounts: ['vk'] },
}

const visitLink = (replies: Record<string, Reply | (() => Reply)>) => visit(`/not-me/${secret}`, replies)
const button = () => screen.findByRole('button', { name: 'Это не я: защитить кабинет' })
const items = () => screen.getAllByRole('listitem').map(textOf)

describe('The link of a security email', () => {
  test('shows the change, and reverts nothing before the button is pressed', async () => {
    const { callsOf } = await visitLink({ [look]: { body: open } })
    await screen.findByText('К кабинету привязан аккаунт Яндекс')
    await screen.findByText('20 ноября в 12:05')
    await button()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Это были не вы?')
    expect(callsOf(press)).toEqual([])
  })

  test('shows what was done and the next steps, and focuses the heading', async () => {
    const { callsOf } = await visitLink({ [look]: { body: open }, [press]: { body: done } })
    await userEvent.click(await button())
    const heading = await screen.findByRole('heading', { level: 1, name: 'Кабинет защищён' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(items()).toEqual([
      'Все сеансы кабинета завершены на всех устройствах',
      'Аккаунт VK ID вернуть не удалось: его уже привязали к другому кабинету',
      'Пароль больше не действует: ни новый, ни прежний',
      'Аккаунт Яндекс отвязан: через него больше не войти',
      'Войдите в кабинет через VK ID',
      'Задайте в профиле новый пароль, если он вам нужен',
      'Проверьте в профиле почту, телефон и привязанные аккаунты',
      'Смените и пароль почты, если туда мог войти кто-то ещё',
    ])
    expect([callsOf(look), callsOf(press)].map((calls) => calls.length)).toEqual([1, 1])
  })

  test('that fails shows an error and can be retried', async () => {
    const replies: Reply[] = [{ problem: 'provider-unreachable', status: 502 }]
    const { here } = await visitLink({ [look]: { body: open }, [press]: () => replies.shift() ?? { body: done } })
    await userEvent.click(await button())
    await screen.findByText('Пока ничего не изменилось')
    expect(here()).toBe(`/not-me/${secret}`)
    await userEvent.click(await button())
    await screen.findByRole('heading', { name: 'Кабинет защищён' })
  })

  test.each<[string, Reply, string, string]>([
    ['used before', { body: { ...done, signInMethods: null } }, 'Кабинет защищён', 'Войти'],
    ['too old', { body: { ...open, state: 'expired' } }, 'Ссылка больше не действует', 'Открыть профиль'],
    ['unknown', { problem: 'not-found', status: 404 }, 'Такой ссылки нет', 'Открыть профиль'],
  ])('that is %s shows a message with a link', async (_how, reply, heading, way) => {
    await visitLink({ [look]: reply })
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe('/profile')
    expect(screen.queryByRole('button', { name: /Это не я/ })).toBeNull()
  })

  test('shows the contacts of the support if no way to sign in is left', async () => {
    await visitLink({ [look]: { body: { ...done, signInMethods: { hasPassword: false, accounts: [] } } } })
    await screen.findByText(/Пароль нужно восстановить/)
  })
})

describe('A sign-out link that did not sign out', () => {
  test('shows a signed-out user that they are signed out', async () => {
    const { callsOf } = await visit('/logout?from=/auth/sign-out')
    await screen.findByRole('heading', { name: 'Вы вышли из личного кабинета' })
    expect(callsOf('GET /api/v1/auth/logout-link')).toEqual([])
  })

  test('shows that the user is still signed in, with another sign-out', async () => {
    const { callsOf, left } = await visit('/logout?from=/auth/sign-out', {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/auth/logout-link': { body: { url: 'https://account.example/auth/sign-out/x' } },
    })
    await screen.findByRole('heading', { name: 'Вы ещё не вышли' })
    expect(callsOf('GET /api/v1/auth/logout-link')).toEqual([])
    await userEvent.click(screen.getByRole('link', { name: 'Выйти' }))
    await waitFor(() => expect(left).toEqual(['https://account.example/auth/sign-out/x']))
  })
})
