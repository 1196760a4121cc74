import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Autopay } from '#contract/billing/autopay.ts'
import { autopayTermsVersion } from '#contract/billing/autopay-rules.ts'
import type { CardCharge, Contract } from '#contract/enrolment/contracts.ts'
import { plannedChargesOf } from '#src/domain/billing/autopay.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { autopay, charge } from '#tests/support/samples/autopay-samples.ts'
import { checkout, ids, payingContracts } from '#tests/support/samples/payment-samples.ts'

function open(address: string, autopays: Autopay[], replies: Parameters<typeof visit>[1] = {}) {
  return visit(address, {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/profile/contract/list': { body: payingContracts() },
    'GET /api/v1/profile/checkout/methods': { body: { methods: ['card', 'sbp'] } },
    'GET /api/v1/profile/autopay/list': { body: { isOffered: true, autopays } },
    ...replies,
  })
}

/** The instalment of December is charged to a card; the overdue one is paid. */
function withCharge(own: Partial<CardCharge> = {}): Contract[] {
  const [maths, ...others] = payingContracts()
  if (!maths) throw new Error('There is no contract')
  const charge = { on: '2026-12-05', isUnderWay: false, isRepeated: false, card: '4444', ...own }
  return [
    { ...maths, debt: 12_000_00, payments: maths.payments.slice(1).map((one) => ({ ...one, charge })) },
    ...others,
  ]
}

const main = () => textOf(screen.getByRole('main'))
const agree = { name: 'Автоплатёж с этой карты' }

describe('The page of the payment', () => {
  const review = `/payment?payment[]=${ids.overdue}&method=card`
  const start = 'POST /api/v1/profile/checkout'
  const bodies = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
    requests.filter(({ call }) => call === start).map(({ body }) => JSON.parse(body ?? ''))
  const pays = { [start]: { body: checkout() }, [`GET /api/v1/profile/checkout/${ids.checkout}`]: { body: checkout() } }

  test('asks for an agreement of its own, says first what the bank saves and charges, and all rules when it is marked', async () => {
    const { requests } = await open(review, [], pays)
    const box = await screen.findByRole<HTMLInputElement>('checkbox', agree)
    expect(box.checked).toBe(false)
    expect(screen.queryByRole('list', { name: 'Что спишется' })).toBeNull()
    expect(main()).toMatch(/Банк запомнит карту\. Следующее списание — 5.декабря, 12.000.₽\./)
    await userEvent.click(box)
    expect(main()).toContain('Банк запомнит карту. Школа видит только её последние цифры.')
    expect(textOf(screen.getByRole('list', { name: 'Что спишется' }))).toBe('5 декабря12 000 ₽')
    expect(main()).toContain('попробуем на следующий, третий и пятый день')
    expect(main()).toMatch(/Сейчас — 12.000.₽\. Следующее списание — 5.декабря, 12.000.₽\./)
    await userEvent.click(screen.getByRole('button', { name: /^Оплатить 12/ }))
    await waitFor(() => expect(bodies(requests)).toHaveLength(1))
    expect(bodies(requests)[0]).toMatchObject({
      autopay: { contractUuids: [ids.maths], termsVersion: autopayTermsVersion },
    })
  })

  test('agrees to nothing without the mark', async () => {
    const { requests } = await open(review, [], pays)
    await screen.findByRole('checkbox', agree)
    await userEvent.click(screen.getByRole('button', { name: /^Оплатить 12/ }))
    await waitFor(() => expect(bodies(requests)).toHaveLength(1))
    expect(bodies(requests)[0]).not.toHaveProperty('autopay')
  })

  test.each([
    ['by СБП', review.replace('card', 'sbp'), []],
    ['where it is on', review, [autopay()]],
    ['where nothing is left', `/payment?payment[]=${ids.physics}&method=card`, []],
  ])('offers nothing %s', async (_, address, autopays) => {
    await open(address, autopays)
    await screen.findByRole('button', { name: /^Оплатить 1/ })
    expect(screen.queryByRole('checkbox', agree)).toBeNull()
  })

  test('says that it is on after the payment', async () => {
    const paid = checkout({ state: 'paid', confirmationUrl: null, finishedAt: '2026-11-23T09:00:00.000Z' })
    await open(`/payment?checkout=${ids.checkout}`, [autopay({ agreedAt: paid.createdAt })], {
      [`GET /api/v1/profile/checkout/${ids.checkout}`]: { body: paid },
      'GET /api/v1/profile/contract/list': { body: withCharge() },
    })
    expect(await screen.findByText('Автоплатёж включён, карта ··4444')).toBeTruthy()
    expect(main()).toContain('Следующее списание: 5 декабря, 12 000 ₽.')
  })
})

