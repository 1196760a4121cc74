import type { QueryClient } from '@tanstack/react-query'
import { fromCallback } from 'xstate'
import type { WriteCall } from '#contract/call-changes.ts'
import type { CheckoutState } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import { type Result, toResult } from '#src/api/api-error.ts'
import { checkoutQuery, contractsQuery } from '#src/api/contracts.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'
import type { FlowError } from '#src/machines/address-flow.ts'
import type {
  CheckoutChange,
  CheckoutOrder,
  PaymentLocation,
  PaymentTarget,
  PaymentValidation,
} from '#src/machines/locations/payment-location.ts'
import { paymentMachine } from '#src/machines/payment.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'
import { addressActions, addressFollower, waitForOutcome } from './address-flow.ts'
import type { FlowDependencies } from './flow-dependencies.ts'
import { promiseActor, validatorActor } from './promise-actor.ts'

const { address, search: readSearch } = screens.payment

/** Milliseconds after which a page that is still here has not been left for the bank. */
const leavingMs = 8_000

/** Actors and actions of the payment machine. */
export function providePayment({ http, queryClient, history, browser, report }: FlowDependencies) {
  const { run: runWithKey } = createIdempotencyKeys()
  /** Keeps the tickets of the present address: they are no part of the flow. */
  const addressOf = ({ location }: PaymentTarget) => {
    const { tickets } = readSearch(parseQueryString(history().location.search))
    return address + formatQueryString({ ...location, tickets })
  }

  const outcomeOf = <Answer>(call: WriteCall, made: Promise<Result<Answer>>) =>
    waitForOutcome(made, {
      report,
      // After a refusal what is on the screen is refreshed first, such as the sum.
      refresh: async (refusal) => {
        const refreshed = invalidateChangedBy(queryClient, call)
        if (refusal !== null) await refreshed
      },
    })

  /** They may have been read before the payment was booked. */
  const refreshContracts = (state: CheckoutState) => {
    if (state === 'paid') void queryClient.invalidateQueries({ queryKey: contractsQuery().queryKey })
  }

  return paymentMachine.provide({
    actors: {
      followAddress: addressFollower(history, (): PaymentLocation | null => {
        const { pathname, search } = history().location
        if (pathname.replace(/\/$/, '') !== address) return null
        const { tickets: _, ...location } = readSearch(parseQueryString(search))
        return location
      }),
      validateLocation: validatorActor<PaymentLocation, FlowError, Pick<PaymentValidation, 'state'>>(
        async (location) => {
          const { checkout } = location
          if (checkout === undefined) return { location, refusal: null }
          const { answer, error } = await toResult(queryClient.fetchQuery({ ...checkoutQuery(checkout), staleTime: 0 }))
          if (answer !== null) {
            refreshContracts(answer.state)
            return { location, refusal: null, state: answer.state }
          }
          return { location, refusal: null, ...(error.type === 'not-found' && { state: 'lost' }) }
        },
      ),
      startCheckout: promiseActor<string, CheckoutOrder>(async ({ input: body }) => {
        const call = 'POST /v1/profile/checkout'
        const started = runWithKey(JSON.stringify(body), (idempotencyKey) => http(call, { body, idempotencyKey }))
        const checkout = await outcomeOf(call, started)
        queryClient.setQueryData(checkoutQuery(checkout.uuid).queryKey, checkout)
        return checkout.uuid
      }),
      openBank: promiseActor<void, string>(async ({ input: checkout, signal }) => {
        const { confirmationUrl } = queryClient.getQueryData(checkoutQuery(checkout).queryKey) ?? {}
        if (!confirmationUrl) return
        browser().location.assign(confirmationUrl)
        await untilBack(browser(), signal)
      }),
      watchCheckout: fromCallback<CheckoutChange, string>(({ sendBack, input: checkout }) =>
        watchCheckout(queryClient, checkout, (state) => {
          refreshContracts(state)
          sendBack({ type: 'checkout.changed', state })
        }),
      ),
      cancelCheckout: promiseActor<void, string>(async ({ input: checkoutId }) => {
        const call = 'POST /v1/profile/checkout/{checkoutId}/cancel'
        const canceled = runWithKey(checkoutId, (idempotencyKey) =>
          http(call, { params: { checkoutId }, idempotencyKey }),
        )
        queryClient.setQueryData(checkoutQuery(checkoutId).queryKey, await outcomeOf(call, canceled))
      }),
    },
    actions: addressActions(history, { addressOf, isSameStep: () => true }),
  })
}

/** Resolves when the person sees this page again, or has never left it: the app of a bank opens over the browser. */
function untilBack(window: Window, signal: AbortSignal): Promise<void> {
  return new Promise((back) => {
    const ended = new AbortController()
    const end = () => {
      ended.abort()
      window.clearTimeout(timer)
      back()
    }
    const timer = window.setTimeout(end, leavingMs)
    const note = () => window.document.visibilityState === 'visible' && end()
    window.document.addEventListener('visibilitychange', note, { signal: ended.signal })
    signal.addEventListener('abort', end)
  })
}

/** Says the known state of a checkout at once, then whenever it is read. The page reads it while it is under way. */
function watchCheckout(
  queryClient: QueryClient,
  checkout: string,
  onState: (state: CheckoutState) => void,
): () => void {
  const { queryKey } = checkoutQuery(checkout)
  const cache = queryClient.getQueryCache()
  const say = () => {
    const state = queryClient.getQueryData(queryKey)?.state
    if (state !== undefined) onState(state)
  }
  // It may have been read while the bank was open.
  say()
  return cache.subscribe(({ type, query }) => {
    if (type === 'updated' && query === cache.find({ queryKey })) say()
  })
}
