import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const uuid = '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c01'
const list = 'GET /api/v1/schedule/ticket/list'
const ticket = {
  uuid,
  number: 'Р-2026-000007',
  topic: 'studies',
  contentHtml: '<p>Где занятие?</p>',
  state: 'answered',
  createdAt: '2026-11-12T14:50:00.000Z',
  answeredAt: null,
  isUnread: false,
}
const replies = {
  [list]: { body: [ticket] },
  [`GET /api/v1/schedule/ticket/${uuid}`]: { body: { ...ticket, files: [], messages: [] } },
}

async function open(address: string, role: Role = 'parent', more: Parameters<typeof visit>[1] = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  return visit(address, { 'GET /api/v1/profile': { body: person([role]) }, ...replies, ...more })
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = (name: string) => screen.findByRole('dialog', { name })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function openByMenu() {
  await press(/Меню пользователя/)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Мои обращения' }))
  return dialog('Мои обращения')
}

/** Screens with the user menu, as a family has them. */
const addresses = [
  '/home-page',
  '/contracts-and-payments?filter[status][]=Open',
  '/contracts-and-payments/ca000000-0000-4000-8000-000000000001?by=2027-06',
  '/catalog?search=алгебра&page=2',
  '/catalog/10000000-0000-4000-8000-000000000001',
  '/catalog/10000000-0000-4000-8000-000000000001/purchase',
  '/events?when=past',
  '/news',
  '/profile',
  '/progress?only=notable',
  '/learning-progress',
  '/schedule?view=week&date=2026-11-20',
  '/change-schedule',
  '/2035',
  '/tax-deduction?year=2024',
  '/grade-book/?view=totals',
].map((address) => encodeURI(address).replaceAll('%5B', '[').replaceAll('%5D', ']'))

describe('The tickets of the user', () => {
  test.each(addresses)('open over %s, and closing or Back returns there', async (address) => {
    const { here, history } = await open(address)
    const opened = `${address}${address.includes('?') ? '&' : '?'}tickets=list`
    await openByMenu()
    expect(here()).toBe(opened)
    await press('Закрыть')
    await noDialog()
    expect(here()).toBe(address)

    await openByMenu()
    history.back()
    await noDialog()
    expect(here()).toBe(address)
  })

  test('open over every screen with the user menu of a family', () => {
    const withMenu = Object.values<Screen>(screens).filter(
      ({ address, layout, name }) =>
        address !== null &&
        (layout === 'default' || layout === 'header-and-footer') &&
        !['home', 'admin'].includes(name),
    )
    for (const { search } of withMenu) expect(search?.({ tickets: 'list' })).toEqual({ tickets: 'list' })
    const paths = addresses.map((address) => address.split('?')[0]?.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '$id'))
    expect(paths.toSorted()).toEqual(withMenu.map(({ address }) => address).toSorted())
  })

  test('open again after a reload, from the list to the ticket and back', async () => {
    const address = '/events?when=past'
    const { here } = await open(`${address}&tickets=list`)
    await userEvent.click(await screen.findByRole('link', { name: /Р-2026-000007/ }))
    await dialog('Обращение')
    expect(here()).toBe(`${address}&tickets=${uuid}`)
    await press('Все обращения')
    await dialog('Мои обращения')
    await press('Написать')
    await dialog('Новое обращение')
    expect(here()).toBe(`${address}&tickets=new`)
    await press('Закрыть')
    await dialog('Мои обращения')
    await press('Закрыть')
    await noDialog()
    expect(here()).toBe(address)
  })

  test.each([
    ['/schedule?tickets=list', 'Мои обращения'],
    [`/schedule?tickets=${uuid}`, 'Обращение'],
    ['/schedule?date=2026-11-20&tickets=new', 'Новое обращение'],
  ])('of the address %s close onto the page without them', async (address, name) => {
    const { here, history } = await open(address)
    await dialog(name)
    expect(history.length).toBe(1)
    await press('Закрыть')
    await noDialog()
    expect(here()).toBe(address.replace(/[?&]tickets=.*/, ''))
  })

  test('open by a link in a news item over the item', async () => {
    const item = {
      ...{ id: uuid, title: 'Праздники', preview: '', isImportant: false, publishedAt: '2026-11-20T06:00:00.000Z' },
      ...{ contentHtml: '<p>Пишите <a href="/schedule?tickets=list">в обращениях</a></p>', isRead: true },
    }
    const { here } = await open(`/news?item=${uuid}`, 'student', {
      'GET /api/v1/school-news/list': { body: { items: [item], total: 1, page: 1, pageSize: 20 } },
      [`GET /api/v1/school-news/${uuid}`]: { body: item },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'в обращениях' }))
    await dialog('Мои обращения')
    expect(here()).toBe(`/news?item=${uuid}&tickets=list`)
  })

  test('open by a notification over the page', async () => {
    const notification = {
      ...{ id: uuid, category: 'tickets', at: '2026-11-20T08:30:00.000Z', isRead: true },
      path: '/schedule?tickets=list',
      ...{ title: 'Школа ответила', lines: [], count: 0 },
    }
    const { here } = await open('/events?when=past', 'parent', {
      'GET /api/v1/profile/notification/list': { body: { items: [notification], total: 1, page: 1, pageSize: 30 } },
    })
    await press('Уведомления')
    await userEvent.click(await screen.findByRole('link', { name: /Школа ответила/ }))
    await dialog('Мои обращения')
    expect(here()).toBe('/events?when=past&tickets=list')
  })

  test('are not there for a teacher, who has none', async () => {
    const { callsOf } = await open('/profile?tickets=list', 'teacher')
    await press(/Меню пользователя/)
    await screen.findByRole('menuitem', { name: 'Профиль' })
    expect(screen.queryByRole('menuitem', { name: 'Мои обращения' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callsOf(list)).toEqual([])
  })

  test('keep what was typed when one goes to another screen', async () => {
    localStorage.setItem(`draft_${person(['parent']).id}_`, JSON.stringify({ html: '<p>Где занятие?</p>' }))
    const { app } = await open('/events?tickets=new')
    expect((await screen.findByRole('textbox', { name: 'Текст обращения' })).textContent).toBe('Где занятие?')
    await app.router.navigate({ to: '/tax-deduction', search: { year: 2024, tickets: 'new' } })
    expect((await screen.findByRole('textbox', { name: 'Текст обращения' })).textContent).toBe('Где занятие?')
  })

  test('name the screen on which a ticket was written', async () => {
    localStorage.setItem(`draft_${person(['parent']).id}_`, JSON.stringify({ html: '<p>Где занятие?</p>' }))
    await open('/events?when=past&tickets=new')
    await screen.findByRole('textbox', { name: 'Текст обращения' })
    await press('Проверить и отправить')
    await screen.findByText('Мероприятия, /events?when=past')
  })
})
