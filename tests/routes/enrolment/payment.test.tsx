import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Checkout, Refund } from '#contract/billing/checkouts.ts'
import { checkoutQuery, contractsQuery } from '#src/api/contracts.ts'
import { createClock } from '#src/app/clock.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import { payment } from '#tests/support/samples/contract-samples.ts'
import { checkout, checkoutSummary, ids, payingContracts } from '#tests/support/samples/payment-samples.ts'

function open(address: string, replies: Parameters<typeof visit>[1] = {}, document: Parameters<typeof visit>[2] = {}) {
  const server = {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/profile/contract/list': { body: payingContracts() },
    'GET /api/v1/profile/checkout/methods': { body: { methods: ['card', 'sbp'] } },
    ...replies,
  }
  return visit(address, server, document)
}

function openCheckout(
  own: Partial<Checkout>,
  replies: Parameters<typeof visit>[1] = {},
  document: Parameters<typeof visit>[2] = {},
) {
  const body = checkout({ confirmationUrl: null, finishedAt: '2026-11-23T09:00:00.000Z', ...own })
  const server = { [`GET /api/v1/profile/checkout/${ids.checkout}`]: { body }, ...replies }
  return open(`/payment?checkout=${ids.checkout}`, server, document)
}

const paidAt = '2026-11-23T09:00:00.000Z'
const refund = (own: Partial<Refund> = {}): Refund => ({
  uuid: ids.stranger,
  amount: 5_000_00,
  reason: 'paid-twice',
  state: 'pending',
  note: '',
  receiptUrl: null,
  createdAt: paidAt,
  finishedAt: null,
  ...own,
})
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name })
const main = () => textOf(screen.getByRole('main'))

