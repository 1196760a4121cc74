import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Contract, Operation } from '#contract/enrolment/contracts.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { contract, payment, students } from '#tests/support/samples/contract-samples.ts'
import { historyToTerminate } from '#tests/support/samples/termination-samples.ts'
import { groupTransfer, ids, studyGroup } from '#tests/support/samples/transfer-samples.ts'

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
  hasReceipt: kind === 'ReceivingDS',
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
  expect(textOf(terms)).toMatch(/26-М-00000042.*1 сентября 2026 г\..*М-7.*Сокол.*Очно.*Оплата по этапам/)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toMatch(/40\s000\s₽ из 90\s000\s₽/)
  expect(textOf(screen.getByText(/^Заплатить/))).toBe('Заплатить 45 000 ₽ до 15 января')
  const [, first, second, total] = within(screen.getByRole('table', { name: 'График платежей' })).getAllByRole('row')
  expect(textOf(first as HTMLElement)).toMatch(
    /^Первый платёжПоступил платёж \+45 000 ₽, 3 сентября( в|,) 12:30ПодтверждениеПодтверждение оплаты \(PDF\): Первый платёж, 45 000 ₽, 3 сентября 2026 г\.Возврат −5 000 ₽, 1 октября( в|,) 13:00.*5 сентября 2026 г\..*Оплачен.*45 000 ₽.*40 000 ₽$/,
  )
  expect(textOf(second as HTMLElement)).toMatch(
    /^Второй платёж.*15 января 2100 г\..*Ждёт оплаты.*45 000 ₽.*—.*Скачать счёт: Второй платёж$/,
  )
  expect(textOf(total as HTMLElement)).toMatch(/^Всего по договору.*90 000 ₽.*40 000 ₽$/)
})

test('payments have the title of their kind in the language of the page, else the stored title', async () => {
  const kinds = ['whole', 'stage', 'stage', 'month', 'fund', 'other'] as const
  const dueOn = '2026-12-05'
  const shown = contract({ payments: kinds.map((kind) => payment({ kind, title: 'Как на счёте', dueOn })) })
  await open([shown], shown.uuid)
  const titles = within(await screen.findByRole('table', { name: 'График платежей' })).getAllByRole('rowheader')
  expect(titles.slice(0, kinds.length).map(textOf)).toEqual([
    'Полная оплата',
    '2-й платёж',
    '3-й платёж',
    'Декабрь',
    'Материнский капитал',
    'Как на счёте',
  ])
})

