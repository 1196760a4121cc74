import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { artem, course, ids, maria } from '#tests/support/samples/purchase-samples.ts'

const uuid = '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c01'

async function open(address: string, role: Role = 'parent', more: Parameters<typeof visit>[1] = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  return visit(address, { 'GET /api/v1/profile': { body: person([role]) }, ...more })
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = (name: string) => screen.findByRole('dialog', { name })
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function openByHelp() {
  await press('Помощь')
  await press('Написать в школу')
  return dialog('Новое сообщение')
}

/** Screens with the help, as a family has them. */
const addresses = [
  '/home-page',
  '/contracts-and-payments?filter[status][]=Open',
  '/contracts-and-payments/ca000000-0000-4000-8000-000000000001',
  '/catalog?search=алгебра&page=2',
  '/catalog/10000000-0000-4000-8000-000000000001',
  '/catalog/comparison',
  '/catalog/10000000-0000-4000-8000-000000000001/purchase',
  '/events?when=past',
  '/news',
  '/messages?search=каникулы',
  '/profile',
  '/progress?only=notable',
  '/learning-progress',
  '/homework?date=2026-11-20',
  '/schedule?view=week&date=2026-11-20',
  '/change-schedule',
  '/payment',
  '/verify',
  '/2035',
  '/tax-deduction?year=2024',
  '/grade-book/?view=totals',
].map((address) => encodeURI(address).replaceAll('%5B', '[').replaceAll('%5D', ']'))

describe('A new ticket', () => {
  test.each(addresses)('opens over %s, and closing or Back returns there', async (address) => {
    const { here, history } = await open(address)
    const opened = `${address}${address.includes('?') ? '&' : '?'}tickets=new`
    await openByHelp()
    expect(here()).toBe(opened)
    await press('Закрыть')
    await noDialog()
    expect(here()).toBe(address)

    await openByHelp()
    history.back()
    await noDialog()
    expect(here()).toBe(address)
  })

  test('opens over every screen that has the help', () => {
    const withMenu = Object.values<Screen>(screens).filter(
      ({ address, layout, name }) =>
        address !== null &&
        (layout === 'default' || layout === 'header-and-footer') &&
        !['home', 'admin'].includes(name),
    )
    for (const { search } of withMenu) expect(search?.({ tickets: 'new' })).toEqual({ tickets: 'new' })
    const paths = addresses.map((address) => address.split('?')[0]?.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '$id'))
    expect(paths.toSorted()).toEqual(withMenu.map(({ address }) => address).toSorted())
  })

  test('of an address closes onto the page without it', async () => {
    const { here, history } = await open('/schedule?date=2026-11-20&tickets=new')
    await dialog('Новое сообщение')
    expect(history.length).toBe(1)
    await press('Закрыть')
    await noDialog()
    expect(here()).toBe('/schedule?date=2026-11-20')
  })

  test('opens by a link in a news item over the item', async () => {
    const item = {
      id: uuid,
      title: 'Праздники',
      preview: '',
      isImportant: false,
      publishedAt: '2026-11-20T06:00:00.000Z',
      contentHtml: '<p><a href="/schedule?tickets=new">Пишите</a></p>',
      isRead: true,
    }
    const { here } = await open(`/news?item=${uuid}`, 'student', {
      'GET /api/v1/school-news/list': { body: { items: [item], total: 1, page: 1, pageSize: 20 } },
      [`GET /api/v1/school-news/${uuid}`]: { body: item },
    })
    await userEvent.click(await screen.findByRole('link', { name: 'Пишите' }))
    await dialog('Новое сообщение')
    expect(here()).toBe(`/news?item=${uuid}&tickets=new`)
  })

  test('is written by a teacher too, who has no child to choose', async () => {
    await open('/profile?tickets=new', 'teacher')
    await dialog('Новое сообщение')
    expect(screen.queryByRole('combobox', { name: 'О ком' })).toBeNull()
  })

  test('says in which state the machine of the open screen is, and leaves it as it was', async () => {
    localStorage.setItem(`draft_${person(['parent']).id}_`, JSON.stringify({ html: '<p>Где оплата?</p>' }))
    const { here } = await open(`/catalog/${ids.course}/purchase?child=${ids.artem}`, 'parent', {
      [`GET /api/v1/catalog/course/${ids.course}`]: { body: course },
      [`GET /api/v1/catalog/course/${ids.course}/student/list`]: { body: [artem(), maria] },
    })
    const group = () => screen.findByRole('heading', { level: 2, name: 'Какая группа подойдёт?' })
    await group()
    await openByHelp()
    await press('Проверить и отправить')
    const review = within(await dialog('Проверьте сообщение'))
    expect(review.getByText(/session: .*; purchase: choosingGroup; ticket: writing/)).toBeTruthy()
    expect(review.queryByText(new RegExp(artem().firstName))).toBeNull()
    await press('Закрыть')
    await noDialog()
    await group()
    expect(here()).toBe(`/catalog/${ids.course}/purchase?child=${ids.artem}`)
  })

  test('says in which state the machine of an open dialog is, and nothing of one whose screen was left', async () => {
    localStorage.setItem(`draft_${person(['parent']).id}_`, JSON.stringify({ html: '<p>Где оплата?</p>' }))
    const { app } = await open('/profile?dialog=pairing')
    await dialog('Код от школы или родителя')
    await app.router.navigate({ to: '/profile', search: { dialog: 'pairing', tickets: 'new' } })
    await press('Проверить и отправить')
    const opened = within(await dialog('Проверьте сообщение'))
    expect(opened.getByText(/session: [^;]*; pairing: entering; ticket: writing/)).toBeTruthy()
    await app.router.navigate({ to: '/events' })
    await noDialog()
    await openByHelp()
    await press('Проверить и отправить')
    const review = within(await dialog('Проверьте сообщение'))
    expect(review.getByText(/session: [^;]*; ticket: writing/)).toBeTruthy()
  })

  test('is not written by a user without a role', async () => {
    vi.stubGlobal('scrollTo', () => undefined)
    await visit('/profile?tickets=new', { 'GET /api/v1/profile': { body: person([]) } })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('keeps what was typed when one goes to another screen', async () => {
    localStorage.setItem(`draft_${person(['parent']).id}_`, JSON.stringify({ html: '<p>Где занятие?</p>' }))
    const { app } = await open('/events?tickets=new')
    expect((await screen.findByRole('textbox', { name: 'Текст сообщения' })).textContent).toBe('Где занятие?')
    await app.router.navigate({ to: '/tax-deduction', search: { year: 2024, tickets: 'new' } })
    expect((await screen.findByRole('textbox', { name: 'Текст сообщения' })).textContent).toBe('Где занятие?')
  })

  test('names the screen on which it was written', async () => {
    localStorage.setItem(`draft_${person(['parent']).id}_`, JSON.stringify({ html: '<p>Где занятие?</p>' }))
    await open('/events?when=past&tickets=new')
    await screen.findByRole('textbox', { name: 'Текст сообщения' })
    await press('Проверить и отправить')
    await screen.findByText('Мероприятия, /events?when=past')
  })
})
