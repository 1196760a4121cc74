import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { RouteName } from '#contract/enumerations.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'

/** The screens that a right opens. The server hides the data of their calls. */
const guarded = Object.values<Screen>(screens).filter(({ needs }) => needs !== undefined)
const idOfPage = 'a0000000-0000-4000-8000-000000000001'

const open = (address: string, closed: readonly RouteName[], replies: Parameters<typeof visit>[1] = {}) => {
  vi.stubGlobal('scrollTo', () => undefined)
  return visit(address, {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/system/config': {
      body: {
        ...config,
        SYSTEM: { ...config.SYSTEM, SUPPORT_PHONE: '+7 800 100-20-30', SUPPORT_EMAIL: 'help@school.example' },
      },
    },
    'GET /api/v1/system/menu': {
      body: {
        items: [
          { key: 'events', title: 'Мероприятия', system: 'LK', route: 'events', url: null, icon: 'calendar' },
          { key: 'catalog', title: 'Каталог', system: 'LK', route: 'catalog', url: null, icon: 'book' },
          { key: 'site', title: 'Сайт', system: 'WEB', route: null, url: 'https://school.example', icon: 'book' },
        ],
        closed,
      },
    },
    ...replies,
  })
}

test.each(guarded.map(({ name, address }) => [name, (address ?? '').replace('$id', idOfPage)] as const))(
  'The page of %s, which no right opens, says what is open and whom to ask',
  async (name, address) => {
    await open(
      address,
      guarded.map((one) => one.name),
    )
    await screen.findByText('Этот раздел для вас не открыт')
    const main = within(screen.getByRole('main'))
    expect(main.getByText(/Вам открыты: Мероприятия и Каталог\./)).toBeDefined()
    expect(main.getByRole('link', { name: 'help@school.example' })).toBeDefined()
    expect(main.getByRole('link', { name: '+7 800 100-20-30' }).getAttribute('href')).toBe('tel:+78001002030')
    const menu = screen.getByRole('navigation', { name: 'Меню' })
    expect(within(menu).queryByRole('link', { name: screens[name as keyof typeof screens].title.ru })).toBeNull()
  },
)

test('A page that no right opens names nothing where nothing else is open', async () => {
  await open('/events', ['events'], { 'GET /api/v1/system/menu': { body: { items: [], closed: ['events'] } } })
  await screen.findByText('Что видит и делает каждый родитель, решает школа.')
  expect(screen.queryByText(/Вам открыты/)).toBeNull()
})

test('A page that another right opens is shown', async () => {
  await open(
    '/events',
    guarded.map((one) => one.name),
  )
  await screen.findByRole('heading', { name: 'Мероприятия' })
  expect(screen.queryByText('Этот раздел для вас не открыт')).toBeNull()
})

test('The choice of payments does not say that nothing is due to a guardian who may not see them', async () => {
  await open('/payment', ['contracts-and-payments'])
  await screen.findByText('Оплата для вас не открыта')
  expect(screen.queryByText('Сейчас платить ничего не нужно')).toBeNull()
  expect(within(screen.getByRole('main')).queryByRole('link', { name: 'К договорам' })).toBeNull()
})

test.each([
  [['schedule-change'], []],
  [[], ['Сменить группу']],
] as const)('The schedule leads to the transfer only where it is open: closed are %j', async (closed, shown) => {
  await open('/schedule', closed)
  await screen.findByRole('button', { name: 'Написать о расписании' })
  const links = within(screen.getByRole('main')).queryAllByRole('link', { name: 'Сменить группу' })
  expect(links.map(({ textContent }) => textContent)).toEqual(shown)
})

test('The profile says for each child what is not open', async () => {
  const child = {
    uuid: idOfPage,
    lastName: 'Морозова',
    patronym: null,
    avatar: null,
    grade: 3,
    canSignIn: false,
  }
  await open('/profile', [], {
    'GET /api/v1/profile/children': {
      body: [
        { ...child, firstName: 'Вера', withheld: ['seesContracts', 'pays', 'enrols'] },
        { ...child, uuid: idOfPage.replace('1', '2'), firstName: 'Никита', withheld: null },
      ],
    },
  })
  const rows = within((await screen.findByText('Морозова Вера')).closest('ul') as HTMLElement).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.replace(/^.*кабинет нет/, ''))).toEqual([
    'Вам не открыто: договоры и платежи, подпись и оплата, запись на курсы и смена группы',
    '',
  ])
  expect(screen.getByText(/решает школа. Если вам нужно больше/)).toBeDefined()
})