describe('The page of the contract', () => {
  const address = `/contracts-and-payments/${ids.maths}`
  const stop = `POST /api/v1/profile/autopay/${autopay().uuid}/stop`

  test('says what is charged next, and stops with one press, which can be undone', async () => {
    const off = autopay({ state: 'off', endReason: 'stopped', canResume: true, charges: [] })
    let present = autopay()
    await open(address, [], {
      'GET /api/v1/profile/autopay/list': () => ({ body: { isOffered: true, autopays: [present] } }),
      [stop]: () => {
        present = off
        return { body: off }
      },
      'POST /api/v1/profile/autopay': () => {
        present = autopay()
        return { body: present }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Отключить автоплатёж' }))
    expect(await screen.findByText('Отключён: больше ничего не спишется')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Включить снова с карты ··4444' }))
    await screen.findByRole('button', { name: 'Отключить автоплатёж' })
    expect(main()).toContain('5 декабря спишется 12 000 ₽С карты ··4444')
  })

  test.each<[string, Autopay, string]>([
    [
      'a repeated charge',
      autopay({
        charges: [charge({ state: 'announced', attempts: 1, refusal: 'insufficient-funds', on: '2026-12-06' })],
      }),
      '6 декабря спишется 12 000 ₽С карты ··4444В прошлый раз не получилось: на карте не хватило денег.',
    ],
    ['a charge under way', autopay({ charges: [charge({ state: 'charging' })] }), 'Списываем 12 000 ₽'],
    [
      'a charge that was given up',
      autopay({ charges: [charge({ state: 'failed', attempts: 4, refusal: 'limit-reached' })] }),
      '12 000 ₽ списать не получилось: сумма больше лимита карты. Заплатите сами.',
    ],
    [
      'a charge that no stop reaches',
      autopay({ state: 'off', endReason: 'stopped', charges: [charge({ state: 'charging' })] }),
      '12 000 ₽ уже в банке: это списание остановить нельзя, оно последнее.',
    ],
    [
      'that of another guardian, without a card',
      autopay({ isOwn: false, card: null }),
      '5 декабря спишется 12 000 ₽Его включил другой взрослый',
    ],
  ])('shows %s', async (_, shown, text) => {
    await open(address, [shown])
    await screen.findByText('Автоплатёж')
    await waitFor(() => expect(main()).toContain(text))
    expect(screen.queryByRole('button', { name: 'Отключить автоплатёж' }) !== null).toBe(
      shown.isOwn && shown.state === 'on',
    )
  })

  test('leads to the payment that saves a card', async () => {
    await open(address, [])
    const link = await screen.findByRole('link', { name: 'Оплатить картой и включить' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(ids.overdue)
    expect(main()).toMatch(/Оплатить всё сразу: 24.000.₽/)
    expect(main()).toContain('Внесите ближайший платёж картой, следующие спишутся автоматически.')
  })
})

describe('What a card pays', () => {
  const contracts = { 'GET /api/v1/profile/contract/list': { body: withCharge() } }

  test('is no payment to make in the list of contracts', async () => {
    await open('/contracts-and-payments', [], contracts)
    const due = textOf(await screen.findByRole('region', { name: 'К оплате' }))
    expect(due).toContain('До 5 декабря: 10 000 ₽')
    expect(due).not.toContain('12 000')
    const link = screen.getByRole('link', { name: 'Математика' })
    expect(textOf(link.closest('article') ?? link)).toMatch(/12.000.₽ ?спишется 5 декабря с карты ··4444/)
  })

  test('is said where nothing else is to be paid', async () => {
    await open('/contracts-and-payments', [], {
      'GET /api/v1/profile/contract/list': { body: withCharge().slice(0, 1) },
    })
    const due = textOf(await screen.findByRole('region', { name: 'К оплате' }))
    expect(due).toBe('Сейчас платить ничего не нужно12 000 ₽ спишется 5 декабря с карты ··4444.')
  })

  test('leaves the page of the contract a way to pay earlier', async () => {
    await open(`/contracts-and-payments/${ids.maths}`, [autopay()], contracts)
    await screen.findByText('Оплата')
    expect(main()).toMatch(/12.000.₽ ?спишется 5 декабря с карты ··4444/)
    expect(main()).not.toMatch(/Заплатить|Ждёт оплаты/)
  })

  test('is nothing to do on the home page', async () => {
    await open('/home-page', [], contracts)
    const block = await screen.findByRole('region', { name: 'Нужно сделать' })
    await waitFor(() => expect(textOf(block)).toContain('До 5 декабря: 10 000 ₽'))
    expect(textOf(block)).toContain('12 000 ₽ спишется 5 декабря с карты ··4444 · Математика')
  })

  test('is to be done on the home page after a refusal: when it is charged again, and a way to pay before', async () => {
    await open('/home-page', [], {
      'GET /api/v1/profile/contract/list': { body: withCharge({ isRepeated: true }) },
    })
    const row = await screen.findByRole('link', { name: /Карта не оплатила 12.000.₽/ })
    expect(textOf(row)).toContain('спишем снова 5 декабря, если не оплатите сами')
    expect(textOf(row)).toMatch(/Оплатить$/)
    expect(decodeURIComponent(row.getAttribute('href') ?? '')).toMatch(/^\/payment\?/)
  })
})

test('what falls due within three days is charged three days after the agreement', () => {
  const planned = (today: string) =>
    plannedChargesOf(payingContracts(), { paid: [ids.overdue], autopays: [], today }).map(({ on }) => on)
  expect(planned('2026-12-03')).toEqual(['2026-12-06', '2026-12-06'])
  expect(planned('2026-12-05')).toEqual([])
})
