import type { Checkout } from '#contract/billing/checkouts.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type { CheckoutOrder, PaymentLocation } from '#src/machines/locations/payment-location.ts'
import { json, type Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { passTime } from '#tests/model-runner/browser/fake-timers.ts'
import { eventually, soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { paymentPage, paymentTexts } from '#tests/support/pages/payment-page.ts'
import { checkout, checkoutSummary, ids, payingContracts } from '#tests/support/samples/payment-samples.ts'
import { navigatesTo, refetch } from './app/outside-events.ts'
import { problem, refuses } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { paymentModel } from './payment.model.ts'
import { anna } from './sample-users.ts'
import { stepAssertion } from './step-assertion.ts'

const calls = {
  start: 'POST /v1/profile/checkout',
  cancel: `POST /v1/profile/checkout/${ids.checkout}/cancel`,
}
const readOf = (id: string | undefined) => `GET /v1/profile/checkout/${id}`
const defaultResponses = {
  'GET /v1/profile/contract/list': json(payingContracts()),
  'GET /v1/profile/checkout/methods': json({ methods: ['card', 'sbp'] }),
  'GET /v1/profile/checkout/list': json([checkoutSummary({ uuid: ids.stranger, payer: 'Сергей С.' })]),
  [readOf(ids.checkout)]: json(checkout()),
}
export const showsPaymentStep = stepAssertion(paymentTexts)

/** Milliseconds: longer than a person stays at the page while the bank opens, and than a pause before a reading. */
const longPauseMs = 30_000

/** The path answers the calls of a checkout; the page of the bank answers nothing. */
export function paymentInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, paymentModel, {
    start: '/payment',
    state: () => profileState(anna),
    responses: defaultResponses,
    calls: {
      followAddress: null,
      // An address without a checkout is validated at once.
      validateLocation: ({ checkout: id }: PaymentLocation) =>
        id === undefined ? null : { call: readOf(id), throughCache: true },
      startCheckout: (body: CheckoutOrder) => ({ call: calls.start, body }),
      openBank: null,
      watchCheckout: null,
      cancelCheckout: () => ({ call: calls.cancel }),
    },
    outputAfterError: { validateLocation: (location) => ({ location, refusal: null }) },
    address: ({ value, context }) =>
      value === 'validatingLocation' && context.location.checkout === undefined ? null : addressOf(context.location),
    lostOnReload: { underWay: 'the payment is started anew, and the server says the same' },
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'address.changed': navigatesTo(({ event }) => addressOf(event.location)),
  'xstate.done.actor.validateLocation': byEnvironment(async ({ network }, { event, before }) => {
    const { checkout: id } = before.context.location
    if (id === undefined) return
    const { state } = event.output
    await network.answer(readOf(id), state === 'lost' ? problem('not-found') : checkoutIn(state))
  }),
  'payments.select': byUser(({ page, press }, { event, before }) => {
    const had = before.context.location.payment ?? [ids.overdue]
    const isSecond = event.payment.includes(ids.december) || had.includes(ids.december)
    return press(paymentPage(page).box(isSecond ? '2-й платёж' : '1-й платёж'))
  }),
  'payments.confirm': byUser(({ page, press }) => press(paymentPage(page).choose)),
  'payments.retry': byUser(({ page, press }) => press(paymentPage(page).retry)),
  'method.choose': byUser(({ page, press }) => press(paymentPage(page).method('По СБП'))),
  'checkout.start': byUser(({ page, press }) => press(paymentPage(page).pay)),
  'checkout.insist': byUser(({ page, press }) => press(paymentPage(page).insist)),
  'checkout.cancel': byUser(({ page, press }) => press(paymentPage(page).cancel)),
  'bank.open': byUser(({ page, press }) => press(paymentPage(page).openBank)),
  'step.back': byUser(({ page, press }) => press(paymentPage(page).back)),
  'checkout.changed': byEnvironment(async (stage, { event, before }) => {
    const { network, page } = stage
    network.expect({ call: readOf(ids.checkout) }, { reply: checkoutIn(event.state) })
    // The page reads it while it is under way, and otherwise when the server says that it has changed.
    if (before.matches('waiting')) await passTime(page, longPauseMs)
    else await refetch(stage, 'GET /v1/profile/checkout/{checkoutId}')
    await network.allSent(readOf(ids.checkout))
  }),
  'xstate.done.actor.startCheckout': byEnvironment(({ network }) => network.answer(calls.start, checkoutIn('pending'))),
  'xstate.error.actor.startCheckout': refuses(calls.start),
  'xstate.done.actor.openBank': byEnvironment(({ page }) => passTime(page, longPauseMs)),
  'xstate.done.actor.cancelCheckout': byEnvironment(async ({ network }) => {
    network.always(readOf(ids.checkout), checkoutIn('canceled'))
    await network.answer(calls.cancel, checkoutIn('canceled'))
  }),
  'xstate.error.actor.cancelCheckout': refuses(calls.cancel),
}

const states: BrowserLevel['states'] = {
  validatingLocation: () => undefined,
  choosing: showsPaymentStep,
  reviewing: async (stage, snapshot) => {
    await showsPaymentStep(stage, snapshot)
    await soon(paymentPage(stage.page).pay).toBeEnabled()
  },
  starting: async (stage, snapshot) => {
    await showsPaymentStep(stage, snapshot)
    await soon(paymentPage(stage.page).pay).toHaveAttribute('aria-busy', 'true')
  },
  underWay: showsPaymentStep,
  leaving: async (stage, snapshot) => {
    await showsPaymentStep(stage, snapshot)
    const { confirmationUrl } = checkout()
    await eventually(() => stage.network.documents.at(-1), 'the page of the bank').toBe(confirmationUrl)
  },
  waiting: async (stage, snapshot) => {
    await showsPaymentStep(stage, snapshot)
    await soon(paymentPage(stage.page).openBank).toBeEnabled()
  },
  canceling: async (stage, snapshot) => {
    await showsPaymentStep(stage, snapshot)
    await soon(paymentPage(stage.page).cancel).toHaveAttribute('aria-busy', 'true')
  },
  paid: showsPaymentStep,
  refused: showsPaymentStep,
  expired: showsPaymentStep,
  canceled: showsPaymentStep,
  lost: showsPaymentStep,
}

function checkoutIn(state: Checkout['state']): Reply {
  const isUnderWay = state === 'started' || state === 'pending'
  return json(
    checkout({
      state,
      ...(!isUnderWay && { confirmationUrl: null, finishedAt: '2026-11-23T09:00:00.000Z' }),
      ...(state === 'refused' && { refusal: 'insufficient-funds' }),
    }),
  )
}

function addressOf(location: PaymentLocation): string {
  return `/payment${formatQueryString(location)}`
}