test.each([
  ['the course', 'c0000000-0000-4000-8000-000000000077', '/catalog/c0000000-0000-4000-8000-000000000077'],
  ['the 2035 programme', null, '/2035'],
])('a contract that expired unpaid says so, demands no payment and links to %s', async (_, courseUuid, path) => {
  const unpaid = contract({ status: 'NotPaid', debt: 0, payments: [payment({ status: 'Canceled' })] })
  await visit(`/contracts-and-payments/${unpaid.uuid}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/profile/contract/list': { body: [unpaid] },
    [`GET /api/v1/profile/contract/${unpaid.uuid}/history`]: {
      body: {
        events: [
          { kind: 'made', at: '2026-08-20T09:00:00.000Z' },
          { kind: 'status', at: '2026-09-02T09:00:00.000Z', status: 'NotPaid' },
        ],
        agreement: null,
        waitsFor: null,
        canTerminate: false,
        courseUuid,
        documents: [],
      },
    },
  })
  await screen.findByText('Договор не оплачен в срок и больше не действует')
  expect(await screen.findByRole('link', { name: 'Записаться заново' })).toHaveProperty('pathname', path)
  expect(screen.queryByRole('button', { name: /Скачать счёт/ })).toBeNull()
  expect(screen.queryByText('Долг')).toBeNull()
})

describe('More than two paid payments', () => {
  const at = '2026-09-03T09:30:00Z'
  const paid = (title: string) => {
    const booked = operation('ReceivingDS', 10_000_00, at)
    return payment({ title, status: 'Closed', paid: 10_000_00, paidAt: at, operations: [booked] })
  }
  const payments = [paid('Первый'), paid('Второй'), paid('Третий'), payment({ title: 'Четвёртый' })]
  const shown = contract({ payments })
  const titles = async () =>
    within(await screen.findByRole('table', { name: 'График платежей' }))
      .getAllByRole('rowheader')
      .map(textOf)

  test('are one row, which unfolds and folds them', async () => {
    await open([shown], shown.uuid)
    expect(await titles()).toEqual(['Оплачено 3 платежа', 'Четвёртый', 'Всего по договору'])
    const fold = screen.getByRole('button', { name: 'Оплачено 3 платежа', expanded: false })
    await userEvent.click(fold)
    expect(fold.getAttribute('aria-expanded')).toBe('true')
    const all = ['Оплачено 3 платежа', 'Первый', 'Второй', 'Третий', 'Четвёртый', 'Всего по договору']
    expect(await titles()).toEqual(all)
    await userEvent.click(fold)
    expect(await titles()).toHaveLength(3)
  })

  test('are unfolded where the address names an operation of one', async () => {
    await open([shown], `${shown.uuid}?operation=${payments[1]?.operations[0]?.uuid}`)
    expect(await titles()).toContain('Второй')
    const row = screen.getByText('Второй').closest('tr')
    expect(row?.getAttribute('aria-current')).toBe('true')
  })
})

test('a phone shows sum, status, due date and received money of each payment, and their totals', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
  const shown = contract({
    total: 171_000_50,
    paid: 12_250_00,
    payments: [
      payment({ dueOn: '2025-09-15', amount: 41_000_50, paid: 2_250_00 }),
      payment({ dueOn: '2100-01-10', amount: 42_000_00, paid: 5_000_00 }),
      payment({ dueOn: '2100-01-15', amount: 43_000_00, status: 'Error' }),
      payment({ dueOn: '2100-02-15', amount: 44_000_00, status: 'DeferredPayment', paid: 5_000_00 }),
      payment({ dueOn: '2100-03-15', amount: 45_000_00, status: 'Canceled' }),
    ],
  })
  await open([shown], shown.uuid)
  const rows = within(await screen.findByRole('list', { name: 'График платежей' })).getAllByRole('listitem')
  expect(rows.map((row) => [...row.querySelectorAll('p')].map(textOf))).toEqual([
    ['Платёж · 41 000,50 ₽', 'Долг 38 750,50 ₽, срок был 15 сентября'],
    ['Платёж · 42 000 ₽', 'Внесено 5 000 ₽, ещё 37 000 ₽ до 10 января'],
    ['Платёж · 43 000 ₽', 'Оплата не прошла. Заплатить до 15 января'],
    ['Платёж · 44 000 ₽', 'Отсрочен · внесено 5 000 ₽ · срок 15 февраля'],
    ['Платёж · 45 000 ₽', 'Отменён · срок 15 марта'],
  ])
  // The short label is shown, the whole one is read.
  const [bill] = within(rows[0] as HTMLElement).getAllByRole('button', { name: 'Скачать счёт: Платёж' })
  expect(within(bill as HTMLElement).getByText('Счёт')).toBeDefined()
  expect(textOf(screen.getByText('Оплачено', { selector: 'p' }) as HTMLElement)).toBe(
    'Оплачено12 250 ₽ из 171 000,50 ₽',
  )
})

test('an unknown id shows an empty state with a link back', async () => {
  await open([contract()], 'f0000000-0000-4000-8000-000000000009')
  await screen.findByRole('heading', { level: 1, name: 'Договор не найден' })
  for (const name of ['Все договоры', 'Ко всем договорам'])
    expect(screen.getByRole('link', { name })).toHaveProperty('pathname', '/contracts-and-payments')
})

test('a transfer names the other contract, if it belongs to the user', async () => {
  const at = '2026-10-01T10:00:00Z'
  const left = contract({
    number: '26-А-1',
    payments: [payment({ status: 'Canceled', operations: [operation('ReturnTransferDS', 5_000_00, at)] })],
  })
  const joined = contract({
    payments: [
      payment({
        operations: [
          operation('ReceivingTransferDS', 5_000_00, at),
          operation('ReceivingTransferDS', 1_00, '2026-10-02T10:00:00Z'),
        ],
      }),
    ],
  })
  await open([left, joined], joined.uuid)
  const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(textOf(row as HTMLElement)).toMatch(
    /^ПлатёжПеренесено с договора № 26-А-1 \+5 000 ₽.*Перенесено с другого договора \+1 ₽/,
  )
})

describe('A confirmation of payment', () => {
  const at = '2026-09-03T09:30:00Z'
  const booked = operation('ReceivingDS', 10_000_00, at)
  const returned = { ...operation('ReceivingDS', 5_000_00, at), hasReceipt: false }
  const shown = contract({
    payments: [
      payment({ title: 'Первый', status: 'Closed', paid: 10_000_00, paidAt: at, operations: [booked] }),
      payment({ title: 'Второй', operations: [returned, operation('ReturnDS', 5_000_00, at)] }),
    ],
  })
  const link = `GET /api/v1/profile/contract/${shown.uuid}/operation/${booked.uuid}/receipt-link`
  const name = 'Подтверждение оплаты (PDF): Первый, 10 000 ₽, 3 сентября 2026 г.'

  test('is downloaded by its own link, for each payment that was not returned', async () => {
    const { server, left } = await open([shown], shown.uuid)
    server[link] = { body: { url: '/api/v1/document/payment-receipt/1/2/3' } }
    const buttons = await screen.findAllByRole('button', { name: /Подтверждение оплаты/ })
    expect(buttons.map(textOf)).toEqual([`Подтверждение${name}`])
    await userEvent.click(buttons[0] as HTMLElement)
    await waitFor(() => expect(left).toEqual(['/api/v1/document/payment-receipt/1/2/3']))
  })

  test('that cannot be made any more shows the reason', async () => {
    const { server } = await open([shown], shown.uuid)
    server[link] = { problem: 'state-conflict', status: 409 }
    const button = await screen.findByRole('button', { name: /Подтверждение оплаты/ })
    await userEvent.click(button)
    expect(textOf(await within(button.closest('tr') as HTMLElement).findByRole('alert'))).toBe(
      'Не удалось подготовить подтверждение. За это время данные изменились. Обновите страницу и попробуйте ещё раз.',
    )
  })

  test('is where a notification leads to: the operation of the address is marked and scrolled to', async () => {
    const scrolled: Element[] = []
    Element.prototype.scrollIntoView = function scrollIntoView() {
      scrolled.push(this)
    }
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
    await open([shown], `${shown.uuid}?operation=${booked.uuid}`)
    const row = (await screen.findByRole('button', { name: /Подтверждение оплаты/ })).closest('tr') as HTMLElement
    expect(row.getAttribute('aria-current')).toBe('true')
    await waitFor(() => expect(scrolled).toEqual([row]))
    expect(document.querySelectorAll('[aria-current=true]')).toHaveLength(1)
  })
})

test('a payment that was made online has its fiscal receipt; one that is not registered says so', async () => {
  const at = '2026-09-03T09:30:00Z'
  const url = 'https://receipt.example/1'
  const paid = { ...operation('ReceivingDS', 10_000_00, at), fiscalReceipt: { url } }
  const shown = contract({
    payments: [
      payment({ title: 'Первый', status: 'Closed', paid: 10_000_00, paidAt: at, operations: [paid] }),
      payment({
        title: 'Второй',
        operations: [
          { ...operation('ReceivingDS', 5_000_00, at), fiscalReceipt: { url: null } },
          { ...operation('ReturnDS', 5_000_00, at), fiscalReceipt: { url: `${url}/back` } },
        ],
      }),
    ],
  })
  await open([shown], shown.uuid)
  const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row')
  const links = (row?: HTMLElement) => within(row as HTMLElement).getAllByRole('link')
  expect(links(first).map((link) => [textOf(link), link.getAttribute('href')])).toEqual([
    ['ЧекЧек об оплате: Первый, 10 000 ₽, 3 сентября 2026 г.', url],
  ])
  expect(links(second).map((link) => [textOf(link), link.getAttribute('href')])).toEqual([
    ['ЧекЧек возврата: Второй, 5 000 ₽, 3 сентября 2026 г.', `${url}/back`],
  ])
  expect(textOf(second as HTMLElement)).toContain('Чек готовится')
})

describe('The history of a contract', () => {
  const shown = contract({ number: '26-Ф-1', payments: [payment(), payment()] })
  const history = `GET /api/v1/profile/contract/${shown.uuid}/history`
  const openWith = (reply: NonNullable<Parameters<typeof visit>[1]>[string]) =>
    visit(`/contracts-and-payments/${shown.uuid}`, {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/contract/list': { body: [shown] },
      [history]: reply,
    })
  const cardOf = async (name: string) =>
    (await screen.findByRole('heading', { name })).closest('section') as HTMLElement

  test('shows events, what the contract waits for, and documents', async () => {
    const { server } = await openWith({
      body: {
        events: [
          { kind: 'made', at: '2026-08-20T09:00:00.000Z' },
          { kind: 'status', at: '2026-08-21T09:00:00.000Z', status: 'Concluded' },
          { kind: 'group', at: '2026-10-05T09:00:00.000Z', from: 'ФИЗ-1', to: 'ФИЗ-2', effectiveFrom: '2026-10-12' },
          { kind: 'status', at: '2026-11-01T09:00:00.000Z', status: 'Haunted' },
        ],
        agreement: {
          at: '2026-08-20T09:00:00.000Z',
          person: 'Белова Анна',
          version: '2026-08-01',
          hash: '0f'.repeat(32),
        },
        signatures: [],
        waitsFor: 'bank',
        canTerminate: false,
        courseUuid: null,
        documents: [
          { kind: 'contract', paymentUuid: null, year: null, createdAt: '2026-08-20T09:00:00.000Z' },
          ...shown.payments.map(({ uuid }) => ({ kind: 'bill', paymentUuid: uuid, year: null, createdAt: null })),
          { kind: 'tax-certificate', paymentUuid: null, year: 2025, createdAt: '2026-02-01T09:00:00.000Z' },
        ],
      },
    })
    await screen.findByText('Составлен')
    expect(
      within(await cardOf('История договора'))
        .getAllByRole('listitem')
        .map(textOf),
    ).toEqual([
      'Составлен20 августа 2026 г.',
      'Заключён21 августа 2026 г.',
      'Группа «ФИЗ-1» сменена на «ФИЗ-2», с 12 октября5 октября 2026 г.',
      'Статус изменился1 ноября 2026 г.',
    ])
    expect(screen.getByText('Договор ждёт перечисления от банка')).toBeDefined()
    const documents = await cardOf('Документы')
    expect(within(documents).getAllByRole('listitem').map(textOf)).toEqual([
      'Договор № 26-Ф-120 августа 2026 г.Договор (PDF)',
      'Справка для налоговой за 2025 год1 февраля 2026 г.Открыть налоговый вычет',
    ])
    server[`GET /api/v1/profile/contract/${shown.uuid}/document-link`] = { problem: 'not-found', status: 404 }
    await userEvent.click(within(documents).getByRole('button', { name: 'Договор (PDF)' }))
    expect(textOf(await within(documents).findByRole('alert'))).toMatch(/^Не удалось подготовить договор\. /)
  })
})

test.each([
  [{ frozenUntil: '2027-01-31' }, 'Договор приостановлен до 31 января 2027 г. включительно'],
  [{}, 'Договор приостановлен'],
])('A suspended contract says until when: %j', async (until, title) => {
  const shown = contract({ status: 'Frozen' })
  await visit(`/contracts-and-payments/${shown.uuid}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/profile/contract/list': { body: [shown] },
    [`GET /api/v1/profile/contract/${shown.uuid}/history`]: {
      body: {
        ...{ events: [], agreement: null, signatures: [], waitsFor: null, canTerminate: false, courseUuid: null },
        ...{ documents: [], ...until },
      },
    },
  })
  const notice = (await screen.findByText(/^Занятий и платежей/)).closest('section, aside, [role]') as HTMLElement
  expect(textOf(notice)).toContain(title)
})

