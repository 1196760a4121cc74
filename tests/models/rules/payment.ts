import { isDeepStrictEqual } from 'node:util'
import { paymentStepOf } from '#contract/screen-search.ts'
import type { CheckoutOrder, PaymentLocation } from '#src/machines/locations/payment-location.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  done,
  failed,
  type RequiredStep,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, type Rule, rule } from '#tests/model-runner/rule.ts'

type Known = { location: PaymentLocation; order: CheckoutOrder | null; refusal: string | null }

const known = ({ context }: Observation['after']) => context as Known
const locationOf = ({ before }: Observation) => known(before).location
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const isElsewhere = (seen: Observation) => !isDeepStrictEqual(plain(seen.event.location), plain(locationOf(seen)))
const isRefusedFor = (refusal: string) => (seen: Observation) => seen.event.error?.refusal === refusal

/** The location changes in the machine and in the address; a former refusal is forgotten. */
function movesBy(
  how: 'show' | 'showInstead' | 'goBack',
  change: (seen: Observation) => PaymentLocation,
): Pick<RequiredStep, 'sets' | 'does'> {
  return {
    sets: (seen) => ({ location: change(seen), refusal: null }),
    does: (seen) => [[how, { location: change(seen) }]],
  }
}

const watched = ['waiting', 'refused', 'expired', 'canceled']
const unpaid = ['refused', 'expired', 'canceled']
const beforeCheckout = ['choosing', 'reviewing', 'starting', 'underWay']
const ofCheckout = ['leaving', 'waiting', 'canceling', 'paid', ...unpaid, 'lost']

/** What starts in a state that waits for a change of the checkout. */
const watchIn = (state: string, checkout = ''): Record<string, unknown> =>
  watched.includes(state) ? { watchCheckout: checkout } : {}
const checkoutOf = (seen: Observation) => locationOf(seen).checkout ?? ''
const arrival = ({ event: { output } }: Observation) => paymentStepOf(output.location, output.state)

