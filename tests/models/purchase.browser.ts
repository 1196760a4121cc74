import type { Basket } from '#contract/enrolment/catalog.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type {
  ChosenBasket,
  ChosenPlan,
  ChosenSeat,
  PurchaseLocation,
} from '#src/machines/locations/purchase-location.ts'
import { json, noContent, type Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { purchasePage, purchaseTexts } from '#tests/support/pages/purchase-page.ts'
import {
  artem,
  basket,
  contract,
  contractText,
  course,
  courseWaitingListSample,
  ids,
  maria,
} from '#tests/support/samples/purchase-samples.ts'
import { navigatesTo, refetch } from './app/outside-events.ts'
import { problem, refuses } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { purchaseModel } from './purchase.model.ts'
import { anna } from './sample-users.ts'
import { stepAssertion } from './step-assertion.ts'

const calls = {
  basket: `GET /v1/catalog/basket/${ids.basket}`,
  fill: 'POST /v1/catalog/basket',
  drop: `DELETE /v1/catalog/basket/${ids.basket}`,
  join: 'POST /v1/catalog/waiting-list/join',
  make: 'POST /v1/profile/contract/create-by-grocery-basket',
}
const students = `GET /v1/catalog/course/${ids.course}/student/list`
const defaultResponses = {
  [`GET /v1/catalog/course/${ids.course}`]: json(course),
  [students]: json([artem(), maria]),
  'GET /v1/profile/contract/list': json([contract]),
  [`GET /v1/catalog/basket/${ids.basket}/contract-text`]: json(contractText),
}
const placeInWaitingList = courseWaitingListSample()
const { plan } = basket()
/** The group costs more than agreed, and every payment with it by another sum. */
const dearer: Partial<Basket> = {
  price: { agreed: 90_000_00, now: 95_000_00 },
  plan: {
    ...plan,
    instalments: plan.instalments.map((one, index) => ({ ...one, amount: one.amount + (index + 1) * 500_00 })),
  },
}
export const showsPurchaseStep = stepAssertion(purchaseTexts)

const basketOfChild = { call: calls.basket, query: { studentUuid: ids.artem } }

/** The page requests the basket when it opens or changes one; the path answers the request. */
export function purchaseInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return inBrowser(pool, purchaseModel, {
    start: addressOf({ course: ids.course }),
    state: () => profileState(anna),
    responses: defaultResponses,
    calls: {
      followAddress: null,
      // A step without a basket is validated at once, from data of the page.
      validateLocation: (location: PurchaseLocation) =>
        location.basket === undefined ? null : { ...basketOfChild, throughCache: true },
      joinWaitingList: ({ child, group }: ChosenSeat) => ({
        call: calls.join,
        body: { groupUuid: group, studentUuid: child },
      }),
      fillBasket: ({ child, group, scheme }: ChosenPlan) => ({
        call: calls.fill,
        body: { groupUuid: group, studentUuid: child, paymentScheme: scheme },
      }),
      dropBasket: (basketId: string) => ({ call: `DELETE /v1/catalog/basket/${basketId}` }),
      makeContract: ({ basket: groceryBasketUuid }: ChosenBasket) => ({
        call: calls.make,
        body: { groceryBasketUuid, campaignUuid: ids.campaign, studentUuid: ids.artem, textHash: contractText.hash },
      }),
    },
    outputAfterError: { validateLocation: (location) => ({ location, refusal: null }) },
    address: ({ value, context }) => (isValidatedAtOnce(value, context.location) ? null : addressOf(context.location)),
    lostOnReload: { unfilled: 'an address without a basket fills one anew' },
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'address.changed': navigatesTo(({ event }) => addressOf(event.location)),
  'xstate.done.actor.validateLocation': byEnvironment(async ({ network }, { event, before }) => {
    if (before.context.location.basket === undefined) return
    const { location, refusal } = event.output
    await network.answer(
      calls.basket,
      refusal === null ? basketWith({ contractUuid: location.contract ?? null }) : problem(refusal),
    )
  }),
  'child.choose': byUser(({ page, press }) => press(purchasePage(page).child('Артём Белов'))),
  'group.choose': byUser(({ page, press }) => press(purchasePage(page).group('М-7-А'))),
  'group.reconsider': byUser(({ page, press }) => press(purchasePage(page).otherGroup()), {
    first: (stage) => basketIs(stage, { obstacle: 'enrolment-closed' }),
    isSeen: true,
  }),
  'waitingList.join': byUser(({ page, press }) => press(purchasePage(page).join('М-7-В'))),
  'scheme.choose': byUser(({ page, press }) => press(purchasePage(page).scheme('Оплата по этапам'))),
  'basket.refill': ({ before }) =>
    before.matches('unfilled')
      ? byUser(({ page, press }) => press(purchasePage(page).retry))
      : byUser(({ page, press }) => press(purchasePage(page).acceptPrice), {
          first: (stage) => basketIs(stage, dearer),
          isSeen: true,
        }),
  'basket.giveUp': byUser(({ page, press }) => press(purchasePage(page).giveUp)),
  'contract.make': byUser(({ page, press }) => press(purchasePage(page).make)),
  'step.back': byUser(({ page, press }) => press(purchasePage(page).back)),
  'xstate.done.actor.joinWaitingList': byEnvironment(async ({ network, page }) => {
    network.always(students, json([artem(placeInWaitingList), maria]))
    await network.answer(calls.join, json(placeInWaitingList))
    await soon(purchasePage(page).placeInWaitingList('2 из 5')).toBeVisible()
  }),
  'xstate.error.actor.joinWaitingList': refuses(calls.join),
  'xstate.done.actor.fillBasket': byEnvironment(async ({ network }) => {
    network.expect(basketOfChild, { reply: basketWith() })
    await network.answer(calls.fill, json({ groceryBasketUuid: ids.basket, campaignUuid: ids.campaign }))
  }),
  'xstate.error.actor.fillBasket': refuses(calls.fill),
  'xstate.done.actor.dropBasket': byEnvironment(async ({ network, page }) => {
    await network.answer(calls.drop, noContent)
    await soon(toast(page, 'Запись отменена').first()).toBeVisible()
  }),
  'xstate.error.actor.dropBasket': refuses(calls.drop),
  'xstate.done.actor.makeContract': byEnvironment(({ network }) =>
    network.answer(calls.make, json({ contractUuid: ids.contract, location: null })),
  ),
  'xstate.error.actor.makeContract': refuses(calls.make),
}

const states: BrowserLevel['states'] = {
  validatingLocation: async ({ page }, { context }) => {
    if (context.location.basket === undefined) return
    await soon(purchasePage(page).back).toBeDisabled()
  },
  choosingChild: showsPurchaseStep,
  choosingGroup: showsPurchaseStep,
  joiningWaitingList: async (stage, snapshot) => {
    await showsPurchaseStep(stage, snapshot)
    await soon(purchasePage(stage.page).join('М-7-В')).toHaveAttribute('aria-busy', 'true')
  },
  choosingScheme: showsPurchaseStep,
  filling: async (stage) => {
    await soon(purchasePage(stage.page).filling).toBeAttached()
  },
  unfilled: async (stage, snapshot) => {
    await showsPurchaseStep(stage, snapshot)
    await soon(purchasePage(stage.page).retry).toBeEnabled()
  },
  reviewing: async (stage, snapshot) => {
    await showsPurchaseStep(stage, snapshot)
    await soon(purchasePage(stage.page).make).toBeEnabled()
  },
  making: async (stage, snapshot) => {
    await showsPurchaseStep(stage, snapshot)
    await soon(purchasePage(stage.page).make).toHaveAttribute('aria-busy', 'true')
  },
  givingUp: ({ page }) => soon(purchasePage(page).giveUp).toHaveAttribute('aria-busy', 'true'),
  done: async (stage, snapshot) => {
    await showsPurchaseStep(stage, snapshot)
    await soon(purchasePage(stage.page).contract('2026-1042')).toBeVisible()
  },
}

/** The page refetches the basket later and gets this response. */
async function basketIs(stage: BrowserStage, own: Partial<Basket>): Promise<void> {
  stage.network.expect(basketOfChild, { reply: basketWith(own) })
  await refetch(stage, 'GET /v1/catalog/basket/{id}')
  await stage.network.allSent(calls.basket)
}

/** A step without a basket is validated from data of the page: the URL has changed before an assertion can run. */
function isValidatedAtOnce(value: unknown, { basket: chosen }: PurchaseLocation): boolean {
  return value === 'validatingLocation' && chosen === undefined
}

function basketWith(own: Partial<Basket> = {}): Reply {
  return json(basket(own))
}

function addressOf({ course: id, ...chosen }: PurchaseLocation): string {
  return `/catalog/${id}/purchase${formatQueryString(chosen)}`
}
