import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import type { Config } from '#contract/system.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { child, person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { schoolBook } from '#tests/support/samples/grade-book-samples.ts'
import { systemConfig } from '#tests/support/samples/system-config.ts'

const sibling = child('a0000000-0000-4000-8000-000000000001', 'Артём')

const open = (profile: Profile, children: unknown[] = [], section = '') =>
  visit(`/profile${section}`, {
    'GET /api/v1/profile': { body: profile },
    'GET /api/v1/profile/children': { body: children },
  })

const region = async (name: string) =>
  textOf((await screen.findByRole('heading', { name })).closest('section') as HTMLElement)

describe('names', () => {
  test('a Russian number is grouped, another is left as it is', () => {
    expect([formatPhone('+79123456789'), formatPhone('+442071838750')]).toEqual(['+7 912 345-67-89', '+442071838750'])
  })
})

describe('the page', () => {
  test('shows names and contacts', async () => {
    const { phone, ...rest } = person(['parent'])
    await open({ ...rest, phone: phone ?? '+79123456789' })
    const who = textOf(await screen.findByRole('region', { name: 'Личные данные' }))
    expect(who).toMatch(/Соколова Мария ИгоревнаРоль: Родитель/)
    expect(await region('Контакты')).toMatch(/maria@example\.org.*\+7 912 345-67-89/)
  })

  test('shows missing contacts as text', async () => {
    await open(person(['parent'], { email: null }))
    expect(await region('Контакты')).toMatch(/не указан.*не указан/)
  })

  test('a parent sees the children', async () => {
    await open(person(['parent']), [{ ...sibling, canSignIn: true }])
    await screen.findByText('Соколов Артём')
    expect(await region('Дети')).toMatch(/Соколов Артём7 класс · есть свой вход/)
  })

  test('a parent sees where a child without a grade studies', async () => {
    const answers = { body: [{ student: { ...sibling, grade: null }, books: [{ ...schoolBook, variant: 'college' }] }] }
    await visit('/profile', {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/children': { body: [{ ...sibling, grade: null }] },
      'GET /api/v1/parent/children/grade-book/list': answers,
    })
    await screen.findByText(/^Колледж · своего входа в кабинет нет$/)
  })

  test('shows the grade of a student and requests no children', async () => {
    const { callsOf } = await open(person(['student'], { grade: 7 }), [sibling])
    expect(textOf(await screen.findByRole('region', { name: 'Личные данные' }))).toContain('7 класс')
    expect(screen.queryByRole('heading', { name: 'Дети' })).toBeNull()
    expect(callsOf('GET /api/v1/profile/children')).toEqual([])
  })

  test('shows an unknown role as unknown, and aliases of a role once', async () => {
    const roles = [{ name: 'wizard' }, { name: 'u2035_admin' }, { name: 'admin_u2035' }] as Profile['roles']
    await open({ ...person([]), roles })
    expect(await screen.findByText('Роли: неизвестно · Администратор программы «2035»')).toBeTruthy()
  })

  test('a person without a role sees a hint', async () => {
    await open(person([]))
    expect(textOf(await screen.findByRole('region', { name: 'Личные данные' }))).toContain('напишите в поддержку')
  })

  test('the language is chosen here', async () => {
    const { app, callsOf } = await open(person(['parent']), [], '?section=appearance')
    const translated = [
      'GET /v1/parent/children/schedule/groups/list',
      'GET /v1/student/schedule/groups/list',
      'GET /v1/profile/notification/list',
    ].map((call) => [call])
    for (const call of translated) app.queryClient.setQueryData(call, [])
    await userEvent.click(await screen.findByRole('radio', { name: 'English' }))
    await waitFor(() => expect(app.i18n.locale).toBe('en'))
    // What the server writes in the language of the request is read again.
    const languages = (call: string) => callsOf(call).map(({ headers }) => headers.get('accept-language'))
    await waitFor(() => expect(languages('GET /api/v1/content/footer')).toEqual(['ru', 'en']))
    expect(languages('GET /api/v1/content/banners/list')).toEqual(['ru', 'en'])
    expect(translated.map((call) => app.queryClient.getQueryState(call)?.isInvalidated)).toEqual([true, true, true])
  })
})

