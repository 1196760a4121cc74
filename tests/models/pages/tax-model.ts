import { assign, setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'

/** Kopecks that a parent paid for a child by year; a negative sum was returned. All sums differ. */
export type Payment = { year: number; amount: number }
export const firstPayments: readonly Payment[] = [
  { year: 2025, amount: 41_234_00 },
  { year: 2025, amount: 13_579_50 },
  { year: 2024, amount: 8_765_00 },
]
const returned: Payment = { year: 2025, amount: -3_333_00 }
const large: Payment = { year: 2025, amount: 150_001_00 }

/** The parent looks at a year, and the school books payments meanwhile. */
const taxMachine = setup({
  types: {
    context: {} as { year: number; payments: readonly Payment[] },
    events: {} as { type: 'year.choose'; year: number } | { type: 'payment.book'; payment: Payment },
  },
  actions: {
    show: assign((_, { year }: { year: number }) => ({ year })),
    book: assign(({ context }, { payment }: { payment: Payment }) => ({ payments: [...context.payments, payment] })),
  },
}).createMachine({
  id: 'taxPage',
  context: { year: 2025, payments: firstPayments },
  initial: 'shown',
  states: {
    shown: {
      on: {
        'year.choose': { actions: { type: 'show', params: ({ event }) => event } },
        'payment.book': { actions: { type: 'book', params: ({ event }) => event } },
      },
    },
  },
})

export const taxModel: Model = {
  machine: taxMachine,
  title: 'Налоговый вычет: суммы',
  rules: [],
  events: {
    'year.choose': [
      { title: 'выбран 2024 год', with: { year: 2024 } },
      { title: 'выбран 2025 год', with: { year: 2025 } },
    ],
    // Each is booked once.
    'payment.book': ({ context }) =>
      [
        { title: 'школа вернула часть денег', with: { payment: returned } },
        { title: 'оплачено больше, чем можно учесть', with: { payment: large } },
      ].filter(({ with: { payment } }) => !context.payments.includes(payment)),
  },
  states: { shown: 'показан вычет за год' },
}

/** What the law allows to count for a child in these years, and the part of it that is paid back (Art. 219). */
export const limit = 110_000_00
const rate = 0.13

/** The sums that the page must show, in kopecks. */
export function sumsOf({ year, payments }: { year: number; payments: readonly Payment[] }) {
  const own = payments.filter((one) => one.year === year)
  const sum = (those: readonly Payment[]) => those.reduce((total, { amount }) => total + amount, 0)
  const [paid, back] = [sum(own.filter(({ amount }) => amount > 0)), sum(own.filter(({ amount }) => amount < 0))]
  const counted = Math.min(paid + back, limit)
  const operations = own.map(({ amount }) => amount)
  return { paid, back, counted, refund: Math.floor(Math.round(counted * rate * 100) / 100), operations }
}
