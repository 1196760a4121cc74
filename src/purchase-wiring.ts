import { fromCallback, fromPromise } from 'xstate'
import { purchaseStepOf } from '#contract/purchase-steps.ts'
import { screens } from '#contract/screens.ts'
import { type Attempt, attempt, concernsSession, isDecided } from './api/failure.ts'
import { basketQuery, renewAfterPurchase } from './api/purchase.ts'
import { formatQueryString, parseQueryString } from './api/query-string.ts'
import type { FlowHistory, FlowWorld } from './flow-wiring.ts'
import { createIntentions } from './intentions.ts'
import { purchaseMachine } from './machines/purchase.ts'
import {
  type AddressChange,
  type ChosenBasket,
  type ChosenPlace,
  type ChosenPlan,
  isSamePlace,
  type Judgement,
  type PurchasePlace,
  placeBefore,
  type To,
} from './machines/purchase-places.ts'
import { purchaseJudge } from './purchase-judge.ts'

const { search: readSearch } = screens.purchase

/** The flow that the page of a purchase is made of; wired with that page. */
export function wirePurchase({ http, queryClient, history, notifications, report }: FlowWorld) {
  const asOne = createIntentions()
  const judge = purchaseJudge(queryClient)

  const openedHere = () => (history().location.state.openedHere ? ({ openedHere: true } as const) : undefined)
  const here = (): PurchasePlace | null => placeOf(history().location)

  /** What is on the screen is new once this ends; a refusal is the machine’s to judge. */
  async function settled<Answer>(made: Promise<Attempt<Answer>>, basket?: string): Promise<Answer> {
    const { answer, error } = await made
    if (error === null || isDecided(error)) {
      // What became of the basket, the judge asks: it may be no more, and its step is still to be seen.
      if (basket) void queryClient.invalidateQueries({ queryKey: ['GET /v1/catalog/basket/{id}'], refetchType: 'none' })
      await renewAfterPurchase(queryClient)
    }
    if (error === null) return answer
    if (concernsSession(error)) report(error)
    throw { refusal: error.type }
  }

  return purchaseMachine.provide({
    actors: {
      followAddress: fromCallback<AddressChange>(({ sendBack }) => {
        const tell = () => {
          const place = here()
          if (place !== null) sendBack({ type: 'address.changed', place })
        }
        tell()
        return history().subscribe(tell)
      }),
      judge: fromPromise<Judgement, PurchasePlace>(({ input }) => judge(input)),
      joinQueue: fromPromise<void, ChosenPlace>(async ({ input: { child, group } }) => {
        const body = { groupUuid: group, studentUuid: child }
        await settled(
          asOne(`join ${group} ${child}`, (idempotencyKey) =>
            http('POST /v1/catalog/queue/join', { body, idempotencyKey }),
          ),
        )
      }),
      fillBasket: fromPromise<string, ChosenPlan>(async ({ input: { child, group, scheme } }) => {
        const body = { groupUuid: group, studentUuid: child, paymentScheme: scheme }
        const { groceryBasketUuid } = await settled(attempt(http('POST /v1/catalog/basket', { body })))
        // The step that follows opens with what is in it; where that cannot be had, it says so itself.
        await queryClient.fetchQuery({ ...basketQuery(groceryBasketUuid, child), staleTime: 0 }).catch(() => null)
        return groceryBasketUuid
      }),
      dropBasket: fromPromise<void, string>(async ({ input: id }) => {
        await settled(attempt(http('DELETE /v1/catalog/basket/{id}', { params: { id } })), id)
        notifications.send({ type: 'notification.show', kind: 'purchaseGivenUp', tone: 'success' })
      }),
      makeContract: fromPromise<string, ChosenBasket>(async ({ input: { basket: id, child }, signal }) => {
        const { answer: basket, error } = await attempt(queryClient.ensureQueryData(basketQuery(id, child)))
        if (error !== null) throw { refusal: error.type }
        const { campaignUuid, student } = basket
        const body = { groceryBasketUuid: id, campaignUuid, studentUuid: student.uuid }
        const { contractUuid } = await settled(
          asOne(`make ${id} ${student.uuid}`, (idempotencyKey) =>
            http('POST /v1/profile/contract/create-by-grocery-basket', { body, idempotencyKey }),
          ),
          id,
        )
        // Whoever has left the page meanwhile hears of it all the same.
        if (signal.aborted) notifications.send({ type: 'notification.show', kind: 'contractMade', tone: 'success' })
        return contractUuid
      }),
    },
    actions: {
      // A step that was skipped on the way is not skipped on the way back.
      show: (_, to) => {
        const from = here()
        const isNext = from !== null && isSamePlace(from, placeBefore(to.place))
        history().push(addressOf(to), isNext ? { openedHere: true } : undefined)
      },
      showInstead: (_, to) => {
        const from = here()
        // The step before stays the step before where only the address of this one has more to say.
        const isSameStep = from?.course === to.place.course && purchaseStepOf(from) === purchaseStepOf(to.place)
        history().replace(addressOf(to), isSameStep ? openedHere() : undefined)
      },
      goBack: (_, to) => (openedHere() ? history().back() : history().replace(addressOf(to))),
    },
  })
}

function placeOf({ pathname, search }: FlowHistory['location']): PurchasePlace | null {
  const course = /^\/catalog\/([^/]+)\/purchase\/?$/.exec(pathname)?.[1]
  return course === undefined ? null : { course, ...readSearch(parseQueryString(search)) }
}

function addressOf({ place: { course, ...chosen } }: To): string {
  return `/catalog/${course}/purchase${formatQueryString(chosen)}`
}
