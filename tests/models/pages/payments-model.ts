import { assign, setup } from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'

/** Payments of a contract in kopecks; all sums differ. Today is 14 October 2026. */
export const lines = [
  { dueOn: '2026-09-20', words: '20 сентября', amount: 12_345_60 },
  { dueOn: '2026-10-05', words: '5 октября', amount: 7_001_00 },
  { dueOn: '2026-10-20', words: '20 октября', amount: 20_500_00 },
  { dueOn: '2026-11-20', words: '20 ноября', amount: 33_333_00 },
] as const
export const today = '2026-10-14'
/** What is paid first of the payment that is overdue. */
export const firstPart = 2_345_60

/** The parent looks at what is to be paid, and the bank reports payments. */
const paymentsMachine = setup({
  types: {
    context: {} as { paid: readonly number[] },
    events: {} as { type: 'payment.arrive'; line: number; amount: number },
  },
  actions: {
    pay: assign(({ context }, { line, amount }: { line: number; amount: number }) => ({
      paid: context.paid.map((sum, index) => (index === line ? sum + amount : sum)),
    })),
  },
}).createMachine({
  id: 'paymentsPage',
  context: { paid: lines.map(() => 0) },
  initial: 'shown',
  states: { shown: { on: { 'payment.arrive': { actions: { type: 'pay', params: ({ event }) => event } } } } },
})

export const paymentsModel: Model = {
  machine: paymentsMachine,
  title: 'Суммы к оплате',
  rules: [],
  events: {
    'payment.arrive': ({ context: { paid } }) => [
      ...(paid[0] === 0 ? [{ title: 'часть просроченного оплачена', with: { line: 0, amount: firstPart } }] : []),
      ...(paid[0] === firstPart
        ? [{ title: 'остаток просроченного оплачен', with: { line: 0, amount: 10_000_00 } }]
        : []),
      ...(paid[1] === 0 ? [{ title: 'второй просроченный платёж оплачен', with: { line: 1, amount: 7_001_00 } }] : []),
      ...(paid[2] === 0 ? [{ title: 'ближайший платёж оплачен', with: { line: 2, amount: 20_500_00 } }] : []),
    ],
  },
  states: { shown: 'показано, сколько и когда платить' },
}

/** The same payments on the page of the contract. */
export const contractModel: Model = { ...paymentsModel, name: 'contractPage', title: 'Договор: суммы' }

/** The same payments on the home page. */
export const homePaymentsModel: Model = { ...paymentsModel, name: 'homePage', title: 'Главная: суммы к оплате' }