describe('Choice', () => {
  const later = (dueOn: string, position: number) =>
    payment({ uuid: `cb000000-0000-4000-8000-0000000001${position}`, kind: 'month', dueOn, amount: 1_000_00 })
  const contracts = () => {
    const [maths, ...others] = payingContracts()
    if (maths === undefined) throw new Error('No contract')
    const months = ['2027-01-05', '2027-02-05', '2027-03-05']
    return [{ ...maths, payments: [...maths.payments, ...months.map((day, at) => later(day, 10 + at))] }, ...others]
  }
  const replies = { 'GET /api/v1/profile/contract/list': { body: contracts() } }
  const fold = async () => (await screen.findByText(/^Ещё/)).closest('details')

  test('shows what is overdue and the next payments; the later ones are folded with their number, day and sum', async () => {
    await open('/payment', replies)
    const next = await screen.findByRole('list', { name: 'Ближайшие платежи' })
    expect(within(next).getAllByRole('listitem').map(textOf)).toEqual([
      'МатематикаАртём · 1-й платёж · до 10 ноября, просрочен на 10 дней12 000 ₽',
      'МатематикаАртём · 2-й платёж · до 5 декабря12 000 ₽',
      'ФизикаМария · 1-й платёж · до 5 декабря10 000 ₽',
    ])
    const presets = within(screen.getByRole('group', { name: 'Выбрать сразу' })).getAllByRole('button')
    expect(presets.map(textOf)).toEqual(['Долг 12 000 ₽', 'Весь остаток 37 000 ₽'])
    expect((await fold())?.open).toBe(false)
    expect(textOf(await screen.findByText(/^Ещё/))).toBe('Ещё 3 платежа до 5 марта 2027, 3 000 ₽')
    // Beyond two weeks the date is enough, as above.
    expect(screen.getByText('до 5 января')).toBeTruthy()
  })

  test('offers the bill below the bar of the sum, which would cover it', async () => {
    await open('/payment', replies)
    const bill = await screen.findByRole('button', { name: /^Счёт на выбранное/ })
    const bar = screen.getByRole('button', { name: 'Выбрать способ оплаты' })
    expect(bar.compareDocumentPosition(bill)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('names a day that all the next payments share once, here and beside the sum', async () => {
    const [maths, ...others] = payingContracts()
    const paid = { ...maths, payments: maths?.payments.filter(({ dueOn }) => dueOn > '2026-11-20') }
    await open('/payment', { 'GET /api/v1/profile/contract/list': { body: [paid, ...others] } })
    const next = await screen.findByRole('list', { name: 'Ближайшие платежи' })
    expect(within(next).getAllByRole('listitem').map(textOf)).toEqual([
      'МатематикаАртём · 1-й платёж12 000 ₽',
      'ФизикаМария · 1-й платёж10 000 ₽',
    ])
    expect(main().split('до 5 декабря').length).toBe(2)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Выбрать способ оплаты' }))
    await heading(/^К оплате 22.000.₽$/)
    expect(main()).toContain('К оплате 22 000 ₽до 5 декабря')
    expect(main().split('до 5 декабря').length).toBe(2)
  })

  test('opens the fold if a link has chosen one of its payments', async () => {
    await open(`/payment?payment[]=${later('2027-02-05', 11).uuid}&step=choose`, replies)
    expect((await fold())?.open).toBe(true)
    expect(main()).toContain('Выбрано: 1')
  })
})

describe('Paid', () => {
  test('says what, the receipts and the next payment', async () => {
    const [maths] = payingContracts()
    const paid = payment({
      uuid: ids.overdue,
      kind: 'stage',
      amount: 12_000_00,
      paid: 12_000_00,
      status: 'Closed',
      operations: [
        {
          uuid: 'cb000000-0000-4000-8000-000000000030',
          kind: 'ReceivingDS',
          amount: 12_000_00,
          at: '2026-11-23T09:00:00.000Z',
          hasReceipt: true,
        },
      ],
    })
    const contracts = [{ ...maths, payments: [paid, ...(maths?.payments.slice(1) ?? [])] }]
    await openCheckout(
      { state: 'paid', receiptUrl: 'https://receipt.example/1' },
      { 'GET /api/v1/profile/contract/list': { body: contracts } },
    )
    await heading('Оплата прошла')
    expect(main()).toContain('Оплата прошла12 000 ₽')
    expect(main()).toContain('Артём · 1-й платёж')
    expect(screen.getByRole('link', { name: 'Кассовый чек' }).getAttribute('href')).toBe('https://receipt.example/1')
    await screen.findByRole('button', { name: /Подтверждение оплаты/ })
    expect(main()).toContain('Следующий платёж: 12 000 ₽ до 5 декабря')
  })

  test.each<[Pick<Refund, 'state' | 'reason'>, Checkout['method'], string]>([
    [{ state: 'pending', reason: 'paid-twice' }, 'card', 'Лишние 5 000 ₽ вернутся на карту'],
    [{ state: 'pending', reason: 'paid-twice' }, 'sbp', 'Лишние 5 000 ₽ вернутся на ваш счёт'],
    [{ state: 'pending', reason: 'termination' }, 'card', '5 000 ₽ вернутся на карту'],
    [{ state: 'succeeded', reason: 'paid-twice' }, 'card', '5 000 ₽ вернули на карту'],
  ])('says what becomes of money that is given back: %o by %s', async (own, method, text) => {
    await openCheckout({ state: 'paid', method, refunds: [refund(own)] })
    await heading('Оплата прошла')
    expect(main()).toContain(text)
  })

  test('leads to the school about payments if the bank does not take the refund', async () => {
    await openCheckout({ state: 'paid', refunds: [refund({ state: 'failed' })] })
    await heading('Оплата прошла')
    expect(main()).toContain('Возврат 5 000 ₽ не прошёл')
    expect(main()).toContain('Напишите нам, и мы вернём деньги другим способом.')
    await userEvent.click(screen.getByRole('button', { name: 'Написать в школу' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Новое сообщение' }))
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Тема' }).value).toBe('payments')
  })

  test.each<[string, Refund['state']]>([
    ['Этот платёж вернём', 'pending'],
    ['Этот платёж вернули', 'succeeded'],
  ])('says before all else that a payment that came twice is given back: «%s»', async (title, state) => {
    await openCheckout({ state: 'paid', refunds: [refund({ amount: 12_000_00, reason: 'paid-twice', state })] })
    await heading(title)
    expect(main()).toMatch(/12.000.₽ верн.*Пришло больше, чем оставалось заплатить\..*Платёж 12.000.₽/)
  })

  test.each<[string, Refund[]]>([
    ['Деньги вернём', [refund({ amount: 12_000_00, reason: 'contract-ended' })]],
    ['Деньги вернули', [refund({ amount: 12_000_00, reason: 'contract-ended', state: 'succeeded' })]],
    [
      'Деньги вернём',
      [refund({ amount: 7_000_00, state: 'succeeded' }), refund({ uuid: ids.maths, reason: 'contract-ended' })],
    ],
  ])('does not call paid what is given back as a whole: «%s»', async (title, refunds) => {
    await openCheckout({ state: 'paid', refunds })
    await heading(title)
    expect(main()).toContain('Платёж 12 000 ₽')
    expect(main()).toContain('Платёж пришёл, когда платить было уже не нужно.')
    expect(main()).not.toContain('Оплачено')
  })

  describe('without a receipt', () => {
    const receipt = 'https://receipt.example/1'
    const read = `GET /api/v1/profile/checkout/${ids.checkout}`
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

    async function openAt(now: string) {
      vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(now) })
      onTestFinished(() => void vi.useRealTimers())
      const app = await openCheckout({ state: 'paid' }, {}, { clock: createClock(window) })
      await heading('Оплата прошла')
      app.server[read] = { body: checkout({ state: 'paid', finishedAt: paidAt, receiptUrl: receipt }) }
      return app
    }

    test('waits for it in the first minutes', async () => {
      const { callsOf } = await openAt('2026-11-23T09:05:00Z')
      expect(main()).toContain('Кассовый чек появится здесь через несколько минут.')
      await pass(30_000)
      expect((await screen.findByRole('link', { name: 'Кассовый чек' })).getAttribute('href')).toBe(receipt)
      const before = callsOf(read).length
      await pass(60_000)
      expect(callsOf(read)).toHaveLength(before)
    })

    test('says nothing about it later', async () => {
      const { callsOf } = await openAt('2026-11-23T09:16:00Z')
      const before = callsOf(read).length
      await pass(60_000)
      expect(callsOf(read)).toHaveLength(before)
      expect(main()).not.toContain('Кассовый чек')
    })
  })
})

test('an answer of the bank that came while its page was open is shown at once', async () => {
  const { app, left } = await openCheckout({ ...checkout() })
  await userEvent.click(await screen.findByRole('button', { name: 'Не заплатили? Вернуться в банк' }))
  await heading('Открываем банк')
  await waitFor(() => expect(left).toEqual(['https://bank.example/pay/1']))
  const paid = checkout({ state: 'paid', confirmationUrl: null, finishedAt: paidAt })
  act(() => void app.queryClient.setQueryData(checkoutQuery(ids.checkout).queryKey, paid))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await heading('Оплата прошла')
})

describe('While the bank has not answered', () => {
  test('a person who has paid reads first that there is nothing to do, and no button invites to pay again', async () => {
    await openCheckout({ ...checkout() })
    await heading('Ждём ответ банка')
    const orange = screen.getByRole('main').querySelectorAll('button.bg-primary, a.bg-primary')
    expect([...orange].map(textOf)).toEqual([])
    const buttons = within(screen.getByRole('region', { name: 'Ждём ответ банка' })).getAllByRole('button')
    expect(buttons.map(textOf)).toEqual(['Не заплатили? Вернуться в банк', 'Отменить оплату'])
    expect(textOf(screen.getByRole('status'))).toMatch(
      /^Уже заплатили\? Ничего не нажимайте: ответ придёт сюда и в уведомления\./,
    )
    // The only instalment does not repeat the sum.
    expect(main().split('12 000 ₽').length).toBe(2)
  })

  test('each of several instalments has its part of the sum', async () => {
    const [line] = checkout().lines
    if (line === undefined) throw new Error('No line')
    const december = { ...line, paymentUuid: ids.december, paymentTitle: '2-й платёж' }
    await openCheckout({ ...checkout(), amount: 24_000_00, lines: [line, december] })
    await heading('Ждём ответ банка')
    expect(main()).toContain('24 000 ₽')
    expect(main().split('12 000 ₽').length).toBe(3)
  })
})

test.each<[NonNullable<Checkout['refusal']>, string, boolean]>([
  ['limit-reached', 'Измените лимит в приложении банка', false],
  ['confirmation-failed', 'Банк не получил подтверждение оплаты. Попробуйте ещё раз.', true],
])('a refusal says why and what to do: %s', async (refusal, text, mayHoldMoney) => {
  await openCheckout({ state: 'refused', refusal })
  await heading('Банк не принял оплату')
  const region = textOf(screen.getByRole('region', { name: 'Банк не принял оплату' }))
  expect(region).toMatch(/^Банк не принял оплату12 000 ₽ не списаны\. /)
  expect(region).toContain(text)
  expect(main().includes('Если банк заблокировал деньги, он вернёт их сам.')).toBe(mayHoldMoney)
  expect(screen.getByRole('button', { name: 'Заплатить ещё раз' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Заплатить по счёту' })).toBeTruthy()
})

test.each<[Checkout['state'], string, string]>([
  ['expired', 'Время на оплату вышло', '12 000 ₽ не списаны. Начните оплату заново.'],
  ['canceled', 'Оплата отменена', 'Если деньги всё же спишутся, школа зачтёт их за этот платёж, а лишние вернёт сама.'],
])('a payment that is %s says first where the money is', async (state, title, text) => {
  await openCheckout({ state })
  await heading(title)
  expect(textOf(screen.getByRole('region', { name: title }))).toContain(`${title}${text}`)
})

test('says who else is paying, and pays anyway only when it is pressed', async () => {
  const { requests } = await open(`/payment?payment[]=${ids.overdue}`, {
    'GET /api/v1/profile/checkout/list': {
      body: [checkoutSummary({ payer: 'Сергей С.', createdAt: '2026-11-23T08:59:00.000Z' })],
    },
    'POST /api/v1/profile/checkout': { problem: 'payment-in-progress', status: 409 },
  })
  await heading(/^К оплате 12\s000\s₽$/)
  await userEvent.click(screen.getAllByRole('button', { name: /^Оплатить 12\s000\s₽$/ })[0] as HTMLElement)
  await heading('Этот платёж уже оплачивают')
  expect(main()).toContain('Платит Сергей С., с 23 ноября в 11:59')
  await userEvent.click(screen.getByRole('button', { name: 'Всё равно заплатить' }))
  const lines = [{ paymentUuid: ids.overdue, amount: 12_000_00 }]
  const started = requests.filter(({ call }) => call === 'POST /api/v1/profile/checkout')
  expect(started.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { lines, method: expect.any(String) },
    { lines, method: expect.any(String), isDespiteOther: true },
  ])
})

test('says that the payment of another person has ended, and goes on to what is left', async () => {
  await open(`/payment?payment[]=${ids.overdue}`, {
    'GET /api/v1/profile/checkout/list': {
      body: [checkoutSummary(), checkoutSummary({ uuid: ids.stranger, payer: 'Сергей С.', state: 'refused' })],
    },
    'POST /api/v1/profile/checkout': { problem: 'payment-in-progress', status: 409 },
  })
  await heading(/^К оплате 12\s000\s₽$/)
  await userEvent.click(screen.getAllByRole('button', { name: /^Оплатить 12\s000\s₽$/ })[0] as HTMLElement)
  await heading('Другая оплата уже закончилась')
  expect(screen.queryByRole('button', { name: 'Всё равно заплатить' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить' }))
  await heading(/^К оплате 12\s000\s₽$/)
})

test('what another tab has paid is not offered again; the other payments are', async () => {
  const { server, app } = await open(`/payment?payment[]=${ids.overdue}`)
  await heading(/^К оплате 12\s000\s₽$/)
  const [maths, ...others] = payingContracts()
  const payments = maths?.payments.map((one, at) =>
    at === 0 ? payment({ ...one, paid: one.amount, status: 'Closed' }) : one,
  )
  server['GET /api/v1/profile/contract/list'] = { body: [{ ...maths, payments }, ...others] }
  await act(() => app.queryClient.invalidateQueries({ queryKey: contractsQuery().queryKey }))
  expect(await screen.findByText('Это уже оплачено')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Оплатить/ })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'К остальным платежам' }))
  await heading('Что оплатить?')
})

describe('A session that has ended', () => {
  const over = { problem: 'unauthenticated', status: 401 } as const
  const signIn = 'GET /api/v1/auth/redirect-to-oauth-provider'
  const provider = { [signIn]: { body: { location: 'https://id.example/auth?state=1' } } }

  test('leads back to the chosen instalments and the method', async () => {
    const { callsOf } = await open(`/payment?payment[]=${ids.overdue}&method=sbp`, {
      'POST /api/v1/profile/checkout': over,
      ...provider,
    })
    await heading(/^К оплате 12\s000\s₽$/)
    await userEvent.click(screen.getAllByRole('button', { name: /^Оплатить 12\s000\s₽$/ })[0] as HTMLElement)
    await waitFor(() => expect(callsOf(signIn).length).toBeGreaterThan(0))
    const from = decodeURIComponent(callsOf(signIn)[0]?.url.searchParams.get('from_url') ?? '')
    expect(from).toBe(`/payment?payment[]=${ids.overdue}&method=sbp`)
  })

  test('while the bank is open leads back to what became of the payment', async () => {
    const { server, app, callsOf } = await openCheckout({ ...checkout() }, provider)
    await heading('Ждём ответ банка')
    server[`GET /api/v1/profile/checkout/${ids.checkout}`] = over
    await act(() => app.queryClient.invalidateQueries({ queryKey: checkoutQuery(ids.checkout).queryKey }))
    await waitFor(() => expect(callsOf(signIn).length).toBeGreaterThan(0))
    expect(callsOf(signIn)[0]?.url.searchParams.get('from_url')).toBe(`/payment?checkout=${ids.checkout}`)
  })
})

describe('Without a payment provider', () => {
  test('the page leads to bills', async () => {
    await open('/payment', { 'GET /api/v1/profile/checkout/methods': { body: { methods: [] } } })
    await heading('Что оплатить?')
    expect(await screen.findByRole('link', { name: 'К счетам' })).toBeTruthy()
  })

  test('no contract offers to pay online', async () => {
    await open('/contracts-and-payments', { 'GET /api/v1/profile/checkout/methods': { body: { methods: [] } } })
    const due = await screen.findByRole('region', { name: 'К оплате' })
    expect(within(due).queryByRole('link', { name: /^Оплатить/ })).toBeNull()
  })
})

describe('A contract whose money another legal entity takes', () => {
  const without = (...byBillOnly: readonly string[]) => ({
    'GET /api/v1/profile/checkout/methods': { body: { methods: ['card', 'sbp'], byBillOnly } },
  })

  test('is left out of the choice', async () => {
    await open('/payment', without(ids.maths))
    const next = await screen.findByRole('list', { name: 'Ближайшие платежи' })
    expect(within(next).getAllByRole('listitem').map(textOf)).toEqual([
      'ФизикаМария · 1-й платёж · до 5 декабря10 000 ₽',
    ])
  })

  test('leads to bills if nothing else is due', async () => {
    await open('/payment', without(ids.maths, ids.physicsContract))
    expect(await screen.findByRole('link', { name: 'К счетам' })).toBeTruthy()
  })

  test('has a bill and no online payment among the contracts', async () => {
    await open('/contracts-and-payments', without(ids.maths))
    const due = await screen.findByRole('region', { name: 'К оплате' })
    expect(within(due).queryByRole('link', { name: /^Оплатить 12/ })).toBeNull()
    expect(await within(due).findByRole('link', { name: /^Оплатить 10\s000\s₽$/ })).toBeTruthy()
  })
})

test('contracts offer to pay what is due, and to look after a payment that the bank has not answered', async () => {
  await open('/contracts-and-payments', {
    'GET /api/v1/profile/checkout/list': {
      body: [
        checkoutSummary(),
        checkoutSummary({
          uuid: ids.stranger,
          payer: 'Сергей С.',
          amount: 34_000_00,
          paymentUuids: [ids.overdue, ids.december, ids.physics],
        }),
        checkoutSummary({ uuid: ids.physics, isAutomatic: true, amount: 10_000_00, paymentUuids: [ids.physics] }),
      ],
    },
  })
  const pay = await screen.findByRole('link', { name: /^Оплатить 12\s000\s₽$/ })
  expect(decodeURIComponent(pay.getAttribute('href') ?? '')).toBe(`/payment?payment[]=${ids.overdue}`)
  const started = within(await screen.findByRole('region', { name: 'Начатые оплаты' }))
  const at = 'Оплата начата 23 ноября в 11:59'
  expect(started.getAllByRole('listitem').map(spacedTextOf)).toEqual([
    `Артём, Математика: 12 000 ₽, банк ещё не ответил ${at} Проверить : 12 000 ₽`,
    `Оплата 34 000 ₽: банк ещё не ответил ${at} · платит Сергей С.`,
    `Мария, Физика: автоплатёж 10 000 ₽, банк ещё не ответил ${at}`,
  ])
  const links = started.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([`/payment?checkout=${ids.checkout}`])
})