describe('The group of a contract', () => {
  const groups = 'GET /api/v1/parent/children/schedule/groups/list'
  const transfers = 'GET /api/v1/schedule/group/transfer/list'
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

  test('links to a transfer and lists earlier ones', async () => {
    await openWith({
      [groups]: { body: [studyGroup(own)] },
      [transfers]: {
        body: [
          groupTransfer({ ...own, uuid: ids.place, state: 'withdrawn', withdrawnAt: '2026-11-21T09:00:00.000Z' }),
          groupTransfer({
            ...own,
            state: 'done',
            requestedAt: '2026-09-20T09:00:00.000Z',
            effectiveFrom: '2026-09-28',
          }),
          groupTransfer({ contractUuid: ids.stranger }),
        ],
      },
    })
    const rows = within(await card())
      .getAllByRole('listitem')
      .map(textOf)
    expect(rows).toEqual([
      'Из группы «М-7-А» в группу «М-7-Б»Запрошено 20 ноября 2026 г. · отозвано 21 ноября',
      'Из группы «М-7-А» в группу «М-7-Б»Запрошено 20 сентября 2026 г. · действует с 28 сентября',
    ])
    const link = within(await card()).getByRole('link', { name: 'Сменить группу' })
    expect(link.getAttribute('href')).toBe(`/change-schedule?contract=${shown.uuid}`)
  })

  test('links to the pending transfer, which can be withdrawn', async () => {
    await openWith({
      [groups]: { body: [studyGroup({ ...own, canChange: false, reason: 'transfer-under-way' })] },
      [transfers]: { body: [groupTransfer(own)] },
    })
    const link = within(await card()).getByRole('link', { name: 'Посмотреть или отозвать' })
    expect(link.getAttribute('href')).toBe('/change-schedule')
    expect(textOf(await card())).toContain('начнёт действовать 24 ноября')
  })

  test('stands with the termination in one card', async () => {
    const history = { ...historyToTerminate(), canTerminate: true }
    await openWith({
      [groups]: { body: [studyGroup(own)] },
      [transfers]: { body: [] },
      [`GET /api/v1/profile/contract/${shown.uuid}/history`]: { body: history },
    })
    await screen.findByRole('button', { name: 'Расторгнуть' })
    const both = screen.getByRole('heading', { level: 2, name: 'Изменить договор' }).closest('section') as HTMLElement
    expect(within(both).getAllByRole('heading', { level: 3 }).map(textOf)).toEqual(['Смена группы', 'Расторжение'])
  })

  test('shows why no transfer is possible', async () => {
    await openWith({
      [groups]: { body: [studyGroup({ ...own, canChange: false, reason: 'not-paid' })] },
      [transfers]: { body: [] },
    })
    expect(textOf(await card())).toContain(
      'Договор не оплачен в срок и больше не действует: группу по нему не сменить.',
    )
    expect(within(await card()).queryByRole('link')).toBeNull()
  })
})
