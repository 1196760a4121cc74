import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Contract, Operation } from '#contract/contracts.ts'
import { person, visit } from '#tests/support/browser-app.tsx'
import { contract, payment, students } from '#tests/support/contract-samples.ts'
import { groupMove, ids, studyGroup } from '#tests/support/move-samples.ts'
import { wordsOf } from '#tests/support/words.ts'

const open = (contracts: Contract[], id: string) =>
  visit(`/contracts-and-payments/${id}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/profile/contract/list': { body: contracts },
  })

const operation = (kind: string, amount: number, at: string): Operation => ({
  uuid: crypto.randomUUID(),
  kind: kind as Operation['kind'],
  amount,
  at,
})

test('a contract shows its terms, its sums and its payments with their operations', async () => {
  const shown = contract({
    number: '26-М-00000042',
    program: { title: 'Олимпиадная математика', schoolYear: '2026/27' },
    student: students.maria,
    groupTitle: 'М-7',
    territory: { uuid: 'e0000000-0000-4000-8000-000000000001', title: 'Сокол' },
    total: 90_000_00,
    paid: 40_000_00,
    debt: 45_000_00,
    payments: [
      payment({
        title: 'Первый платёж',
        dueOn: '2026-09-05',
        amount: 45_000_00,
        paid: 40_000_00,
        status: 'Closed',
        operations: [
          operation('ReceivingDS', 45_000_00, '2026-09-03T09:30:00Z'),
          operation('ReturnDS', 5_000_00, '2026-10-01T10:00:00Z'),
        ],
      }),
      payment({ title: 'Второй платёж', dueOn: '2100-01-15', amount: 45_000_00 }),
    ],
  })
  await open([contract(), shown], shown.uuid)
  await screen.findByRole('heading', { level: 1, name: 'Олимпиадная математика' })
  const terms = screen.getByText('Условия').closest('section') as HTMLElement
  expect(wordsOf(terms)).toMatch(
    /26-М-00000042.*1 сентября 2026 г\..*Мария Соколова.*М-7.*Сокол.*Очно.*Оплата по этапам/,
  )
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toMatch(/40\s000\s₽ из 90\s000\s₽/)
  expect(wordsOf(screen.getByText(/^Заплатить/))).toBe('Заплатить 45 000 ₽ до 15 января')
  const [, first, second, total] = within(screen.getByRole('table', { name: 'График платежей' })).getAllByRole('row')
  expect(wordsOf(first as HTMLElement)).toMatch(
    /^Первый платёжПоступление \+45 000 ₽, 3 сентября( в|,) 12:30Возврат −5 000 ₽, 1 октября( в|,) 13:00.*5 сентября 2026 г\..*Оплачен.*45 000 ₽.*40 000 ₽$/,
  )
  expect(wordsOf(second as HTMLElement)).toMatch(/^Второй платёж.*15 января 2100 г\..*Ждёт оплаты.*45 000 ₽.*—$/)
  expect(wordsOf(total as HTMLElement)).toMatch(/^Всего по договору.*90 000 ₽.*40 000 ₽$/)
})

test('a payment whose day has passed says that it is overdue', async () => {
  const late = contract({ payments: [payment({ dueOn: '2020-01-01' })] })
  await open([late], late.uuid)
  const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(wordsOf(row as HTMLElement)).toContain('Просрочен')
})

test('a status and a kind of operation that nobody knows are shown as unknown', async () => {
  const strange = contract({
    payments: [
      payment({ status: 'Haunted' as 'Open', operations: [operation('Barter', 100, '2026-09-03T09:30:00Z')] }),
    ],
  })
  await open([strange], strange.uuid)
  const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(wordsOf(row as HTMLElement)).toMatch(/^Платёжнеизвестно 1 ₽.*неизвестно/)
})

test('an id that is not among the person’s contracts says so and leads back', async () => {
  await open([contract()], 'f0000000-0000-4000-8000-000000000009')
  await screen.findByRole('heading', { level: 1, name: 'Договор не найден' })
  for (const name of ['Все договоры', 'Ко всем договорам'])
    expect(screen.getByRole('link', { name })).toHaveProperty('pathname', '/contracts-and-payments')
})

describe('The group of a contract', () => {
  const groups = 'GET /api/v1/parent/children/schedule/groups/list'
  const moves = 'GET /api/v1/schedule/group/move/list'
  const shown = contract()
  const own = { contractUuid: shown.uuid }
  const openWith = (replies: Parameters<typeof visit>[1], roles: Parameters<typeof person>[0] = ['parent']) =>
    visit(`/contracts-and-payments/${shown.uuid}`, {
      'GET /api/v1/profile': { body: person(roles) },
      'GET /api/v1/profile/contract/list': { body: [shown] },
      ...replies,
    })
  const card = async () =>
    (await screen.findByRole('heading', { name: 'Смена группы' })).closest('section') as HTMLElement

  test('is one step from being changed, and keeps the record of its moves', async () => {
    await openWith({
      [groups]: { body: [studyGroup(own)] },
      [moves]: {
        body: [
          groupMove({ ...own, uuid: ids.place, state: 'withdrawn', withdrawnAt: '2026-11-21T09:00:00.000Z' }),
          groupMove({ ...own, state: 'done', requestedAt: '2026-09-20T09:00:00.000Z', effectiveFrom: '2026-09-28' }),
          groupMove({ contractUuid: ids.stranger }),
        ],
      },
    })
    const rows = within(await card())
      .getAllByRole('listitem')
      .map(wordsOf)
    expect(rows).toEqual([
      'Из группы «М-7-А» в группу «М-7-Б»Запрошено 20 ноября 2026 г. · отозвано 21 ноября',
      'Из группы «М-7-А» в группу «М-7-Б»Запрошено 20 сентября 2026 г. · действует с 28 сентября',
    ])
    const link = within(await card()).getByRole('link', { name: 'Сменить группу' })
    expect(link.getAttribute('href')).toBe(`/change-schedule?contract=${shown.uuid}`)
  })

  test('that is being changed leads to where that can be taken back', async () => {
    await openWith({
      [groups]: { body: [studyGroup({ ...own, canChange: false, reason: 'move-under-way' })] },
      [moves]: { body: [groupMove(own)] },
    })
    const link = within(await card()).getByRole('link', { name: 'Посмотреть или отозвать' })
    expect(link.getAttribute('href')).toBe('/change-schedule')
    expect(wordsOf(await card())).toContain('начнёт действовать 24 ноября')
  })

  test('that cannot be changed says why', async () => {
    await openWith({
      [groups]: { body: [studyGroup({ ...own, canChange: false, reason: 'not-paid' })] },
      [moves]: { body: [] },
    })
    expect(wordsOf(await card())).toContain('Договор не оплачен. Группу можно будет сменить после оплаты.')
    expect(within(await card()).queryByRole('link')).toBeNull()
  })

  test('is not asked about for whoever has no groups, and what cannot be had spoils nothing (D-39)', async () => {
    const { callsOf } = await openWith({}, ['teacher'])
    await screen.findByText('Условия')
    expect([callsOf(groups), callsOf(moves)]).toEqual([[], []])
    const { app } = await openWith({
      [groups]: { problem: 'internal-error', status: 500 },
      [moves]: { problem: 'role-missing', status: 403 },
    })
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0), { timeout: 4000 })
    expect(app.session.getSnapshot().value).toEqual({ signedIn: 'present' })
    expect(screen.queryByRole('heading', { name: 'Смена группы' })).toBeNull()
  })
})
