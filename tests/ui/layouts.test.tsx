import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { DefaultFrame } from '#src/ui/layouts/default-frame.tsx'
import type { FooterContent, FrameWords, MenuEntry } from '#src/ui/layouts/frame-props.ts'
import { HeaderAndFooterFrame } from '#src/ui/layouts/header-and-footer-frame.tsx'
import { ImpersonationBar } from '#src/ui/layouts/impersonation-bar.tsx'
import { MenuDrawer } from '#src/ui/layouts/menu-drawer.tsx'

const words: FrameWords = {
  product: 'Личный кабинет',
  home: 'Личный кабинет, на главную',
  skipToContent: 'К содержанию',
  openMenu: 'Открыть меню',
  closeMenu: 'Закрыть меню',
  menu: 'Меню',
  opensInNewTab: 'откроется в новой вкладке',
}
const menu: MenuEntry[] = [
  { key: 'pay', title: 'Договоры', href: '#contracts', icon: 'wallet', current: true, external: false },
  { key: 'rki', title: 'РКИ', href: 'https://school.example/rki', icon: null, current: false, external: true },
]
const footer: FooterContent = {
  groups: [{ title: 'О школе', links: [{ title: 'Лицензия', url: '/licence' }] }],
  phone: '+7 (495) 000-12-34',
  email: 'help@school.example',
  socials: [{ kind: 'telegram', url: 'https://t.example/school' }],
  legal: '© 2026',
}
const frame = {
  words,
  Link: 'a',
  homeHref: '/',
  menu,
  MenuDrawer: Object.assign(MenuDrawer, { warm: () => undefined }),
  footer,
  children: <h1>Договоры</h1>,
} as const

describe('the frame', () => {
  test('begins with the way past itself', async () => {
    render(<DefaultFrame {...frame} />)
    await userEvent.tab()
    const skip = screen.getByRole('link', { name: 'К содержанию' })
    expect(document.activeElement).toBe(skip)
    expect(skip.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)
  })

  test('marks the current page, and says what opens elsewhere', () => {
    render(<DefaultFrame {...frame} />)
    const nav = screen.getByRole('navigation', { name: 'Меню' })
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Договоры')
    const outside = within(nav).getByRole('link', { name: 'РКИ, откроется в новой вкладке' })
    expect([outside.getAttribute('target'), outside.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  })

  test('keeps the menu in a drawer, which closes when one goes on', async () => {
    render(<HeaderAndFooterFrame {...frame} roleSwitch={<p>Родитель</p>} />)
    await userEvent.click(screen.getByRole('button', { name: 'Открыть меню' }))
    const drawer = await screen.findByRole('dialog', { name: 'Меню' })
    expect(within(drawer).getByText('Родитель')).toBeTruthy()
    await userEvent.click(within(drawer).getByRole('link', { name: 'Договоры' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('has links, contacts and social networks at its foot', () => {
    render(<DefaultFrame {...frame} />)
    const foot = within(screen.getByRole('contentinfo'))
    expect(foot.getByRole('link', { name: '+7 (495) 000-12-34' }).getAttribute('href')).toBe('tel:+74950001234')
    expect(foot.getByRole('link', { name: 'help@school.example' }).getAttribute('href')).toBe(
      'mailto:help@school.example',
    )
    expect(foot.getByRole('link', { name: 'Telegram' }).getAttribute('href')).toBe('https://t.example/school')
    expect(foot.getByRole('link', { name: 'Лицензия' }).getAttribute('target')).toBeNull()
  })

  test('stands while its menu and its footer are still on their way', () => {
    render(<DefaultFrame {...frame} menu={null} footer={null} />)
    expect(screen.queryByRole('button', { name: 'Открыть меню' })).toBeNull()
    expect(screen.getByRole('contentinfo')).toBeTruthy()
  })
})

describe('the impersonation bar', () => {
  test('says who is viewed and by whom, and ends once', async () => {
    const end = vi.fn()
    const bar = { label: 'Вход под пользователем', viewed: 'Анна Орлова', by: 'Пётр Ильин', timeLeft: '24 мин' }
    const { rerender } = render(<ImpersonationBar {...bar} action="Выйти" busy={false} onEnd={end} />)
    expect(screen.getByRole('region', { name: 'Вход под пользователем' }).textContent).toBe(
      'Анна ОрловаПётр Ильин24 минВыйти',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Выйти' }))
    rerender(<ImpersonationBar {...bar} action="Выйти" busy onEnd={end} />)
    await userEvent.click(screen.getByRole('button', { name: 'Выйти' }))
    expect(end).toHaveBeenCalledOnce()
  })
})
