import type { AnyMachineSnapshot } from 'xstate'
import type { CheckoutState } from '#contract/enumerations.ts'
import type { CheckoutOrder, PaymentLocation, PaymentValidation } from '#src/machines/locations/payment-location.ts'
import { paymentMachine } from '#src/machines/payment.ts'
import type { Case, Model } from '#tests/model-runner/model.ts'
import { ids } from '#tests/support/samples/payment-samples.ts'
import { declaredProblems } from './app/declared-problems.ts'
import { paymentRules } from './rules/payment.ts'
import { refused, urlCase, urlModel } from './step-model.ts'

const { overdue, december, checkout } = ids

const locations = {
  beginning: {},
  review: { payment: [overdue] },
  started: { checkout },
  stranger: { checkout: ids.stranger },
} satisfies Record<string, PaymentLocation>

const order: Pick<CheckoutOrder, 'lines'> = { lines: [{ paymentUuid: overdue, amount: 12_000_00 }] }

export const paymentModel: Model = {
  machine: paymentMachine,
  rules: paymentRules,
  title: 'Оплата',
  problems: declaredProblems({
    startCheckout: 'POST /v1/profile/checkout',
    cancelCheckout: 'POST /v1/profile/checkout/{checkoutId}/cancel',
  }),
  impossibleProblems: { 'startCheckout | invalid-values': 'суммы и номера платежей дал сам сервер' },
  input: { location: locations.beginning },
  events: {
    'address.changed': addresses,
    'xstate.done.actor.validateLocation': validations,
    'payments.select': selections,
    'payments.confirm': (snapshot) => {
      const payment = selectedIn(snapshot)
      return payment.length === 0 ? [] : [{ title: 'нажато «Выбрать способ оплаты»', with: { payment } }]
    },
    'payments.retry': [{ title: 'нажато «Заплатить ещё раз»', with: { payment: [overdue] } }],
    'method.choose': ({ context }) =>
      context.location.method === undefined ? [{ title: 'выбрана СБП', with: { method: 'sbp' } }] : [],
    'checkout.start': ({ context }) => [
      { title: 'нажато «Оплатить»', with: { order: { ...order, method: context.location.method ?? 'card' } } },
    ],
    'checkout.insist': [{ title: 'нажато «Всё равно заплатить»' }],
    'checkout.cancel': [{ title: 'нажато «Отменить оплату»' }],
    'bank.open': [{ title: 'нажато «Вернуться в банк»' }],
    'step.back': [{ title: 'нажато «Назад»' }],
    'checkout.changed': ({ value }) =>
      value === 'waiting'
        ? [
            changed('банк ещё думает', 'pending'),
            changed('оплачено', 'paid'),
            changed('банк отказал', 'refused'),
            changed('время вышло', 'expired'),
            changed('оплату отменили в другой вкладке', 'canceled'),
          ]
        : [changed('деньги всё же пришли', 'paid'), changed('денег нет', value as CheckoutState)],
    'xstate.done.actor.startCheckout': [{ title: 'оплата начата', with: { output: checkout } }],
    'xstate.error.actor.startCheckout': [
      refused('это оплачивает другой', 'payment-in-progress'),
      refused('сумма изменилась', 'price-changed'),
      refused('это уже оплачено', 'nothing-to-pay'),
      refused('банк не отвечает', 'payment-provider-unavailable'),
      refused('запросов слишком много', 'too-many-requests'),
      refused('нет связи с сервером', 'offline'),
    ],
    'xstate.done.actor.openBank': [{ title: 'вернулись из банка' }],
    'xstate.done.actor.cancelCheckout': [{ title: 'оплата отменена' }],
    'xstate.error.actor.cancelCheckout': [
      refused('банк уже ответил', 'state-conflict'),
      refused('запросов слишком много', 'too-many-requests'),
      refused('нет связи с сервером', 'offline'),
    ],
  },
  listeners: { ...urlModel.listeners, watchCheckout: ['checkout.changed'] },
  impossible: {
    ...urlModel.impossible,
    'xstate.done.actor.watchCheckout': 'за оплатой следят, пока её страница открыта',
    'xstate.error.actor.watchCheckout': 'чего не прочитать сейчас, то читают позже',
    'xstate.error.actor.openBank': 'адрес страницы банка дал сам сервер',
  },
  impossibleOutcomes: {
    'payment.validatingLocation | xstate.done.actor.validateLocation | 8 | false':
      'это последний из шагов: что не ведёт ни к одному другому, ведёт к нему',
  },
  states: {
    validatingLocation: 'адрес проверяется',
    choosing: 'выбирают платежи',
    reviewing: 'выбирают способ оплаты',
    starting: 'оплата начинается',
    underWay: 'это оплачивает другой',
    leaving: 'открывается банк',
    waiting: 'ждут ответа банка',
    canceling: 'оплата отменяется',
    paid: 'оплачено',
    refused: 'банк отказал',
    expired: 'время вышло',
    canceled: 'оплата отменена',
    lost: 'такой оплаты нет',
  },
  // The last order and refusal are asserted at each step; they do not distinguish places.
  stateKey: ({ value, context }) => JSON.stringify([value, context.location]),
  // Two instalments are paid as one is.
  endsAt: ({ value, context }) => value === 'reviewing' && context.location.payment?.length === 2,
}

/** An address is handled alike in every state, so `stranger` is opened in each; the starting payment is not left. */
function addresses({ value, context }: AnyMachineSnapshot): Case[] {
  const { location } = context as { location: PaymentLocation }
  const away = urlCase('к чужой оплате', locations.stranger)
  if (value === 'starting')
    return [urlCase('сюда же', location), urlCase('к выбору платежей', { payment: location.payment, step: 'choose' })]
  if (value !== 'validatingLocation' || Object.keys(location).length > 0) return [away]
  return [away, urlCase('к способу оплаты', locations.review), urlCase('к начатой оплате', locations.started)]
}

function validations({ context }: AnyMachineSnapshot): Case[] {
  const { location } = context as { location: PaymentLocation }
  const validated = (title: string, state?: PaymentValidation['state']): Case => ({
    title,
    with: { output: { location, refusal: null, ...(state && { state }) } satisfies PaymentValidation },
  })
  if (location.checkout === undefined) return [validated('адрес годится')]
  if (location.checkout === ids.stranger) return [validated('такой оплаты у человека нет', 'lost')]
  return [
    validated('банк ещё не ответил', 'pending'),
    validated('оплачено', 'paid'),
    validated('банк отказал', 'refused'),
    validated('время вышло', 'expired'),
    validated('оплата отменена', 'canceled'),
  ]
}

/** The overdue instalment is selected at first. */
function selectedIn({ context }: AnyMachineSnapshot): string[] {
  const { payment, step } = context.location as PaymentLocation
  return payment ?? (step === undefined ? [overdue] : [])
}

function selections(snapshot: AnyMachineSnapshot): Case[] {
  const selected = selectedIn(snapshot)
  if (selected.length === 2) return [{ title: 'снят второй платёж', with: { payment: [overdue] } }]
  if (selected.length === 0) return [{ title: 'отмечен первый платёж', with: { payment: [overdue] } }]
  return [
    { title: 'отмечен второй платёж', with: { payment: [overdue, december] } },
    { title: 'снят первый платёж', with: { payment: [] } },
  ]
}

function changed(title: string, state: CheckoutState): Case {
  return { title, with: { state } }
}
