import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/profile.ts'
import { person, type Reply, visit } from '#tests/support/browser-app.tsx'
import { wordsOf } from '#tests/support/words.ts'

const change = 'PATCH /api/v1/profile/password/change'
const setFirst = 'POST /api/v1/profile/password/set-first'
const newPassword = 'сирень под окном'

async function open(rest: Partial<Profile>, replies: Record<string, Reply> = {}) {
  const app = await visit('/profile', { 'GET /api/v1/profile': { body: person(['student'], rest) }, ...replies })
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
    await userEvent.type(screen.getByLabelText('Нынешний пароль'), 'старый пароль')
    await userEvent.type(screen.getByLabelText('Новый пароль'), newPassword)
  }

  test('changes it, and a toast says that other devices were signed out', async () => {
    const { callsOf } = await open({}, { [change]: { body: undefined, status: 204 } })
    await typeBoth()
    await submit('Сменить пароль')
    expect(wordsOf(await screen.findByText('Пароль изменён'))).toBe('Пароль изменён')
    expect(screen.getByText(/На других устройствах мы вас выпустили/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callsOf(change).map(({ body }) => body)).toEqual([
      JSON.stringify({ currentPassword: 'старый пароль', newPassword }),
    ])
  })

  test.each([
    ['currentPassword', 'wrong', 'Нынешний пароль', 'Это не нынешний пароль.'],
    ['newPassword', 'too-common', 'Новый пароль', /знают все/],
    ['newPassword', 'too-short', 'Новый пароль', 'Пароль короче 10 символов.'],
  ])('reads beside %s that it is %s, and keeps what was typed', async (path, message, label, words) => {
    await open({}, { [change]: { problem: 'invalid-values', status: 422, errors: [{ path, message }] } })
    await typeBoth()
    await submit('Сменить пароль')
    await waitFor(() => expect(errorOf(label)).toMatch(words))
    expect(screen.getByLabelText<HTMLInputElement>('Новый пароль').value).toBe(newPassword)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('sees other errors above the buttons', async () => {
    await open({}, { [change]: { problem: 'too-many-requests', status: 429 } })
    await typeBoth()
    await submit('Сменить пароль')
    const refusal = await screen.findByRole('alert')
    await waitFor(() => expect(wordsOf(refusal)).toContain('Слишком много попыток'))
  })

  test('sees a short password and a missing present one before anything is sent', async () => {
    const { callsOf } = await open({})
    await userEvent.type(screen.getByLabelText('Новый пароль'), 'коротко')
    await submit('Сменить пароль')
    expect([errorOf('Нынешний пароль'), errorOf('Новый пароль')]).toEqual([
      'Введите нынешний пароль.',
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

test('A person without a password sets the first one, and is not asked for an old one', async () => {
  const { callsOf } = await open({ hasPassword: false }, { [setFirst]: { body: undefined, status: 204 } })
  expect(screen.queryByLabelText('Нынешний пароль')).toBeNull()
  expect(wordsOf(screen.getByRole('dialog'))).toContain('С этим паролем вы войдёте как maria@example.org.')
  await userEvent.type(screen.getByLabelText('Новый пароль'), newPassword)
  await submit('Задать пароль')
  await screen.findByText('Пароль задан')
  expect(callsOf(setFirst).map(({ body }) => body)).toEqual([JSON.stringify({ password: newPassword })])
})

test('An impersonating administrator cannot change the password, and sees why', async () => {
  const impersonation = { by: 'Павел Жданов', until: '2099-01-01T00:00:00Z' }
  await visit('/profile', {
    'GET /api/v1/profile': { body: person(['student'], { isLoggedAs: true, impersonation }) },
  })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Сменить пароль' })
  expect(button.disabled).toBe(true)
  expect(wordsOf(button.closest('section') as HTMLElement)).toContain('это может менять только он сам')
})

describe('Names to sign in with', () => {
  const names = 'GET /api/v1/profile/password/sign-in-names'
  const login = { kind: 'login', value: 'maria' }
  const card = async (rest: Partial<Profile>, known: unknown, roles: Parameters<typeof person>[0] = ['student']) => {
    await visit('/profile', {
      'GET /api/v1/profile': { body: person(roles, rest) },
      [names]: { body: { names: known } },
    })
    const heading = await screen.findByRole('heading', { name: 'Пароль' })
    const section = heading.closest('section') as HTMLElement
    await waitFor(() => expect(section.querySelector('dl, .text-ink-muted')).not.toBeNull())
    return wordsOf(section)
  }

  test('is said beside the password: e-mail, phone, login', async () => {
    const known = [{ kind: 'email', value: 'maria@example.org' }, { kind: 'phone', value: '+79161234567' }, login]
    expect(await card({ phone: '+79161234567' }, known)).toContain(
      'имён:Почтаmaria@example.orgТелефон+7 916 123-45-67ЛогинmariaСменить пароль',
    )
  })

  test('is, of a phone that is not confirmed, how to confirm it', async () => {
    const words = await card({ email: null, phone: '+79161234567' }, [login])
    expect(words).toContain('С паролем входят по логину. Запишите его:Логинmaria')
    expect(words).toContain('По номеру +7 916 123-45-67 можно будет входить, когда вы подтвердите его кодом')
  })

  test.each([
    [['student'], 'попросите школу добавить их в ваш кабинет'],
    [['parent'], 'добавьте их в карточке «Контакты»'],
  ] as const)('is, for a %s without e-mail and phone, how to come by a name', async (roles, words) => {
    expect(await card({ email: null, phone: null }, [login], roles)).toContain(words)
  })

  test('only the sign-in service knows where it is not ours', async () => {
    expect(await card({}, null)).toContain('знает сервис входа: под тем же, что и сейчас')
  })

  test('that cannot be had can be asked for again, and the password be changed all the same', async () => {
    await visit('/profile', {
      'GET /api/v1/profile': { body: person(['student']) },
      [names]: { problem: 'not-found', status: 404 },
    })
    expect(await screen.findByText('Не удалось загрузить')).toBeTruthy()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Сменить пароль' })).disabled).toBe(false)
  })

  test.each([
    [[{ kind: 'phone', value: '+79161234567' }, login], '+79161234567'],
    [null, 'maria@example.org'],
  ])('is the name under which password managers keep it: %j', async (known, name) => {
    await open({}, { [names]: { body: { names: known } } })
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input[autocomplete=username]')
    await waitFor(() => expect(field?.value).toBe(name))
    const passwords = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=password]')]
    expect(passwords.map(({ autocomplete }) => autocomplete)).toEqual(['current-password', 'new-password'])
  })
})
