import { assign, setup } from 'xstate'
import type { PaymentScheme } from '#contract/enumerations.ts'
import type { Model } from '#tests/model-runner/model.ts'

/** Prices of the groups of the course in kopecks, in the order of the page. The first one is bought. */
export const prices = [90_001_50, 87_654_00] as const
const laterPrice = 95_003_00

/** `agreed` is the price when the way of paying was chosen. */
export type ChosenPlan = { scheme: PaymentScheme; agreed: number; now: number }

const purchaseMachine = setup({
  types: {
    context: {} as ChosenPlan,
    events: {} as
      | { type: 'scheme.choose'; scheme: PaymentScheme }
      | { type: 'price.change'; price: number }
      | { type: 'group.choose' | 'price.accept' | 'contract.make' | 'step.back' },
  },
  actions: {
    choose: assign(({ context: { now } }, { scheme }: { scheme: PaymentScheme }) => ({ scheme, agreed: now })),
    reprice: assign((_, { price }: { price: number }) => ({ now: price })),
    accept: assign(({ context: { now } }) => ({ agreed: now })),
  },
}).createMachine({
  id: 'purchasePage',
  context: { scheme: 'OnePayment', agreed: prices[0], now: prices[0] },
  initial: 'choosingGroup',
  states: {
    choosingGroup: { on: { 'group.choose': 'choosingScheme' } },
    choosingScheme: {
      on: {
        'scheme.choose': { target: 'reviewing', actions: { type: 'choose', params: ({ event }) => event } },
      },
    },
    reviewing: {
      on: {
        'step.back': 'choosingScheme',
        'price.change': { target: 'repriced', actions: { type: 'reprice', params: ({ event }) => event } },
        'contract.make': 'done',
      },
    },
    repriced: { on: { 'price.accept': { target: 'reviewing', actions: 'accept' } } },
    done: { type: 'final' },
  },
})

export const purchaseSumsModel: Model = {
  machine: purchaseMachine,
  title: 'Запись на курс: суммы',
  rules: [],
  events: {
    'group.choose': [{ title: 'выбрана группа' }],
    'scheme.choose': [
      { title: 'выбрана оплата по этапам', with: { scheme: 'StepByStep' } },
      { title: 'выбрана рассрочка банка', with: { scheme: 'BankInstallmentPlan' } },
      { title: 'выбран материнский капитал с доплатой', with: { scheme: 'Combo' } },
      { title: 'выбран материнский капитал', with: { scheme: 'MaternalCapital' } },
    ],
    'step.back': [{ title: 'нажато «Назад»' }],
    // The price rises once.
    'price.change': ({ context: { now } }) =>
      now === laterPrice ? [] : [{ title: 'группа подорожала', with: { price: laterPrice } }],
    'price.accept': [{ title: 'новая цена принята' }],
    'contract.make': [{ title: 'нажато «Оформить договор»' }],
  },
  states: {
    choosingGroup: 'показано, сколько стоят группы',
    choosingScheme: 'показаны цена и первый платёж каждого способа оплаты',
    reviewing: 'показаны цена и платежи',
    repriced: 'показаны прежняя цена, новая и её платежи',
    done: 'показан первый платёж по договору',
  },
}
