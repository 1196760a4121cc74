// Database: none.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  ObjectUnavailable,
  OrderRefused,
  type PaymentOrder,
  ProviderUnavailable,
  pagesOf,
} from '#server/billing/providers/payment-provider.ts'
import type { ProviderCall } from '#server/billing/providers/provider-calls.ts'
import { createYookassa } from '#server/billing/providers/yookassa.ts'
import { readEnv } from '#server/environment/env.ts'

type Asked = { method: string; url: string; key: string | undefined; authorization: string | undefined; body: unknown }
type Answer = { status: number; body: unknown } | 'silence'

const asked: Asked[] = []
let answers: Answer[] = []
let url = ''
const server = createServer(async (request: IncomingMessage, response) => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  const { method = '', url: path = '', headers } = request
  const key = headers['idempotence-key'] as string | undefined
  asked.push({ method, url: path, key, authorization: headers.authorization, body: text ? JSON.parse(text) : null })
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  if (answer === undefined || answer === 'silence') return
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}/v3`
})
beforeEach(() => {
  asked.length = 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const secretKey = 'test_9zLkQ-secret'
const receipts = { vatCode: 1, taxSystem: 2, email: 'help@school.example', url: null }
const calls: ProviderCall[] = []
function open(more: object = {}) {
  const settings = {
    url,
    shopId: '100500',
    secretKey,
    methods: ['card', 'sbp'] as const,
    savesCards: true,
    receipts,
    ...more,
  }
  const limits = { attempt: 200, pause: 1, rest: 300 }
  return createYookassa(settings, { onCall: (call) => void calls.push(call), limits })
}

/** A payment as the documentation shows it. */
const payment = {
  id: '23d93cac-000f-5000-8000-126628f15141',
  status: 'pending',
  paid: false,
  amount: { value: '8800.00', currency: 'RUB' },
  confirmation: {
    type: 'redirect',
    confirmation_url: 'https://yoomoney.ru/api-pages/v2/payment-confirm/epl?orderId=23d93cac',
  },
  created_at: '2026-10-14T09:00:00.000Z',
  metadata: { checkout: 'k-1' },
  recipient: { account_id: '100500', gateway_id: '100700' },
  refundable: false,
  test: false,
}
const order: PaymentOrder = {
  key: 'k-1',
  method: 'sbp',
  amount: 880_000,
  description: 'Оплата обучения по договору 26-ФИЗ-1',
  items: [{ description: 'Обучение: Физика', amount: 880_000, isWhole: false }],
  contact: { email: null, phone: '+79990001234' },
  returnUrl: 'https://lk.school.example/payment?checkout=k-1',
  language: 'ru',
}

test('asks for a payment with its receipt, and reads what is answered', async () => {
  answers = [{ status: 200, body: payment }]
  expect(await open().createPayment(order)).toEqual({
    id: payment.id,
    key: 'k-1',
    amount: 880_000,
    createdAt: new Date('2026-10-14T09:00:00Z'),
    outcome: { state: 'pending', confirmationUrl: payment.confirmation.confirmation_url },
  })
  expect(asked).toEqual([
    {
      method: 'POST',
      url: '/v3/payments',
      key: 'k-1',
      authorization: `Basic ${Buffer.from(`100500:${secretKey}`).toString('base64')}`,
      body: {
        amount: { value: '8800.00', currency: 'RUB' },
        capture: true,
        description: 'Оплата обучения по договору 26-ФИЗ-1',
        payment_method_data: { type: 'sbp' },
        confirmation: { type: 'redirect', return_url: order.returnUrl, locale: 'ru_RU' },
        metadata: { checkout: 'k-1' },
        receipt: {
          customer: { phone: '79990001234' },
          tax_system_code: 2,
          items: [
            {
              description: 'Обучение: Физика',
              quantity: 1,
              amount: { value: '8800.00', currency: 'RUB' },
              vat_code: 1,
              payment_subject: 'service',
              payment_mode: 'partial_prepayment',
            },
          ],
        },
      },
    },
  ])
})

test('saves a card with a payment, and charges it without a page', async () => {
  const card = { first6: '555555', last4: '4444', expiry_month: '12', expiry_year: '2035', card_type: 'MasterCard' }
  const method = { type: 'bank_card', id: payment.id, saved: true, title: 'Bank card *4444', card }
  answers = [{ status: 200, body: { ...payment, status: 'succeeded', payment_method: method } }]
  const provider = open({ receipts: null })
  expect(await provider.createPayment({ ...order, method: 'card', isSaving: true })).toMatchObject({
    outcome: { state: 'succeeded', savedCard: { methodId: payment.id, lastDigits: '4444' } },
  })
  await provider.createPayment({ ...order, method: 'card' }, payment.id)
  const common = { amount: { value: '8800.00', currency: 'RUB' }, capture: true, description: order.description }
  expect(asked.map(({ body }) => body)).toEqual([
    {
      ...common,
      payment_method_data: { type: 'bank_card' },
      save_payment_method: true,
      confirmation: { type: 'redirect', return_url: order.returnUrl, locale: 'ru_RU' },
      metadata: { checkout: 'k-1' },
    },
    { ...common, payment_method_id: payment.id, metadata: { checkout: 'k-1' } },
  ])
})

test.each([
  ['that says nothing of saving', { type: 'bank_card', id: payment.id, card: { last4: '4444' } }],
  ['of a card without digits', { type: 'bank_card', id: payment.id, saved: true, card: { first6: '555555' } }],
  ['that is null', null],
])('reads a succeeded payment with a method %s', async (_, method) => {
  answers = [{ status: 200, body: { ...payment, status: 'succeeded', payment_method: method } }]
  expect(await open().readPayment(payment.id)).toMatchObject({
    key: 'k-1',
    amount: 880_000,
    outcome: { state: 'succeeded', savedCard: null },
  })
})

test('sends no receipt where the school makes it by other means', async () => {
  answers = [{ status: 200, body: payment }]
  await open({ receipts: null }).createPayment(order)
  expect(asked[0]?.body).not.toHaveProperty('receipt')
})

test.each([
  ['insufficient_funds', 'insufficient-funds'],
  ['3d_secure_failed', 'confirmation-failed'],
  ['invalid_csc', 'card-details-wrong'],
  ['general_decline', 'bank-refused'],
  ['permission_revoked', 'permission-revoked'],
  ['expired_on_confirmation', 'expired'],
  ['a_reason_of_tomorrow', 'other'],
])('reads the refusal %s', async (reason, refusal) => {
  answers = [{ status: 200, body: { ...payment, status: 'canceled', cancellation_details: { party: 'x', reason } } }]
  expect((await open().readPayment(payment.id)).outcome).toEqual({ state: 'canceled', refusal })
})

test('repeats with the same key what failed or was not answered in time', async () => {
  answers = [
    { status: 500, body: { type: 'error', code: 'internal_server_error' } },
    'silence',
    { status: 200, body: payment },
  ]
  expect(await open().createPayment(order)).toMatchObject({ id: payment.id })
  expect(asked.map(({ key }) => key)).toEqual(['k-1', 'k-1', 'k-1'])
  expect(calls.at(-1)).toMatchObject({ operation: 'create-payment', outcome: 'answered' })
})

test('leaves a provider alone that only fails, and asks it again after a rest', async () => {
  answers = [{ status: 503, body: {} }]
  const provider = open()
  expect(provider.condition()).toBe('unknown')
  for (let call = 0; call < 2; call += 1) await expect(provider.readPayment('p')).rejects.toThrow(ProviderUnavailable)
  expect([provider.condition(), asked.length]).toEqual(['resting', 6])
  await expect(provider.readPayment('p')).rejects.toThrow(ProviderUnavailable)
  expect(asked).toHaveLength(6)
  answers = [{ status: 200, body: payment }]
  await expect
    .poll(() =>
      provider.readPayment('p').then(
        ({ id }) => id,
        () => null,
      ),
    )
    .toBe(payment.id)
  expect(provider.condition()).toBe('reachable')
})

test.each([
  [400, OrderRefused],
  [403, OrderRefused],
  [404, OrderRefused],
  [401, ProviderUnavailable],
] as const)('does not repeat what is answered with %s, and names no secret', async (status, kind) => {
  answers = [{ status, body: { type: 'error', code: 'invalid_request', parameter: 'receipt', description: 'wrong' } }]
  const failure = await open()
    .createPayment(order)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(kind)
  expect(asked).toHaveLength(1)
  expect(JSON.stringify({ ...(failure as Error), message: String(failure) })).not.toContain(secretKey)
})

test('reads lists to their end', async () => {
  answers = [
    { status: 200, body: { type: 'list', items: [payment], next_cursor: 'c 2' } },
    { status: 200, body: { type: 'list', items: [{ ...payment, id: 'other', metadata: { order: '7' } }] } },
  ]
  const provider = open()
  const since = new Date('2026-10-11T09:00:00Z')
  const found = []
  for await (const { items } of pagesOf((cursor) => provider.listPayments({ since, cursor }))) found.push(...items)
  expect(found.map(({ id, key }) => [id, key])).toEqual([
    [payment.id, 'k-1'],
    ['other', null],
  ])
  expect(asked.map(({ url: path }) => path)).toEqual([
    '/v3/payments?created_at.gte=2026-10-11T09%3A00%3A00.000Z&limit=100',
    '/v3/payments?created_at.gte=2026-10-11T09%3A00%3A00.000Z&limit=100&cursor=c+2',
  ])
})

test('reads the other payments of a list that has a strange one', async () => {
  const strange = { ...payment, id: 'strange', amount: { value: '5.00', currency: 'USD' } }
  answers = [{ status: 200, body: { type: 'list', items: [strange, payment] } }]
  const since = new Date('2026-10-11T09:00:00Z')
  const { items, unreadable } = await open().listPayments({ since, cursor: null })
  expect(items.map(({ id }) => id)).toEqual([payment.id])
  expect(unreadable).toEqual([{ id: 'strange', reason: expect.stringContaining('currency') }])
})

test.each([
  ['still being processed', { status: 202, body: { type: 'processing', description: 'later', retry_after: 1800 } }],
  ['not as documented', { status: 200, body: { id: payment.id, status: 'a state of tomorrow' } }],
])('is reachable although an answer is %s', async (_, answer) => {
  answers = [answer]
  const provider = open()
  await expect(provider.readPayment(payment.id)).rejects.toThrow(ObjectUnavailable)
  expect([provider.condition(), asked.length]).toEqual(['reachable', 1])
})

test.each([
  ['insufficient_funds', true],
  ['rejected_by_payee', false],
])('says whether a refund that failed for %s may succeed later', async (reason, isWorthRepeating) => {
  const refund = {
    id: 'r-1',
    payment_id: payment.id,
    status: 'canceled',
    amount: { value: '1.00', currency: 'RUB' },
    created_at: '2026-10-14T09:00:00.000Z',
  }
  answers = [{ status: 200, body: { ...refund, cancellation_details: { party: 'yoo_money', reason } } }]
  expect(await open().readRefund('r-1')).toEqual({
    id: 'r-1',
    paymentId: payment.id,
    amount: 100,
    state: 'failed',
    isWorthRepeating,
    createdAt: new Date('2026-10-14T09:00:00Z'),
    description: null,
  })
})

test('the server does not start with receipts that may have no recipient', () => {
  const shop = { DEMO: 'off', YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: secretKey }
  expect(() => readEnv(shop)).toThrow('SUPPORT_EMAIL: needed with YOOKASSA_RECEIPTS=on.')
})
