import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  OrderRefused,
  type PaymentOrder,
  type PaymentProvider,
  ProviderUnavailable,
  pagesOf,
  type RefundOrder,
} from '#server/billing/providers/payment-provider.ts'
import { createYookassa, yookassaUrl } from '#server/billing/providers/yookassa.ts'
import { readEnv } from '#server/environment/env.ts'
import { startEmbeddedProvider } from '#server/idp/provider.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

/** The adapter against the demo bank; `npm run test:shop` plays the same against a test shop of ЮKassa. */
type Shop = {
  connection: { url: string; shopId: string; secretKey: string }
  /** A person pays on the page of the shop. */
  pay: (pageUrl: string) => Promise<void>
  close: () => Promise<void>
}
const { SHOP_ID, SHOP_KEY, SHOP_PAY } = process.env
const isReal = SHOP_ID !== undefined
/** Milliseconds in which a person pays by hand. */
const paymentPeriod = 10 * 60_000

let shop: Shop
let provider: PaymentProvider
beforeAll(async () => {
  shop = isReal ? realShop(SHOP_ID, SHOP_KEY ?? '') : await demoShop()
  provider = open()
})
afterAll(() => shop.close())

function realShop(shopId: string, secretKey: string): Shop {
  return {
    connection: { url: yookassaUrl, shopId, secretKey },
    pay: async (pageUrl) => void process.stdout.write(`\nPay here by card 5555 5555 5555 4444:\n${pageUrl}\n`),
    close: async () => {},
  }
}

async function demoShop(): Promise<Shop> {
  const opened = await openTestDatabase()
  const { database } = opened
  const bank = await startEmbeddedProvider({
    env: readEnv({ IDP_PORT: '0' }),
    database,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
  })
  if (!bank.bank) throw new Error('The demo has no bank')
  return {
    connection: bank.bank,
    async pay(pageUrl) {
      await fetch(pageUrl, { method: 'POST', body: new URLSearchParams({ act: 'pay' }), redirect: 'manual' })
    },
    async close() {
      await bank.close()
      await opened.close()
    },
  }
}

function open(own: Partial<Shop['connection']> = {}): PaymentProvider {
  return createYookassa({
    ...shop.connection,
    ...own,
    methods: ['card'],
    savesCards: true,
    receipts: { vatCode: 1, taxSystem: null, email: null, url: 'https://receipt.example/{fn}/{i}/{fp}' },
  })
}

const items = [{ description: 'Обучение: Физика, договор 26-ФИЗ-1, 1-й платёж', amount: 200, isWhole: false }]
const contact = { email: 'parent@mail.example', phone: null }
const orderOf = (): PaymentOrder => ({
  key: randomUUID(),
  method: 'card',
  amount: 200,
  items,
  contact,
  language: 'ru',
  description: 'Оплата обучения по договору 26-ФИЗ-1',
  returnUrl: 'https://lk.school.example/payment',
})
const refundOf = (paymentId: string): RefundOrder => ({
  key: randomUUID(),
  paymentId,
  amount: 200,
  items,
  contact,
  description: 'Возврат оплаты обучения',
})

async function listedPayment(key: string) {
  const since = new Date(Date.now() - 60 * 60_000)
  for await (const { items: found } of pagesOf((cursor) => provider.listPayments({ since, cursor }))) {
    const payment = found.find((one) => one.key === key)
    if (payment) return payment
  }
  return undefined
}

test('The shop makes a payment once for a key, reads it and lists it', async () => {
  const order = orderOf()
  const made = await provider.createPayment(order)
  expect(made).toEqual({
    id: expect.stringMatching(/^[\w-]{20,50}$/),
    key: order.key,
    amount: 200,
    createdAt: expect.any(Date),
    outcome: { state: 'pending', confirmationUrl: expect.stringMatching(/^https?:\/\//) },
  })
  expect((await provider.createPayment(order)).id).toBe(made.id)
  expect(await provider.readPayment(made.id)).toMatchObject({ id: made.id, key: order.key, amount: 200 })
  expect(await listedPayment(order.key)).toMatchObject({ id: made.id })
  expect(await provider.findReceiptUrl({ kind: 'payment', id: made.id })).toBeNull()
})

test('It returns nothing of a payment that was not paid', async () => {
  const { id } = await provider.createPayment(orderOf())
  await expect(provider.createRefund(refundOf(id))).rejects.toThrow(OrderRefused)
})

test('It knows no payment of another id', async () => {
  const failure = await provider.readPayment(randomUUID()).catch((error: unknown) => error)
  expect([failure instanceof OrderRefused, (failure as OrderRefused).isUnknown]).toEqual([true, true])
})

test('It answers nothing to another key', async () => {
  await expect(open({ secretKey: `test_${'A'.repeat(43)}` }).readPayment(randomUUID())).rejects.toThrow(
    ProviderUnavailable,
  )
})

describe.skipIf(isReal && SHOP_PAY === undefined)('A payment by card', { timeout: paymentPeriod + 60_000 }, () => {
  test('keeps the card, which is charged without a page, and its money goes back once', async () => {
    const order = { ...orderOf(), isSaving: true }
    const { id, outcome } = await provider.createPayment(order)
    await shop.pay((outcome.state === 'pending' && outcome.confirmationUrl) || '')
    const interval = isReal ? 3_000 : 50
    const read = async () => (await provider.readPayment(id)).outcome
    await expect.poll(read, { timeout: paymentPeriod, interval }).toMatchObject({ state: 'succeeded' })
    const paid = await read()
    const card = paid.state === 'succeeded' ? paid.savedCard : null
    expect(card).toEqual({ methodId: expect.any(String), lastDigits: expect.stringMatching(/^\d{4}$/) })

    const charge = await provider.createPayment(orderOf(), card?.methodId)
    expect(charge.outcome).toMatchObject({ state: 'succeeded' })

    const refund = refundOf(id)
    const returned = await provider.createRefund(refund)
    expect(returned).toMatchObject({ paymentId: id, amount: 200 })
    expect((await provider.createRefund(refund)).id).toBe(returned.id)
    const states = async () => (await provider.listRefunds({ paymentId: id, cursor: null })).items
    await expect
      .poll(states, { timeout: 60_000, interval })
      .toMatchObject([{ id: returned.id, amount: 200, state: 'succeeded', isWorthRepeating: false }])
    await expect(provider.createRefund(refundOf(id))).rejects.toThrow(OrderRefused)
  })
})