describe('the sections', () => {
  const calls = {
    person: 'children',
    security: 'password/sign-in-names',
    notifications: 'notification/settings',
    consents: 'consent/list',
    data: 'data-export',
    devices: 'session/list',
    accounts: 'account/list',
  }

  test.each([
    ['', 'Профиль', 'person'],
    ['?section=security', 'Вход и защита', 'security'],
    ['?section=notifications', 'Уведомления', 'notifications'],
    ['?section=consents', 'Согласия', 'consents'],
    ['?section=data', 'Копия и удаление данных', 'data'],
    ['?section=devices', 'Устройства', 'devices'],
    ['?section=accounts', 'Привязанные аккаунты', 'accounts'],
    ['?section=appearance', 'Язык и оформление', 'none'],
    ['?section=unknown', 'Профиль', 'person'],
    ['#notifications', 'Уведомления', 'notifications'],
  ])('%s has its own heading and title, and reads its own data alone', async (address, heading, section) => {
    const own = systemConfig({ isTracked: false })
    const { app, callsOf } = await visit(`/profile${address}`, {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/children': { body: [] },
      'GET /api/v1/system/config': { body: { ...own, ACCOUNT: { ...own.ACCOUNT, LINK_PROVIDERS: ['vk'] } } },
    })
    await screen.findByRole('heading', { level: 1, name: heading })
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    const isRead = Object.entries(calls).filter(([, call]) => callsOf(`GET /api/v1/profile/${call}`).length > 0)
    // A fragment is known only after the page of the person has loaded.
    expect(isRead.map(([name]) => name)).toEqual(
      address.startsWith('#') ? ['person', section] : Object.keys(calls).filter((name) => name === section),
    )
  })

  test('are chosen in the menu, which marks the open one, and lead back', async () => {
    const { here } = await open(person(['parent']))
    const [menu, list] = await screen.findAllByRole('navigation', { name: 'Разделы профиля' })
    const marked = () => within(menu as HTMLElement).getByRole('link', { current: 'page' }).textContent
    expect(marked()).toBe('Личные данные')
    await userEvent.click(within(list as HTMLElement).getByRole('link', { name: /^Устройства/ }))
    await screen.findByRole('heading', { level: 1, name: 'Устройства' })
    expect([here(), marked()]).toEqual(['/profile?section=devices', 'Устройства'])
    // The row of the list is gone.
    expect(document.activeElement?.id).toBe('content')
    await userEvent.click(screen.getByRole('link', { name: 'Профиль' }))
    await screen.findByRole('heading', { level: 1, name: 'Профиль' })
    expect([here(), marked()]).toEqual(['/profile', 'Личные данные'])
  })

  test('offer the theme, which the menu of the user shows too', async () => {
    await open(person(['parent']), [], '?section=appearance')
    await userEvent.click(await screen.findByRole('radio', { name: 'Тёмная' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    // The row that leads here names it.
    await userEvent.click(screen.getByRole('link', { name: 'Профиль' }))
    await userEvent.click(await screen.findByRole('link', { name: /Русский, тёмная тема$/ }))
    await userEvent.click(await screen.findByRole('button', { name: /Меню пользователя/ }))
    expect((await screen.findByRole('menuitemcheckbox', { name: 'Тёмная' })).getAttribute('aria-checked')).toBe('true')
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Как в системе' }))
    expect(screen.getByRole('radio', { name: 'Как в системе' })).toHaveProperty('checked', true)
  })
})

describe('names and contacts', () => {
  const openAt = (
    address: string,
    roles: Parameters<typeof person>[0],
    owners: Partial<Config['ACCOUNT']['PROFILE_OWNERS']>,
  ) => {
    const own = systemConfig({ isTracked: false })
    const ACCOUNT = { ...own.ACCOUNT, PROFILE_OWNERS: { ...own.ACCOUNT.PROFILE_OWNERS, ...owners } }
    return visit(address, {
      'GET /api/v1/profile': { body: person(roles) },
      'GET /api/v1/profile/children': { body: [] },
      'GET /api/v1/system/config': { body: { ...own, ACCOUNT } },
    })
  }

  test.each(['names', 'email'])(
    'that others own are not changed here, also not by the address of the dialog %s',
    async (dialog) => {
      await openAt(`/profile?dialog=${dialog}`, ['parent'], { names: 'school', email: 'provider' })
      await screen.findByText('Имя меняет школа. Если в нём ошибка, напишите в поддержку.')
      expect(await region('Контакты')).toContain('Почту кабинет берёт из учётной записи, под которой вы входите')
      expect(screen.queryByRole('button', { name: /^(Изменить имя|Изменить электронную почту)$/ })).toBeNull()
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.getByRole('button', { name: /телефон$/ })).toBeDefined()
    },
  )

  test('of a student are said to be changed by their owners', async () => {
    await openAt('/profile', ['student'], { phone: 'provider' })
    const contacts = await region('Контакты')
    expect(contacts).toMatch(/Почту меняет школа\..*Телефон кабинет берёт из учётной записи/)
  })
})

describe('the names', () => {
  const edit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Изменить имя' }))
    return screen.findByRole('dialog', { name: 'Имя и фамилия' })
  }
  const retype = async (label: string | RegExp, text: string) => {
    await userEvent.clear(screen.getByLabelText(label))
    if (text !== '') await userEvent.type(screen.getByLabelText(label), text)
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))

  test('are changed in a dialog, and the page shows the new ones', async () => {
    const { callsOf, server, here } = await open(person(['teacher']))
    await edit()
    await retype('Фамилия', 'Орлова')
    await retype(/^Отчество/, '')
    const changed = person(['teacher'], { lastName: 'Орлова', patronym: null })
    server['PATCH /api/v1/profile'] = { body: changed }
    await save()
    expect(await screen.findByRole('heading', { name: 'Орлова Мария' })).toBeDefined()
    expect(callsOf('PATCH /api/v1/profile').map(({ body }) => body)).toEqual(['{"lastName":"Орлова","patronym":null}'])
    expect(callsOf('GET /api/v1/profile')).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(here()).toBe('/profile')
    await screen.findByText('Сохранено')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Изменить имя' }))
  })

  test('with forbidden characters are invalid, and nothing is sent', async () => {
    const { callsOf, server } = await open(person(['teacher']))
    await edit()
    await retype('Имя', 'Андрей123 <b>')
    await retype(/^Отчество/, '42')
    await save()
    expect(await screen.findAllByText('Только буквы, дефис, апостроф, точка и пробел.')).toHaveLength(2)
    expect(screen.getByLabelText('Имя').getAttribute('aria-invalid')).toBe('true')
    expect(callsOf('PATCH /api/v1/profile')).toEqual([])
    await retype('Имя', ' О’Нил  Анна ')
    await retype(/^Отчество/, '')
    server['PATCH /api/v1/profile'] = { body: person(['teacher'], { firstName: 'О’Нил Анна', patronym: null }) }
    await save()
    await screen.findByText('Сохранено')
    expect(callsOf('PATCH /api/v1/profile').map(({ body }) => body)).toEqual([
      '{"firstName":"О’Нил Анна","patronym":null}',
    ])
  })
})

