import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/profile.ts'
import { fullName, readablePhone } from '#src/routes/-profile/names.ts'
import { person, visit } from '#tests/support/browser-app.tsx'
import { wordsOf } from '#tests/support/words.ts'

const sibling = {
  uuid: 'a0000000-0000-4000-8000-000000000001',
  firstName: 'Артём',
  lastName: 'Соколов',
  patronym: null,
  avatar: null,
  grade: 7,
}

const open = (profile: Profile, children: unknown[] = []) =>
  visit('/profile', {
    'GET /api/v1/profile': { body: profile },
    'GET /api/v1/profile/children': { body: children },
  })

const region = async (name: string) =>
  wordsOf((await screen.findByRole('heading', { name })).closest('section') as HTMLElement)

describe('names', () => {
  test('a person without a patronym has none', () => {
    expect(fullName({ firstName: 'Артём', lastName: 'Соколов', patronym: null })).toBe('Соколов Артём')
  })

  test('a Russian number is grouped, another is left as it is', () => {
    expect([readablePhone('+79123456789'), readablePhone('+442071838750')]).toEqual([
      '+7 912 345-67-89',
      '+442071838750',
    ])
  })
})

describe('the page', () => {
  test('says who the person is, how to reach them, and when the second factor was last confirmed', async () => {
    const { phone, ...rest } = person(['parent'], { twoFactorLastCheck: '2026-11-20T11:05:00Z' })
    await open({ ...rest, phone: phone ?? '+79123456789' })
    const who = wordsOf(await screen.findByRole('region', { name: 'Личные данные' }))
    expect(who).toMatch(/Соколова Мария Игоревна.*Родитель.*Выбранная роль: Родитель/)
    expect(await region('Контакты')).toMatch(/maria@example\.org.*\+7 912 345-67-89/)
    expect(await region('Безопасность')).toMatch(/Последний раз 20 ноября 2026 г\. в 14:05.*Задан/)
  })

  test('what is missing is said in words', async () => {
    await open(person(['parent'], { email: null, hasPassword: false }))
    expect(await region('Контакты')).toMatch(/не указан.*не указан/)
    expect(await region('Безопасность')).toMatch(/ещё ни разу.*Не задан/)
  })

  test('a parent sees the children', async () => {
    await open(person(['parent']), [sibling])
    await screen.findByText('Соколов Артём')
    expect(await region('Дети')).toMatch(/Соколов Артём7 класс/)
  })

  test('a parent without children reads when they will be here', async () => {
    await open(person(['parent']))
    await screen.findByText(/Здесь появятся ваши дети/)
  })

  test('a student has a class, no children, and nobody asks for them', async () => {
    const { callsOf } = await open(person(['student'], { grade: 7 }), [sibling])
    expect(wordsOf(await screen.findByRole('region', { name: 'Личные данные' }))).toContain('7 класс')
    expect(screen.queryByRole('heading', { name: 'Дети' })).toBeNull()
    expect(callsOf('GET /api/v1/profile/children')).toEqual([])
  })

  test('a role that nobody knows is shown as unknown, and one of two names once', async () => {
    const roles = [{ name: 'wizard' }, { name: 'u2035_admin' }, { name: 'admin_u2035' }] as Profile['roles']
    await open({ ...person([]), roles })
    const list = await screen.findByRole('list', { name: 'Роли' })
    expect(within(list).getAllByRole('listitem').map(wordsOf)).toEqual(['неизвестно', 'Администратор программы «2035»'])
  })

  test('a person without a role reads what to do', async () => {
    await open(person([]))
    expect(wordsOf(await screen.findByRole('region', { name: 'Личные данные' }))).toContain('напишите в поддержку')
  })

  test('the language is chosen here', async () => {
    const { app } = await open(person(['parent']))
    await userEvent.click(await screen.findByRole('radio', { name: 'English' }))
    await waitFor(() => expect(app.i18n.locale).toBe('en'))
  })

  test('a visitor is sent to sign in', async () => {
    const { left } = await visit('/profile', {
      'GET /api/v1/profile/children': { problem: 'unauthenticated', status: 401 },
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.school.example/' } },
    })
    await waitFor(() => expect(left).toEqual(['https://id.school.example/']))
  })
})
