import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Checkout, CheckoutSummary } from '#contract/billing/checkouts.ts'
import type { CheckoutState } from '#contract/enumerations.ts'
import { contracts, payments } from '#server/db/schema/contracts.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type { PaymentLocation } from '#src/machines/locations/payment-location.ts'
import { eventually } from '#tests/model-runner/browser/polling.ts'
import { unplayable } from '#tests/model-runner/e2e/e2e-level.ts'
import type { Step } from '#tests/model-runner/paths/replay.ts'
import { showsPaymentStep } from '#tests/models/payment.browser.ts'
import { paymentPage } from '#tests/support/pages/payment-page.ts'
import { ids } from '#tests/support/samples/payment-samples.ts'
import type { Person } from '#tests/support/server/app.ts'
import { tooOften } from './fault-injection.ts'
import { flowSteps } from './fixtures/flow-steps.ts'
import { newPerson, schoolOf } from './fixtures/school.ts'
import { bankSeconds, type ProductLevel, type ProductStage, signIn, type TestServer } from './test-server.ts'

const calls = {
  start: 'POST /v1/profile/checkout',
  cancel: 'POST /v1/profile/checkout/{checkoutId}/cancel',
}
const price = 12_000_00

/** `real` maps ids of the model to the payments and checkouts of the school; `bankPage` is that of the checkout. */
type PaymentData = { parent: Person; childId: string; real: Record<string, string>; bankPage: string }
type Stage = ProductStage<PaymentData>

const { shows, opens } = flowSteps<PaymentData, PaymentLocation>({
  showsStep: showsPaymentStep,
  addressOf: ({ real }, { payment, checkout, ...rest }) => {
    const realOf = (id: string) => real[id] ?? id
    return `/payment${formatQueryString({
      ...(payment && { payment: payment.map(realOf) }),
      ...rest,
      ...(checkout && { checkout: realOf(checkout) }),
    })}`
  },
})

/** A parent pays two instalments in the demo bank; another guardian may pay at the same time. */
export const paymentEndToEnd: ProductLevel<PaymentData> = {
  open: openPayment,
  held: Object.values(calls),
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await stage.page.goto('/payment')
  },
  unplayableSteps: [
    {
      why: 'a payment that is being started is played on pages: here the bank opens at once',
      is: ({ event, before }) => event.type === 'address.changed' && before.matches('starting'),
    },
    {
      why: 'the demo bank takes no money after it has refused',
      is: ({ event, before }) =>
        event.type === 'checkout.changed' &&
        event.state === 'paid' &&
        !before.matches('waiting') &&
        !before.matches('canceled'),
    },
    {
      why: 'a payment that is under way can be cancelled',
      is: (step, { steps }) =>
        step.event.error?.refusal === 'state-conflict' && stateAfter(steps.slice(steps.indexOf(step))) === 'pending',
    },
  ],
  events: {
    'address.changed': async (stage, { event, rest }) => {
      if (event.location.checkout === ids.checkout) await startAndSettle(stage, stateAfter(rest))
      await opens(stage, event.location)
    },
    // The real server decides the outcome; the next step asserts it.
    'xstate.done.actor.validateLocation': () => undefined,
    'payments.select': ({ page }, { event, before }) => {
      const had = before.context.location.payment ?? [ids.overdue]
      const isSecond = event.payment.includes(ids.december) || had.includes(ids.december)
      return paymentPage(page)
        .box(isSecond ? '2-й платёж' : '1-й платёж')
        .click()
    },
    'payments.confirm': ({ page }) => paymentPage(page).choose.click(),
    'payments.retry': ({ page }) => paymentPage(page).retry.click(),
    'method.choose': ({ page }) => paymentPage(page).method('По СБП').click(),
    'checkout.start': ({ page }) => paymentPage(page).pay.click(),
    'checkout.insist': ({ page }) => paymentPage(page).insist.click(),
    'checkout.cancel': ({ page }) => paymentPage(page).cancel.click(),
    'bank.open': ({ page }) => paymentPage(page).openBank.click(),
    'step.back': ({ page }) => paymentPage(page).back.click(),
    'checkout.changed': (stage, { event }) => settle(stage, event.state),
    'xstate.done.actor.startCheckout': async (stage) => {
      await stage.server.proxy.pass(calls.start)
      await noteOwnCheckout(stage)
    },
    'xstate.error.actor.startCheckout': {
      'это оплачивает другой': async (stage) => {
        const other = await newPerson(stage.server, { confirmed: false })
        await stage.server.database
          .insert(guardianships)
          .values({ guardianId: other.userId, childId: stage.data.childId })
        await start(stage, other)
        await stage.server.proxy.pass(calls.start)
      },
      'сумма изменилась': async (stage) => {
        const { database, proxy } = stage.server
        const id = stage.data.real[ids.overdue] ?? ''
        await database.transaction(async (transaction) => {
          const [line] = await transaction
            .update(payments)
            .set({ amount: price + 100_00 })
            .where(eq(payments.id, id))
            .returning({ contractId: payments.contractId })
          const total = sql`${contracts.total} + ${100_00}`
          await transaction
            .update(contracts)
            .set({ total })
            .where(eq(contracts.id, line?.contractId ?? ''))
        })
        await proxy.pass(calls.start)
      },
      'это уже оплачено': async (stage) => {
        await stage.server.database
          .update(payments)
          .set({ status: 'Canceled' })
          .where(eq(payments.id, stage.data.real[ids.overdue] ?? ''))
        await stage.server.proxy.pass(calls.start)
      },
      'банк не отвечает': unplayable(
        'the demo bank always answers; tests/server/billing/checkouts.test.ts has an outage',
      ),
      'запросов слишком много': tooOften(calls.start),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.start),
    },
    'xstate.done.actor.openBank': ({ page }) => page.goBack(),
    'xstate.done.actor.cancelCheckout': ({ server }) => server.proxy.pass(calls.cancel),
    'xstate.error.actor.cancelCheckout': {
      'банк уже ответил': async (stage, { rest }) => {
        await settle(stage, stateAfter(rest))
        await stage.server.proxy.pass(calls.cancel)
      },
      'запросов слишком много': tooOften(calls.cancel),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.cancel),
    },
  },
  states: {
    // The real server responds too fast to observe the pending state.
    validatingLocation: () => undefined,
    choosing: shows,
    reviewing: showsPaymentStep,
    starting: ({ server }) => server.proxy.isHeld(calls.start),
    underWay: showsPaymentStep,
    leaving: ({ page }) =>
      eventually(() => new URL(page.url()).pathname.startsWith('/demo-bank/pay/'), 'the page of the bank').toBe(true),
    waiting: shows,
    canceling: ({ server }) => server.proxy.isHeld(calls.cancel),
    paid: shows,
    refused: shows,
    expired: shows,
    canceled: shows,
    lost: shows,
  },
}

