import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { PhoneFoldedCard } from '#src/ui/layout/folded-card.tsx'
import type { FooterContent, LayoutLabels, MenuSection } from '#src/ui/layout/layout-props.ts'
import { DefaultLayout, HeaderFooterLayout } from '#src/ui/layout/layouts.tsx'
import { MenuDrawer } from '#src/ui/layout/menu-drawer.tsx'

const labels: LayoutLabels = {
  product: 'Личный кабинет',
  home: 'Личный кабинет, на главную',
  skipToContent: 'К содержанию',
  openMenu: 'Открыть меню',
  closeMenu: 'Закрыть меню',
  collapseMenu: 'Свернуть меню',
  expandMenu: 'Развернуть меню',
  menu: 'Меню',
  mainSections: 'Основные разделы',
  more: 'Меню',
  opensInNewTab: 'откроется в новой вкладке',
  aboutSchool: 'Сайт школы и документы',
}
const menu: MenuSection[] = [
  {
    key: 'money',
    title: 'Деньги',
    folded: false,
    links: [{ key: 'pay', title: 'Договоры', href: '#contracts', icon: 'wallet', current: true, external: false }],
  },
  {
    key: 'more',
    title: 'Ещё',
    folded: true,
    links: [
      { key: 'rki', title: 'РКИ', href: 'https://school.example/rki', icon: null, current: false, external: true },
    ],
  },
]
const footer: FooterContent = {
  groups: [{ title: 'О школе', links: [{ title: 'Лицензия', url: '/licence' }] }],
  phone: '+7 (495) 000-12-34',
  email: 'help@school.example',
  socials: [{ kind: 'telegram', url: 'https://t.example/school' }],
  legal: '© 2026',
}
const frame = {
  labels,
  Link: 'a',
  homeHref: '/',
  onToggleMenu: () => undefined,
  menu,
  MenuDrawer: Object.assign(MenuDrawer, { prefetch: () => undefined }),
  footer,
  children: <h1>Договоры</h1>,
} as const

describe('the layout', () => {
  test('starts with the skip link', async () => {
    render(<DefaultLayout {...frame} />)
    await userEvent.tab()
    const skip = screen.getByRole('link', { name: 'К содержанию' })
    expect(document.activeElement).toBe(skip)
    expect(skip.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
  })

  test('marks the current page and links that open in a new tab', async () => {
    render(<DefaultLayout {...frame} />)
    const nav = screen.getByRole('navigation', { name: 'Меню' })
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Договоры')
    expect(within(nav).getByText('Ещё').closest('details')?.open).toBe(false)
    await userEvent.click(within(nav).getByText('Ещё'))
    const outside = within(nav).getByRole('link', { name: 'РКИ, откроется в новой вкладке' })
    expect([outside.getAttribute('target'), outside.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  })

  test('has the menu in a drawer, which closes on navigation', async () => {
    render(<HeaderFooterLayout {...frame} roleSwitch={<p>Родитель</p>} />)
    await userEvent.click(screen.getByRole('button', { name: 'Открыть меню' }))
    const drawer = await screen.findByRole('dialog', { name: 'Меню' })
    expect(within(drawer).getByText('Родитель')).toBeTruthy()
    await userEvent.click(within(drawer).getByRole('link', { name: 'Договоры' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('has a bar with four links and the rest of a long menu behind a button', async () => {
    const links = ['a', 'b', 'c', 'd', 'e'].map((key, at) => ({
      ...({ key, title: key, href: `#${key}`, icon: 'home', current: false, external: false } as const),
      ...(key === 'e' ? { shortTitle: 'Последняя', barPosition: 1 } : {}),
      current: at === 3,
    }))
    render(<DefaultLayout {...frame} menu={[{ key: 'all', title: null, folded: false, links }]} />)
    const bar = within(screen.getByRole('navigation', { name: 'Основные разделы' }))
    expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Последняя', 'a', 'b', 'c'])
    await userEvent.click(bar.getByRole('button', { name: 'Меню' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Меню' }))
    expect(drawer.getByRole('link', { current: 'page' }).textContent).toBe('d')
  })

  test('marks what is new on the bar, whatever it is, and on the button of the rest', () => {
    const unseen = { count: 2, spoken: '2 новых' }
    const links = ['a', 'b', 'c', 'd', 'e'].map((key) => ({
      ...({ key, title: key, href: `#${key}`, icon: 'home', current: false, external: false } as const),
      ...((key === 'b' || key === 'e') && { unseen }),
    }))
    render(<DefaultLayout {...frame} menu={[{ key: 'all', title: null, folded: false, links }]} />)
    const bar = within(screen.getByRole('navigation', { name: 'Основные разделы' }))
    const marked = [...bar.getAllByRole('link'), bar.getByRole('button')].filter((one) =>
      one.querySelector('.bg-mark-info'),
    )
    expect(marked.map(({ textContent }) => textContent)).toEqual(['b', 'Меню'])
  })

  test('has links, contacts and social networks in the footer', () => {
    render(<DefaultLayout {...frame} />)
    const foot = within(screen.getByRole('contentinfo'))
    expect(foot.getByRole('link', { name: '+7 (495) 000-12-34' }).getAttribute('href')).toBe('tel:+74950001234')
    expect(foot.getByRole('link', { name: 'help@school.example' }).getAttribute('href')).toBe(
      'mailto:help@school.example',
    )
    expect(foot.getByRole('link', { name: 'Telegram' }).getAttribute('href')).toBe('https://t.example/school')
    expect(foot.getByRole('link', { name: 'Лицензия' }).getAttribute('target')).toBeNull()
  })
})

test('a folded card of a phone opens when its data asks for it, and is not closed by data', () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
  const card = (isOpen: boolean) => (
    <PhoneFoldedCard title="Контакты" isOpen={isOpen}>
      <button type="button">Изменить</button>
    </PhoneFoldedCard>
  )
  const { rerender } = render(card(false))
  const details = screen.getByText('Контакты').closest('details')
  expect(details?.open).toBe(false)
  rerender(card(true))
  expect(details?.open).toBe(true)
  rerender(card(false))
  expect(details?.open).toBe(true)
})