export const paymentRules: readonly Rule[] = [
  {
    title: 'Открывается любой адрес, и сначала узнают, что с оплатой',
    source: 'D-18',
    holds: () => true,
    holdsAtStart: ({ after, begun, effects }) =>
      isDeepStrictEqual(
        plain([after.value, begun.map(({ id, input }) => [id, input ?? null]), effects, after.context]),
        [
          'validatingLocation',
          [
            ['followAddress', null],
            ['validateLocation', plain(known(after).location)],
          ],
          [],
          { location: plain(known(after).location), order: null, refusal: null },
        ],
      ),
  },
  rule('Начатая оплата есть в адресе, и без неё ничего не ждут', 'D-18', ({ after }) => {
    const hasCheckout = known(after).location.checkout !== undefined
    return (
      implies(beforeCheckout.includes(String(after.value)), !hasCheckout) &&
      implies(ofCheckout.includes(String(after.value)), hasCheckout)
    )
  }),
  rule('Одно нажатие — одна просьба: пока занято, второй нет', 'D-36', ({ before, event, begun }) =>
    implies(
      before.hasTag('busy') && !event.type.startsWith('xstate.') && event.type !== 'address.changed',
      begun.length === 0,
    ),
  ),
  rule('Оплата начинается только нажатием человека', 'S3', ({ event, begun }) =>
    implies(
      begun.some(({ id }) => id === 'startCheckout'),
      event.type === 'checkout.start' || event.type === 'checkout.insist',
    ),
  ),
  rule('Дважды платят, только если человек сам так решил', 'S3', ({ event, begun }) =>
    begun.every(
      ({ id, input }) =>
        id !== 'startCheckout' ||
        (input as CheckoutOrder).isDespiteOther === (event.type === 'checkout.insist' ? true : undefined),
    ),
  ),
  taggedOnly('Пока ждут ответа, видно, что занято', 'S8', 'busy', [
    'validatingLocation',
    'starting',
    'leaving',
    'canceling',
  ]),
  ...requirementRules([
    requirement('Другой адрес проверяется заново, тот же — нет', 'D-18', {
      on: 'address.changed',
      if: (seen) => !seen.before.matches('starting') && isElsewhere(seen),
      to: 'validatingLocation',
      sets: ({ event }) => ({ location: event.location, refusal: null }),
      starts: ({ event }) => ({ validateLocation: event.location }),
    }),
    requirement('Пока ответа ждут, с места не уйти', 'D-36', {
      in: 'starting',
      on: 'address.changed',
      if: isElsewhere,
      does: (seen) => [['show', { location: locationOf(seen) }]],
    }),
    requirement('Адрес ведёт туда, где оплата сейчас; чужой оплаты нет', 'D-18', {
      in: 'validatingLocation',
      on: done('validateLocation'),
      to: arrival,
      starts: (seen) => watchIn(arrival(seen), checkoutOf(seen)),
    }),
    requirement('Выбирают сколько угодно платежей, и выбор остаётся в адресе', 'S3', [
      {
        in: 'choosing',
        on: 'payments.select',
        ...movesBy('showInstead', ({ event }) => ({
          ...(event.payment.length > 0 && { payment: event.payment }),
          step: 'choose',
        })),
      },
      {
        in: 'choosing',
        on: 'payments.confirm',
        to: 'reviewing',
        ...movesBy('show', ({ event }) => ({ payment: event.payment })),
      },
      {
        in: 'reviewing',
        on: 'method.choose',
        ...movesBy('showInstead', (seen) => ({ ...locationOf(seen), method: seen.event.method })),
      },
      {
        in: 'reviewing',
        on: 'step.back',
        to: 'choosing',
        ...movesBy('goBack', (seen) => {
          const { method: _, ...location } = locationOf(seen)
          return { ...location, step: 'choose' }
        }),
      },
    ]),
    requirement('Платят то и так, что на экране; прежний отказ больше не виден', 'S3', [
      {
        in: 'reviewing',
        on: 'checkout.start',
        to: 'starting',
        sets: ({ event }) => ({ order: event.order, refusal: null }),
        starts: ({ event }) => ({ startCheckout: event.order }),
      },
      {
        in: 'starting',
        on: done('startCheckout'),
        to: 'leaving',
        ...movesBy('showInstead', ({ event }) => ({ checkout: event.output })),
        starts: ({ event }) => ({ openBank: event.output }),
      },
    ]),
    requirement('Отказ сказан там, где платят: видна новая сумма, и оплатить можно ещё раз', 'D-21', {
      in: 'starting',
      on: failed('startCheckout'),
      if: (seen) => !isRefusedFor('payment-in-progress')(seen),
      to: 'reviewing',
      sets: ({ event }) => ({ refusal: event.error.refusal }),
    }),
    requirement('Если это уже оплачивает другой, человек решает сам: подождать или заплатить ещё раз', 'S3', [
      { in: 'starting', on: failed('startCheckout'), if: isRefusedFor('payment-in-progress'), to: 'underWay' },
      { in: 'underWay', on: 'step.back', to: 'reviewing' },
      {
        in: 'underWay',
        on: 'checkout.insist',
        to: 'starting',
        sets: ({ before }) => ({ order: { ...known(before).order, isDespiteOther: true } }),
        starts: ({ before }) => ({ startCheckout: { ...known(before).order, isDespiteOther: true } }),
      },
    ]),
    requirement('Из банка возвращаются к той же оплате, и её можно продолжить', 'D-18', [
      {
        in: 'leaving',
        on: done('openBank'),
        to: 'waiting',
        starts: (seen) => watchIn('waiting', checkoutOf(seen)),
      },
      {
        in: 'waiting',
        on: 'bank.open',
        to: 'leaving',
        sets: { refusal: null },
        starts: (seen) => ({ openBank: checkoutOf(seen) }),
      },
    ]),
    requirement('Ответ банка виден сам; деньги, которые пришли позже, тоже', 'S3', [
      {
        in: 'waiting',
        on: 'checkout.changed',
        if: ({ event }) => ['paid', ...unpaid].includes(event.state),
        to: ({ event }) => event.state,
        sets: { refusal: null },
        starts: (seen) => watchIn(seen.event.state, checkoutOf(seen)),
      },
      {
        in: unpaid,
        on: 'checkout.changed',
        if: ({ event }) => event.state === 'paid',
        to: 'paid',
        sets: { refusal: null },
      },
    ]),
    requirement('Оплату можно отменить, пока банк не ответил', 'S3', [
      {
        in: 'waiting',
        on: 'checkout.cancel',
        to: 'canceling',
        sets: { refusal: null },
        starts: (seen) => ({ cancelCheckout: checkoutOf(seen) }),
      },
      {
        in: 'canceling',
        on: done('cancelCheckout'),
        to: 'canceled',
        starts: (seen) => watchIn('canceled', checkoutOf(seen)),
      },
      {
        in: 'canceling',
        on: failed('cancelCheckout'),
        if: isRefusedFor('state-conflict'),
        to: 'validatingLocation',
        starts: (seen) => ({ validateLocation: locationOf(seen) }),
      },
      {
        in: 'canceling',
        on: failed('cancelCheckout'),
        if: (seen) => !isRefusedFor('state-conflict')(seen),
        to: 'waiting',
        sets: ({ event }) => ({ refusal: event.error.refusal }),
        starts: (seen) => watchIn('waiting', checkoutOf(seen)),
      },
    ]),
    requirement('После неудачи те же платежи оплачивают снова', 'S3', {
      in: unpaid,
      on: 'payments.retry',
      to: 'reviewing',
      ...movesBy('show', ({ event }) => ({ payment: event.payment })),
    }),
  ]),
]