async function openPayment(server: TestServer): Promise<PaymentData> {
  const school = await schoolOf(server)
  const parent = await newPerson(server, { confirmed: false })
  const childId = await school.addChild('Артём', [parent])
  const { home } = await school.begin()
  const contract = await school.addContract(childId, { groupId: home, customerId: parent.userId })
  const addPayment = (position: number, dueOn: string) =>
    school.addPayment(contract, { position, dueOn, amount: price })
  const real = {
    [ids.overdue]: await addPayment(1, '2026-10-01'),
    [ids.december]: await addPayment(2, '2026-12-05'),
  }
  return { parent, childId, real, bankPage: '' }
}

/** The state that the path expects next. */
function stateAfter(rest: readonly Step[]): CheckoutState {
  return rest.find(({ event }) => event.type === 'xstate.done.actor.validateLocation')?.event.output.state ?? 'pending'
}

async function start({ data }: Stage, who: Person): Promise<Checkout> {
  const lines = [{ paymentUuid: data.real[ids.overdue], amount: price }]
  const answer = await who.call(calls.start, {
    body: { lines, method: 'card' },
    headers: { 'idempotency-key': randomUUID() },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<Checkout>()
}

/** What another tab did before. */
async function startAndSettle(stage: Stage, state: CheckoutState): Promise<void> {
  const { uuid, confirmationUrl } = await start(stage, stage.data.parent)
  stage.data.real[ids.checkout] = uuid
  stage.data.bankPage = confirmationUrl ?? ''
  await settle(stage, state)
}

async function noteOwnCheckout({ data }: Stage): Promise<void> {
  const list = await data.parent.call('GET /v1/profile/checkout/list')
  const own = list.json<CheckoutSummary[]>().find(({ payer }) => payer === null)
  if (own === undefined) throw new Error('No checkout was started')
  data.real[ids.checkout] = own.uuid
  const checkout = await data.parent.call(`GET /v1/profile/checkout/${own.uuid}`)
  data.bankPage = checkout.json<Checkout>().confirmationUrl ?? ''
}

/** Brings the checkout to a state: in the bank, or by another tab. */
async function settle({ data, server }: Stage, state: CheckoutState): Promise<void> {
  const uuid = data.real[ids.checkout]
  if (state === 'pending') return
  if (state === 'expired') return server.passTime(bankSeconds)
  if (state === 'canceled') {
    await data.parent.call(`POST /v1/profile/checkout/${uuid}/cancel`, { headers: { 'idempotency-key': randomUUID() } })
    return
  }
  const act = state === 'paid' ? 'pay' : 'no-money'
  await fetch(data.bankPage, {
    method: 'POST',
    body: new URLSearchParams({ act }),
    redirect: 'manual',
  })
}
