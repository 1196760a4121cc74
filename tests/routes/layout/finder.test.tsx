import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import MiniSearch from 'minisearch'
import { describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { fixedClock } from '#src/app/clock.ts'
import { child, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const maria = 'b1111111-1111-4111-8111-111111111111'
const id = '00000000-0000-4000-8000-000000000001'
const menu = {
  items: [{ key: 'events', title: 'Мероприятия', system: 'LK', route: 'events', url: null, icon: 'events' }],
}

async function open(role: Role, replies: Parameters<typeof visit>[1] = {}, now = '2026-11-20T09:00:00Z') {
  vi.stubGlobal('scrollTo', () => undefined)
  // JSDOM has neither, and cmdk calls both.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView ??= () => undefined
  const clock = fixedClock(Date.parse(now))
  const replied = {
    'GET /api/v1/profile': { body: person([role]) },
    'GET /api/v1/system/menu': { body: menu },
    ...replies,
  }
  const visited = await visit(role === 'parent' ? '/tax-deduction' : '/', replied, { clock })
  await screen.findByRole('button', { name: 'Поиск по кабинету' })
  return visited
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('a parent finds pages, children and lessons by keyboard, and sees the last result again', async () => {
  const user = userEvent.setup()
  const { here } = await open('parent', {
    'GET /api/v1/profile/children': { body: [child(maria, 'Мария')] },
    'GET /api/v1/parent/children/schedule/list': {
      body: [
        scheduleItem({
          uuid: id,
          studentUuid: maria,
          subject: 'Химия',
          startsAt: '2026-11-21T07:00:00.000Z',
          endsAt: '2026-11-21T08:00:00.000Z',
        }),
      ],
    },
  })
  await user.keyboard('{Control>}[KeyK]{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Поиск по кабинету' })
  expect(document.activeElement).toBe(field)
  await user.type(field, 'мария: рас')
  await waitFor(() => expect(options()).toEqual(['Мария: расписание']))
  await user.clear(field)
  await user.type(field, 'хими')
  await waitFor(() => expect(options()).toEqual(['Химия21\u00a0ноября в\u00a010:00\u00a0· Мария']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(here()).toBe(`/schedule?date=2026-11-21&item=${id}`))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())

  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  const recent = await screen.findByRole('group', { name: 'Недавнее' })
  expect(
    within(recent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Химия21\u00a0ноября в\u00a010:00\u00a0· Мария'])
})

test('after the last week of a month the lessons of the next one are found too', async () => {
  const list = 'GET /api/v1/parent/children/schedule/list'
  const { callsOf } = await open('parent', { [list]: { body: [] } }, '2026-05-29T09:00:00Z')
  await userEvent.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  await waitFor(() =>
    expect(callsOf(list).map(({ url }) => url.searchParams.get('month_date'))).toEqual(['2026-05-01', '2026-06-01']),
  )
})

describe('Contracts', () => {
  const paidOn = '2026-11-19T09:00:00.000Z'
  const paid = { uuid: id, kind: 'ReceivingDS', amount: 120_000, at: paidOn, number: '770', hasReceipt: true }
  const contractOf = (uuid: string, title: string, number: string) => ({
    ...contract({ uuid, number, program: { title, schoolYear: '2026/2027' } }),
    canTerminate: true,
    payments: [{ ...payment({}), operations: [paid] }],
  })
  const [chemistry, physics] = [contractOf(maria, 'Химия', '26-ХИМ-1354'), contractOf(id, 'Физика', '26-ФИЗ-9792')]
  const list = 'GET /api/v1/profile/contract/list'
  const type = async (text: string) => {
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
    await user.type(await screen.findByRole('combobox', { name: 'Поиск по кабинету' }), text)
    return user
  }

  test('are found by the number of a payment, which is marked there', async () => {
    const { here } = await open('parent', { [list]: { body: [chemistry] } })
    const user = await type('770')
    await waitFor(() =>
      expect(options()).toEqual(['Платёж 7701\u00a0200\u00a0₽, 19\u00a0ноября\u00a0· Химия\u00a0· Артём']),
    )
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe(`/contracts-and-payments/${maria}?operation=${id}`))
  })

  test('of which one can be terminated is opened at that step', async () => {
    const { here } = await open('parent', { [list]: { body: [chemistry] } })
    const user = await type('расторгнуть')
    await waitFor(() => expect(options()[0]).toBe('Расторгнуть договор'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe(`/contracts-and-payments/${maria}?dialog=terminate`))
  })

  test('of which several can be terminated are asked for, with a way back', async () => {
    const { here } = await open('parent', { [list]: { body: [chemistry, physics] } })
    const user = await type('расторгнуть')
    await waitFor(() => expect(options()[0]).toBe('Расторгнуть договор'))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('group', { name: 'Расторгнуть договор' })).toBeTruthy()
    expect(options()).toEqual(['ХимияАртём\u00a0· Договор 26-ХИМ-1354', 'ФизикаАртём\u00a0· Договор 26-ФИЗ-9792'])
    await user.click(screen.getByRole('button', { name: 'Назад' }))
    expect(screen.queryByRole('group', { name: 'Расторгнуть договор' })).toBeNull()
    await user.type(screen.getByRole('combobox'), 'расторгнуть{Enter}')
    await user.type(screen.getByRole('combobox'), 'физ')
    await waitFor(() => expect(options()).toEqual(['ФизикаАртём\u00a0· Договор 26-ФИЗ-9792']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe(`/contracts-and-payments/${id}?dialog=terminate`))
  })

  test('have their receipts beside their payments; none can be terminated by another than the customer', async () => {
    const { canTerminate: _, ...ofOther } = chemistry
    const { here } = await open('parent', { [list]: { body: [ofOther] } })
    const user = await type('чек')
    await waitFor(() => expect(options()[0]).toBe('Чеки и подтверждения оплаты'))
    await user.clear(screen.getByRole('combobox'))
    await user.type(screen.getByRole('combobox'), 'расторгнуть')
    await waitFor(() => expect(options()[0]).toBe('Договоры и оплата'))
    expect(options()).not.toContain('Расторгнуть договор')
    await user.clear(screen.getByRole('combobox'))
    await user.type(screen.getByRole('combobox'), 'чек{Enter}')
    await waitFor(() => expect(here()).toBe(`/contracts-and-payments/${maria}?operation=${id}`))
  })
})

test('the action about the password opens the form to change it', async () => {
  const user = userEvent.setup()
  const { here } = await open('parent')
  await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  await user.type(await screen.findByRole('combobox', { name: 'Поиск по кабинету' }), 'пароль{Enter}')
  expect(await screen.findByRole('dialog', { name: /пароль|пароля/i })).toBeTruthy()
  expect(here()).toBe('/profile?section=security&dialog=password')
})

test('an administrator finds users, who are searched for by the server', async () => {
  const user = userEvent.setup()
  const { here, callsOf } = await open('administrator', {
    'GET /api/v1/admin/user/list': {
      body: {
        items: [
          {
            ...person(['parent']),
            id,
            status: 'active',
            lastSignInAt: null,
            relatives: [],
            groups: [],
            isCurator: false,
            loginAs: { allowed: true, reason: null },
            foundBy: { kind: 'group', text: 'АД-1' },
          },
        ],
        total: 1,
        page: 1,
        pageSize: 50,
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  await user.type(await screen.findByRole('combobox', { name: 'Поиск по кабинету' }), 'sok')
  const found = within(await screen.findByRole('group', { name: 'Пользователи' }))
  expect(callsOf('GET /api/v1/admin/user/list').map(({ url }) => url.searchParams.get('search'))).toEqual(['sok'])
  expect(found.getByRole('option').textContent).toContain('группа «АД-1»')
  await user.click(found.getByRole('option'))
  await waitFor(() => expect(here()).toBe(`/adm-panel/?user=${id}`))
})

test('an administrator finds a contract by the number of a payment', async () => {
  const user = userEvent.setup()
  const { here } = await open('administrator', {
    'GET /api/v1/admin/contract/search': {
      body: [
        {
          uuid: id,
          number: '26-ХИМ-1',
          status: 'Concluded',
          program: 'Химия',
          student: { id: maria, name: 'Соколова Мария' },
          customer: { id, name: 'Соколова Ольга' },
          receipt: { number: '770', amount: 120_000, at: '2026-11-19T09:00:00Z' },
        },
      ],
    },
  })
  await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  await user.type(await screen.findByRole('combobox', { name: 'Поиск по кабинету' }), '770')
  const found = within(await screen.findByRole('group', { name: 'Договоры и платежи' }))
  expect(found.getByRole('option').textContent).toMatch(/^Договор 26-ХИМ-1.*платёж 770.*Соколова Мария.*Соколова Ольга/)
  await user.click(found.getByRole('option'))
  await waitFor(() => expect(here()).toBe(`/adm-panel/?contract=${id}`))
})

test('the index is built for the offered items and not for each key', async () => {
  const user = userEvent.setup()
  await open('administrator')
  await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  const field = await screen.findByRole('combobox', { name: 'Поиск по кабинету' })
  const builds = vi.spyOn(MiniSearch.prototype, 'addAll')
  await user.type(field, 'журнал')
  await waitFor(() => expect(options()).toContain('Журнал действий'))
  expect(builds).not.toHaveBeenCalled()
})

test('a search that is under way or has failed is not an empty result', async () => {
  const user = userEvent.setup()
  const { promise, resolve } = Promise.withResolvers<Reply>()
  await open('administrator', { 'GET /api/v1/admin/user/list': () => promise })
  await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  await user.type(await screen.findByRole('combobox', { name: 'Поиск по кабинету' }), 'sok')
  const status = within(screen.getByRole('dialog')).getByRole('status')
  expect(status.textContent).toBe('Ищем…')
  resolve({ problem: 'unavailable', status: 503 })
  await waitFor(() => expect(status.textContent).toBe('Сервер временно недоступен. Попробуйте через минуту.'))
})

test('the help opens by the question mark, but not while typing', async () => {
  const user = userEvent.setup()
  await open('parent')
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Помощь' })
  expect(within(help).getByRole('link', { name: 'Сообщения' }).getAttribute('href')).toBe('/messages')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Поиск по кабинету' }))
  await user.type(await screen.findByRole('combobox', { name: 'Поиск по кабинету' }), '?')
  expect(screen.queryByRole('dialog', { name: 'Помощь' })).toBeNull()
})
