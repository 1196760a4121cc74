import type { WriteCall } from '#contract/call-changes.ts'
import { purchaseStepOf } from '#contract/screen-search.ts'
import { screens } from '#contract/screens.ts'
import { type Result, toResult } from '#src/api/api-error.ts'
import { basketQuery, contractTextQuery } from '#src/api/purchase.ts'
import { invalidateChangedBy } from '#src/api/query-cache.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'
import {
  type ChosenBasket,
  type ChosenPlan,
  type ChosenSeat,
  isSameLocation,
  type PurchaseLocation,
  type PurchaseTarget,
  previousLocation,
} from '#src/machines/locations/purchase-location.ts'
import { purchaseMachine } from '#src/machines/purchase.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'
import { addressActions, addressFollower, waitForOutcome } from './address-flow.ts'
import type { FlowDependencies, FlowHistory } from './flow-dependencies.ts'
import { promiseActor, validatorActor } from './promise-actor.ts'
import { createPurchaseValidator } from './purchase-validation.ts'

const { search: readSearch } = screens.purchase

/** Actors and actions of the purchase machine. */
export function providePurchase({ http, queryClient, history, notifications, report }: FlowDependencies) {
  const { run: runWithKey } = createIdempotencyKeys()
  const validate = createPurchaseValidator(queryClient)

  /** Keeps the tickets of the present address: they are no part of the flow. */
  const addressOf = ({ location: { course, ...chosen } }: PurchaseTarget) => {
    const { tickets } = readSearch(parseQueryString(history().location.search))
    return `/catalog/${course}/purchase${formatQueryString({ ...chosen, tickets })}`
  }
  const here = (): PurchaseLocation | null => parseLocation(history().location)

  const outcomeOf = <Answer>(call: WriteCall, made: Promise<Result<Answer>>, basket?: string) =>
    waitForOutcome(made, {
      report,
      refresh: async (refusal) => {
        // The actor `validateLocation` refetches the basket. An active query must not: a deleted basket would replace the step
        // by an error.
        if (basket)
          void queryClient.invalidateQueries({ queryKey: ['GET /v1/catalog/basket/{id}'], refetchType: 'none' })
        if (refusal === 'contract-text-changed')
          await queryClient.invalidateQueries({ queryKey: ['GET /v1/catalog/basket/{id}/contract-text'] })
        await invalidateChangedBy(queryClient, call)
      },
    })

  return purchaseMachine.provide({
    actors: {
      followAddress: addressFollower(history, here),
      validateLocation: validatorActor(validate),
      joinWaitingList: promiseActor<void, ChosenSeat>(async ({ input: { child, group } }) => {
        const body = { groupUuid: group, studentUuid: child }
        await outcomeOf(
          'POST /v1/catalog/waiting-list/join',
          runWithKey(`join ${group} ${child}`, (idempotencyKey) =>
            http('POST /v1/catalog/waiting-list/join', { body, idempotencyKey }),
          ),
        )
      }),
      fillBasket: promiseActor<string, ChosenPlan>(async ({ input: { child, group, scheme } }) => {
        const body = { groupUuid: group, studentUuid: child, paymentScheme: scheme }
        const { groceryBasketUuid } = await outcomeOf(
          'POST /v1/catalog/basket',
          toResult(http('POST /v1/catalog/basket', { body })),
        )
        // The basket may be a former one with another plan, and so another text.
        queryClient.removeQueries({ queryKey: contractTextQuery(groceryBasketUuid, child).queryKey })
        // Prefetch for the next step, which shows the error if this fails.
        await queryClient.fetchQuery({ ...basketQuery(groceryBasketUuid, child), staleTime: 0 }).catch(() => null)
        return groceryBasketUuid
      }),
      dropBasket: promiseActor<void, string>(async ({ input: id }) => {
        await outcomeOf(
          'DELETE /v1/catalog/basket/{id}',
          toResult(http('DELETE /v1/catalog/basket/{id}', { params: { id } })),
          id,
        )
        notifications.send({ type: 'notification.show', kind: 'purchaseGivenUp', tone: 'success' })
      }),
      makeContract: promiseActor<string, ChosenBasket>(async ({ input: { basket: id, child }, signal }) => {
        const { answer: basket, error } = await toResult(queryClient.ensureQueryData(basketQuery(id, child)))
        if (error !== null) throw { refusal: error.type }
        // Only what is on the screen is agreed to: it is not read here.
        const text = queryClient.getQueryData(contractTextQuery(id, child).queryKey)
        if (text === undefined) throw { refusal: 'contract-text-changed' }
        const { campaignUuid, student } = basket
        const body = { groceryBasketUuid: id, campaignUuid, studentUuid: student.uuid, textHash: text.hash }
        const { contractUuid } = await outcomeOf(
          'POST /v1/profile/contract/create-by-grocery-basket',
          runWithKey(`make ${id} ${student.uuid} ${text.hash}`, (idempotencyKey) =>
            http('POST /v1/profile/contract/create-by-grocery-basket', { body, idempotencyKey }),
          ),
          id,
        )
        // The page was left while the call was pending: show a toast instead.
        if (signal.aborted) notifications.send({ type: 'notification.show', kind: 'contractMade', tone: 'success' })
        return contractUuid
      }),
    },
    actions: addressActions(history, {
      addressOf,
      // Only if no step was skipped: `goBack` must not skip one either.
      isNext: (to) => {
        const from = here()
        return from !== null && isSameLocation(from, previousLocation(to.location))
      },
      isSameStep: (to) => {
        const from = here()
        return from?.course === to.location.course && purchaseStepOf(from) === purchaseStepOf(to.location)
      },
    }),
  })
}

function parseLocation({ pathname, search }: FlowHistory['location']): PurchaseLocation | null {
  const course = /^\/catalog\/([^/]+)\/purchase\/?$/.exec(pathname)?.[1]
  if (course === undefined) return null
  const { tickets: _, ...chosen } = readSearch(parseQueryString(search))
  return { course, ...chosen }
}
