import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const change = 'PATCH /api/v1/profile/password/change'
const setFirst = 'POST /api/v1/profile/password/set-first'
const newPassword = 'сирень под окном'

async function open(rest: Partial<Profile>, replies: Record<string, Reply> = {}) {
  const app = await visit('/profile?section=security', {
    'GET /api/v1/profile': { body: person(['student'], rest) },
    ...replies,
  })
  await userEvent.click(await screen.findByRole('button', { name: /пароль$/ }))
  await screen.findByRole('dialog')
  return app
}

const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const errorOf = (label: string) =>
  document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
    ?.textContent

describe('A person with a password', () => {
  const typeBoth = async () => {
    await userEvent.type(screen.getByLabelText('Текущий пароль'), 'старый пароль')
    await userEvent.type(screen.getByLabelText('Новый пароль'), newPassword)
  }

  test('changes it; a toast reports that other devices were signed out', async () => {
    const { callsOf } = await open({}, { [change]: { body: undefined, status: 204 } })
    await typeBoth()
    await submit('Сменить пароль')
    expect(textOf(await screen.findByText('Пароль изменён'))).toBe('Пароль изменён')
    // For a moment the toast and its announcement have the text.
    expect(screen.getAllByText(/Сеансы на других устройствах завершены/)).not.toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callsOf(change).map(({ body }) => body)).toEqual([
      JSON.stringify({ currentPassword: 'старый пароль', newPassword }),
    ])
  })

  test.each([
    ['currentPassword', 'wrong', 'Текущий пароль', 'Это не текущий пароль.'],
    ['newPassword', 'too-common', 'Новый пароль', /знают все/],
    ['newPassword', 'too-short', 'Новый пароль', 'Пароль короче 10 символов.'],
  ])('sees beside %s that it is %s, and the text stays', async (path, message, label, text) => {
    await open({}, { [change]: { problem: 'invalid-values', status: 422, errors: [{ path, message }] } })
    await typeBoth()
    await submit('Сменить пароль')
    await waitFor(() => expect(errorOf(label)).toMatch(text))
    expect(screen.getByLabelText<HTMLInputElement>('Новый пароль').value).toBe(newPassword)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('sees errors for a short and a missing current password; nothing is sent', async () => {
    const { callsOf } = await open({})
    await userEvent.type(screen.getByLabelText('Новый пароль'), 'коротко')
    await submit('Сменить пароль')
    expect([errorOf('Текущий пароль'), errorOf('Новый пароль')]).toEqual([
      'Введите текущий пароль.',
      'Пароль короче 10 символов.',
    ])
    expect(callsOf(change)).toEqual([])
  })

  test('can show the typed text', async () => {
    await open({})
    const field = screen.getByLabelText<HTMLInputElement>('Новый пароль')
    expect(field.type).toBe('password')
    field.focus()
    await userEvent.keyboard('{Tab}{Enter}')
    const button = document.activeElement
    const look = () => [field.type, button?.getAttribute('aria-label'), button?.getAttribute('aria-pressed')]
    expect(look()).toEqual(['text', 'Показать пароль', 'true'])
    await userEvent.keyboard('{Enter}')
    expect(look()).toEqual(['password', 'Показать пароль', 'false'])
  })
})

test('A person without a password sets the first one without an old one', async () => {
  const { callsOf } = await open({ hasPassword: false }, { [setFirst]: { body: undefined, status: 204 } })
  expect(screen.queryByLabelText('Текущий пароль')).toBeNull()
  expect(textOf(screen.getByRole('dialog'))).toContain('С этим паролем вы войдёте как maria@example.org.')
  await userEvent.type(screen.getByLabelText('Новый пароль'), newPassword)
  await submit('Задать пароль')
  await screen.findByText('Пароль задан')
  expect(callsOf(setFirst).map(({ body }) => body)).toEqual([JSON.stringify({ password: newPassword })])
})

describe('Names to sign in with', () => {
  const names = 'GET /api/v1/profile/password/sign-in-names'
  const login = { kind: 'login', value: 'maria' }
  const card = async (rest: Partial<Profile>, known: unknown, roles: Parameters<typeof person>[0] = ['student']) => {
    await visit('/profile?section=security', {
      'GET /api/v1/profile': { body: person(roles, rest) },
      [names]: { body: { names: known } },
    })
    const heading = await screen.findByRole('heading', { name: 'Пароль' })
    const section = heading.closest('section') as HTMLElement
    await waitFor(() => expect(section.querySelector('dl, .text-ink-muted')).not.toBeNull())
    return textOf(section)
  }

  test('are listed beside the password: email, phone, login', async () => {
    const known = [{ kind: 'email', value: 'maria@example.org' }, { kind: 'phone', value: '+79161234567' }, login]
    expect(await card({ phone: '+79161234567' }, known)).toContain(
      'Войти можно по почте, телефону или логину:Электронная почтаmaria@example.orgТелефон+7 916 123-45-67ЛогинmariaСменить пароль',
    )
  })

  test('show for an unconfirmed phone how to confirm it', async () => {
    const text = await card({ email: null, phone: '+79161234567' }, [login])
    expect(text).toContain('Войти можно по логину. Запишите его:Логинmaria')
    expect(text).toContain('По номеру +7 916 123-45-67 можно будет входить, когда вы подтвердите его кодом')
  })

  test.each([
    [['student'], 'попросите школу добавить их в ваш кабинет'],
    [['parent'], 'добавьте их в контакты профиля'],
  ] as const)('show to a %s without email and phone how to get a name', async (roles, text) => {
    expect(await card({ email: null, phone: null }, [login], roles)).toContain(text)
  })

  test.each([
    [[{ kind: 'phone', value: '+79161234567' }, login], '+79161234567'],
    [null, 'maria@example.org'],
  ])('the username for password managers is %j', async (known, name) => {
    await open({}, { [names]: { body: { names: known } } })
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input[autocomplete=username]')
    await waitFor(() => expect(field?.value).toBe(name))
    const passwords = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=password]')]
    expect(passwords.map(({ autocomplete }) => autocomplete)).toEqual(['current-password', 'new-password'])
  })
})
