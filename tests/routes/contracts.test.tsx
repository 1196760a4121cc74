import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Contract, Payment } from '#contract/contracts.ts'
import { contractSearch } from '#contract/screen-searches.ts'
import { filterContracts, offeredStatuses, studentsOf } from '#src/routes/-contracts-and-payments/filter.ts'
import { person, visit } from '#tests/support/browser-app.tsx'
import { contract, payment, students } from '#tests/support/contract-samples.ts'
import { wordsOf } from '#tests/support/words.ts'

describe('the filter', () => {
  const contracts = [
    contract({ status: 'Concluded', student: students.artem }),
    contract({ status: 'Frozen', student: students.maria }),
    contract({ status: 'Concluded', student: students.maria }),
    contract({ status: 'Haunted' as Contract['status'], student: students.maria }),
  ]

  test('the address gives back only what is known', () => {
    expect(contractSearch({ filter: { child: students.maria.uuid, status: ['Frozen', 'Haunted'] } })).toEqual({
      filter: { child: students.maria.uuid, status: ['Frozen'] },
    })
    expect(contractSearch({ filter: { status: 'Open' } })).toEqual({ filter: { status: ['Open'] } })
    for (const filter of [undefined, null, 'x', [], { child: ['a'], status: { a: 1 } }, { child: '' }])
      expect(contractSearch({ filter })).toEqual({})
  })

  test('child and statuses narrow together', () => {
    const { uuid } = students.maria
    expect(filterContracts(contracts, { child: uuid, status: ['Frozen'] })).toEqual([contracts[1]])
    expect(filterContracts(contracts, { status: ['Concluded', 'Frozen'] })).toEqual(contracts.slice(0, 3))
    expect(filterContracts(contracts, {})).toEqual(contracts)
  })

  test('statuses stand in their own order in the address, however they were chosen', () => {
    expect(contractSearch({ filter: { status: ['Frozen', 'Open'] } })).toEqual({
      filter: { status: ['Open', 'Frozen'] },
    })
  })

  test('statuses are offered with the numbers of the chosen child, and a chosen one stays though it is empty', () => {
    expect(offeredStatuses(contracts, { child: students.maria.uuid, status: ['NotPaid'] })).toEqual([
      { status: 'Concluded', count: 1 },
      { status: 'Frozen', count: 1 },
      { status: 'NotPaid', count: 0 },
    ])
  })

  test('each student is offered once, by name', () => {
    expect(studentsOf(contracts, 'ru')).toEqual([students.artem, students.maria])
  })
})

describe('the page', () => {
  const call = 'GET /api/v1/profile/contract/list'
  const asParent = { 'GET /api/v1/profile': { body: person(['parent']) } }
  const open = (contracts: Contract[], search = '') =>
    visit(`/contracts-and-payments${search}`, { ...asParent, [call]: { body: contracts } })

  test('says what to pay next and lists the contracts with status, child and sums', async () => {
    await open([
      contract({
        program: { title: 'Математика', schoolYear: '2026/27' },
        student: students.artem,
        payments: [payment({ title: 'Второй платёж', dueOn: '2100-01-15', amount: 12_500_00 })],
        total: 90_000_00,
        paid: 45_000_00,
        debt: 45_000_00,
      }),
    ])
    const next = await screen.findByRole('region', { name: 'К оплате' })
    expect(wordsOf(next)).toMatch(/Заплатить до 15 января.*12 500 ₽Второй платёж · Математика · Артём/)
    expect(within(next).getByRole('link', { name: 'Открыть договор' })).toBeDefined()
    const card = screen.getByRole('article')
    expect(wordsOf(card)).toMatch(
      /^ЗаключёнМатематикаАртём Соколов · 2026\/27 · Оплата по этапам.*45 000 ₽ из 90 000 ₽Долг 45 000 ₽/,
    )
  })

  test('a filter goes to the address, and the address brings it back', async () => {
    const { here } = await open([
      contract({ status: 'Concluded', program: { title: 'Физика', schoolYear: '2026/27' }, student: students.artem }),
      contract({ status: 'Frozen', program: { title: 'Химия', schoolYear: '2026/27' }, student: students.maria }),
    ])
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /Приостановлен/ }))
    await waitFor(() => expect(here()).toBe('/contracts-and-payments?filter[status][]=Frozen'))
    expect(screen.queryByRole('link', { name: 'Физика' })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Кто учится' }), 'Артём Соколов')
    await screen.findByText('Таких договоров нет')
    await user.click(screen.getByRole('button', { name: 'Показать все договоры' }))
    await screen.findByRole('link', { name: 'Физика' })
    expect(here()).toBe('/contracts-and-payments')
  })

  test('without contracts it says what will be here and leads to the catalog', async () => {
    await open([])
    await screen.findByText('Договоров пока нет')
    expect(screen.getByRole('link', { name: 'Выбрать курс в каталоге' })).toHaveProperty('pathname', '/catalog')
  })

  test('values that nobody knows are shown as unknown and break nothing', async () => {
    await open([
      contract({
        status: 'Haunted' as Contract['status'],
        paymentScheme: 'Barter' as Contract['paymentScheme'],
        payments: [payment({ status: 'toString' as Payment['status'] })],
      }),
    ])
    expect(wordsOf(await screen.findByRole('article'))).toMatch(/неизвестно.*неизвестно/)
    expect(screen.getByText('Сейчас платить ничего не нужно')).toBeDefined()
  })

  test('a failure keeps the page and offers to try again', async () => {
    const { server } = await visit('/contracts-and-payments', {
      ...asParent,
      [call]: { problem: 'too-many-requests', status: 429 },
    })
    const again = await screen.findByRole('button', { name: 'Попробовать снова' })
    expect(screen.getByRole('heading', { level: 1, name: 'Договоры и оплата' })).toBeDefined()
    server[call] = { body: [contract({ program: { title: 'Физика', schoolYear: '2026/27' } })] }
    await userEvent.click(again)
    await screen.findByRole('link', { name: 'Физика' })
  })

  test('of 5 000 contracts only those in view are drawn', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    const many = Array.from({ length: 5000 }, (_, index) =>
      contract({ program: { title: `Курс ${index + 1}`, schoolYear: '2026/27' } }),
    )
    await open(many)
    await screen.findByText('5 000 договоров')
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('5000'))
    expect(screen.getAllByRole('article').length).toBeLessThan(60)
  })
})