describe('email and phone', () => {
  test.each<[string, Profile]>([
    ['a teacher', person(['teacher'])],
    ['a student', person(['student'])],
  ])('%s sees that the school changes them', async (_, profile) => {
    await open(profile)
    expect(await region('Контакты')).toContain('Почту и телефон меняет школа')
    expect(screen.queryByRole('button', { name: 'Изменить электронную почту' })).toBeNull()
  })
})

describe('the confirmation by a code', () => {
  const openSecurity = (rest: Partial<Profile>) => open(person(['student'], rest), [], '?section=security')

  test('shows when it was made last', async () => {
    await openSecurity({ twoFactorLastCheck: '2026-11-20T11:05:00Z' })
    expect(await region('Подтверждение кодом')).toMatch(/На этом устройстве последний раз 20 ноября 2026 г\. в 14:05/)
  })

  test('is not offered to a person without a contact', async () => {
    await openSecurity({ email: null })
    expect(await region('Подтверждение кодом')).toMatch(/отправить его вам некуда/)
    expect(screen.queryByRole('button', { name: 'Подтвердить, что это я' })).toBeNull()
  })

  test('shows until when it is valid', async () => {
    await openSecurity({ twoFactorLastCheck: new Date().toISOString() })
    expect(await region('Подтверждение кодом')).toMatch(/До \d\d:\d\d код не понадобится/)
  })
})
