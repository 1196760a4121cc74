import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { shownSignInFailures } from '#contract/auth/sign-in-failures.ts'
import type { Config } from '#contract/system.ts'
import { signInFailureMessages } from '#src/routes/-500/sign-in-failure-messages.ts'
import { config, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

const requestId = '0b5d1c4e-7a55-4c55-9d07-1f3c9d1f2a11'
const callback = '/auth/oauth-result?code=the-code&state=the-state'
const schoolOf = (contacts: Partial<Config['SYSTEM']>) => ({
  'GET /api/v1/system/config': { body: { ...config, SYSTEM: { ...config.SYSTEM, ...contacts } } },
})

describe('A failed sign-in', () => {
  test.each<[string, Reply, string, string]>([
    [
      'of another browser',
      { problem: 'sign-in-attempt-refused', status: 409, reason: 'other-browser', requestId },
      `&reason=other-browser&request=${requestId}`,
      'Этот вход начали в другом браузере.',
    ],
    [
      'at a provider that is down',
      { problem: 'provider-unreachable', status: 502, reason: 'provider-unreachable', requestId },
      `&reason=provider-unreachable&request=${requestId}`,
      'Сервис входа не отвечает.',
    ],
    [
      'over the limit',
      { problem: 'too-many-requests', status: 429, requestId },
      `&reason=too-many-requests&request=${requestId}`,
      'Слишком много попыток входа.',
    ],
    ['without a connection', 'offline', '&reason=offline', 'Нет связи с сайтом.'],
    [
      'by a fault of the server',
      { problem: 'internal-error', status: 500, requestId },
      `&request=${requestId}`,
      'Войти не получилось.',
    ],
  ])('%s leads to the 500 page with its reason', async (_, reply, search, text) => {
    const { here } = await visit(callback, { 'POST /api/v1/auth/oauth-result': reply })
    await screen.findByText(text)
    expect(here()).toBe(`/500?after=sign-in${search}&from=%2F`)
    expect(document.body.textContent).not.toContain('cookie')
    expect(screen.getByRole('button', { name: 'Войти ещё раз' })).toBeTruthy()
  })

  test.each(shownSignInFailures)('%s: says what happened, what to do, whom to call, and a number', async (reason) => {
    const school = schoolOf({ SUPPORT_PHONE: '+7 800 100-20-30', SUPPORT_EMAIL: 'help@school.example' })
    await visit(`/500?after=sign-in&reason=${reason}&request=${requestId}`, school)
    const { title, advice } = signInFailureMessages[reason]
    await screen.findByText(String(title.message))
    expect(document.body.textContent).toContain(String(advice.message))
    expect(screen.getByText('Назовите школе номер запроса: 0b5d1c4e')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('link', { name: '+7 800 100-20-30' })).toBeTruthy())
    expect(screen.getByRole('link', { name: 'help@school.example' })).toBeTruthy()
  })

  test.each<[Partial<Config['SYSTEM']>, string]>([
    [{ SUPPORT_PHONE: '+7 800 100-20-30' }, 'Нужна помощь? Позвоните в школу: +7 800 100-20-30.'],
    [{ SUPPORT_EMAIL: 'help@school.example' }, 'Нужна помощь? Напишите в школу: help@school.example.'],
    [{}, 'Нужна помощь? Обратитесь в школу, её контакты на сайте school.example.'],
    [{ WEB_BASE_URL: '' }, 'Нужна помощь? Обратитесь в школу.'],
  ])('names the contacts that the school has: %o', async (contacts, text) => {
    await visit('/500?after=sign-in&reason=account-locked', schoolOf(contacts))
    await waitFor(() => expect(document.body.textContent).toContain(text))
    expect(document.body.textContent).not.toContain('номер запроса')
  })

  test('unknown reasons and numbers in the address are ignored', async () => {
    await visit('/500?after=sign-in&reason=<b>&request=call-8-800')
    await screen.findByText('Войти не получилось.')
    expect(document.body.textContent).not.toContain('call-8')
  })

  test('a provider that did not ask for the password is named', async () => {
    await visit('/500?after=sign-in&reason=login-not-renewed')
    const link = await screen.findByRole('link', { name: 'id.school.example' })
    expect(link.getAttribute('href')).toBe('https://id.school.example')
  })
})

describe('After a sign-out that the provider did not follow', () => {
  test('the page names the provider and waits for a press', async () => {
    const { here, left, callsOf } = await visit('/logout?after=sign-out', {
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.school.example/auth' } },
    })
    await screen.findByRole('heading', { name: 'Вы вышли из личного кабинета' })
    const link = await screen.findByRole('link', { name: 'id.school.example' })
    expect(link.getAttribute('href')).toBe('https://id.school.example')
    expect(here()).toBe('/logout?after=sign-out')
    expect(callsOf('GET /api/v1/auth/logout-link')).toEqual([])
    expect(left).toEqual([])
    await userEvent.click(screen.getByRole('link', { name: 'Войти снова' }))
    await waitFor(() => expect(left).toEqual(['https://id.school.example/auth']))
  })

  test.each([
    ['&provider=staff', ['id.school.example']],
    ['&provider=guests', []],
    ['', []],
  ])('of several providers only that of the session is named: %j', async (provider, named) => {
    const SIGN_IN_ORIGINS = { families: 'https://login.example', staff: 'https://id.school.example' }
    await visit(`/logout?after=sign-out${provider}`, schoolOf({ SIGN_IN_ORIGINS }))
    await screen.findByText(/где вы вводите пароль, мог вас запомнить/)
    const links = screen.queryAllByRole('link', { name: /^(?:id|login)\./ })
    expect(links.map(({ textContent }) => textContent)).toEqual(named)
  })

  test('a user who has signed in again is offered to sign out', async () => {
    await visit('/logout?after=sign-out', { 'GET /api/v1/profile': { body: person(['parent']) } })
    await screen.findByText('После выхода в этом браузере уже вошли снова.')
    expect(screen.getByRole('link', { name: 'Выйти' }).getAttribute('href')).toBe('/logout')
  })
})

test('a sign-out that fails is said under the name of the school, as other errors are', async () => {
  await visit('/logout', {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/auth/logout-link': { problem: 'internal-error', status: 500 },
  })
  await screen.findByRole('heading', { name: 'Не удалось выйти' })
  const header = within(screen.getByRole('banner'))
  expect(header.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Личный кабинет'])
})
