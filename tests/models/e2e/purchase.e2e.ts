import { expect } from 'playwright/test'
import { formatQueryString } from '#src/api/query-string.ts'
import type { PurchaseLocation } from '#src/machines/locations/purchase-location.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { showsPurchaseStep } from '#tests/models/purchase.browser.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { purchasePage } from '#tests/support/pages/purchase-page.ts'
import { ids } from '#tests/support/samples/purchase-samples.ts'
import { tooOften } from './fault-injection.ts'
import { openShop, type Shop } from './fixtures/course-purchase.ts'
import { flowSteps, goesBackIn } from './fixtures/flow-steps.ts'
import { type ProductLevel, type ProductStage, signIn } from './test-server.ts'

const calls = {
  fill: 'POST /v1/catalog/basket',
  drop: 'DELETE /v1/catalog/basket/{id}',
  join: 'POST /v1/catalog/waiting-list/join',
  make: 'POST /v1/profile/contract/create-by-grocery-basket',
}

type Stage = ProductStage<Shop>

const { shows, opens } = flowSteps<Shop, PurchaseLocation>({
  showsStep: showsPurchaseStep,
  addressOf: (shop, { course: _, ...chosen }: PurchaseLocation) => {
    const parts = Object.entries(chosen as Record<string, string>).map(([part, id]) => [part, shop.real[id] ?? id])
    return `/catalog/${shop.real[ids.course]}/purchase${formatQueryString(Object.fromEntries(parts))}`
  },
})

/** A parent buys a course for one of two children; the other one already attends it. The group has one place left. */
export const purchaseEndToEnd: ProductLevel<Shop> = {
  open: openShop,
  held: Object.values(calls),
  begin: async (stage) => {
    await signIn(stage, stage.data.parent)
    await opens(stage, { course: ids.course })
  },
  unplayableSteps: [
    {
      why: 'Back only leads to the previous step',
      is: ({ event, before }) =>
        event.type === 'address.changed' &&
        before.matches('making') &&
        JSON.stringify(event.location) !== JSON.stringify({ course: ids.course, child: ids.artem, group: ids.free }),
    },
    {
      why: 'no other tab can act between a refusal and the new validation of the URL',
      is: ({ event, before }) =>
        event.type === 'xstate.done.actor.validateLocation' &&
        ['purchase-refused', 'price-changed', 'contract-text-changed'].includes(before.context.refusal) &&
        (event.output.location.contract !== undefined || event.output.refusal !== null),
    },
  ],
  events: {
    'address.changed': async (stage, { event, before, rest }) => {
      if (before.matches('making')) return stage.page.goBack()
      if (goesBackIn(rest, 'making')) return clickToReview(stage)
      await stage.data.settle(event.location)
      const validated = rest[0]?.event.output
      if (validated?.location.contract && event.location.basket) await stage.data.buyElsewhere()
      if (validated?.refusal === 'not-found') await stage.data.dropElsewhere()
      await opens(stage, event.location)
    },
    // The real server decides the outcome; the next step asserts it.
    'xstate.done.actor.validateLocation': () => undefined,
    'child.choose': ({ page }) => purchasePage(page).child('Артём Соколов').click(),
    'group.choose': ({ page }) => purchasePage(page).group('ФИЗ-А').click(),
    'group.reconsider': async ({ page, data }) => {
      await data.rivalBuys()
      await page.reload()
      await purchasePage(page).otherGroup(' или встать в очередь').click()
    },
    'waitingList.join': ({ page }) => purchasePage(page).join('ФИЗ-В').click(),
    'scheme.choose': ({ page }) => purchasePage(page).scheme('Оплата по этапам').click(),
    'basket.refill': async ({ page, data }, { before }) => {
      if (before.matches('unfilled')) return purchasePage(page).retry.click()
      await data.setPrice(95_002_00)
      await page.reload()
      await soon(page.getByRole('note')).toContainText('95 002 ₽')
      await purchasePage(page).acceptPrice.click()
    },
    'basket.giveUp': ({ page }) => purchasePage(page).giveUp.click(),
    'contract.make': ({ page }) => purchasePage(page).make.click(),
    'step.back': ({ page }) => purchasePage(page).back.click(),
    'xstate.done.actor.joinWaitingList': async ({ server, page, data }) => {
      await server.proxy.pass(calls.join)
      await soon(purchasePage(page).placeInWaitingList('1 из 1')).toBeVisible()
      expect(await data.countWaitingListEntries()).toBe(1)
    },
    'xstate.error.actor.joinWaitingList': {
      'место тем временем появилось': async ({ server, data }) => {
        await data.addPlace(ids.full)
        await server.proxy.pass(calls.join)
        expect(await data.countWaitingListEntries()).toBe(0)
      },
      'запросов слишком много': tooOften(calls.join),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.join),
    },
    'xstate.done.actor.fillBasket': filled,
    'xstate.error.actor.fillBasket': {
      'место заняли': async ({ server, data }) => {
        await data.rivalBuys()
        await server.proxy.pass(calls.fill)
      },
      'записаться нельзя': async ({ server, data }) => {
        await data.withdrawScheme()
        await server.proxy.pass(calls.fill)
      },
      'запросов слишком много': tooOften(calls.fill),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.fill),
    },
    'xstate.done.actor.dropBasket': async ({ server, page }) => {
      await server.proxy.pass(calls.drop)
      await soon(toast(page, 'Запись отменена').first()).toBeVisible()
    },
    'xstate.error.actor.dropBasket': {
      'договор уже есть': async ({ server, data }) => {
        await data.buyElsewhere()
        await server.proxy.pass(calls.drop)
      },
      'запросов слишком много': tooOften(calls.drop),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.drop),
    },
    'xstate.done.actor.makeContract': async ({ server, data }) => {
      await server.proxy.pass(calls.make)
      await data.findContract()
    },
    'xstate.error.actor.makeContract': {
      'место заняли': async ({ server, data }) => {
        await data.rivalBuys()
        await server.proxy.pass(calls.make)
      },
      'цена изменилась': async ({ server, data }) => {
        await data.setPrice(95_002_00)
        await server.proxy.pass(calls.make)
      },
      'условия договора изменились': async ({ server, data }) => {
        await data.extendCourse()
        await server.proxy.pass(calls.make)
      },
      'записаться нельзя': async ({ server, data }) => {
        await data.closeEnrolment()
        await server.proxy.pass(calls.make)
      },
      'запросов слишком много': tooOften(calls.make),
      'нет связи с сервером': ({ server }) => server.proxy.cut(calls.make),
    },
  },
  states: {
    // The real server responds too fast to observe the pending state.
    validatingLocation: () => undefined,
    choosingChild: shows,
    choosingGroup: shows,
    joiningWaitingList: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(purchasePage(stage.page).join('ФИЗ-В')).toHaveAttribute('aria-busy', 'true')
      await stage.server.proxy.isHeld(calls.join)
    },
    choosingScheme: shows,
    filling: async ({ page, server }) => {
      await soon(purchasePage(page).filling).toBeAttached()
      await server.proxy.isHeld(calls.fill)
    },
    unfilled: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(purchasePage(stage.page).retry).toBeEnabled()
    },
    reviewing: async (stage, snapshot) => {
      const { isClosed, isDearer } = stage.data
      await shows(stage, snapshot, isClosed ? 'closed' : undefined)
      const { acceptPrice, make } = purchasePage(stage.page)
      await soon(isDearer ? acceptPrice : make).toHaveCount(isClosed ? 0 : 1)
      expect(await stage.data.contracts()).toBe(0)
    },
    making: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(purchasePage(stage.page).make).toHaveAttribute('aria-busy', 'true')
      await stage.server.proxy.isHeld(calls.make)
    },
    givingUp: async ({ page, server }) => {
      await soon(purchasePage(page).giveUp).toHaveAttribute('aria-busy', 'true')
      await server.proxy.isHeld(calls.drop)
    },
    done: async (stage, snapshot) => {
      await shows(stage, snapshot)
      await soon(purchasePage(stage.page).contract(await stage.data.contractNumber())).toBeVisible()
      expect(await stage.data.contracts()).toBe(1)
    },
  },
}

async function filled({ server, page, data }: Stage): Promise<void> {
  await server.proxy.pass(calls.fill)
  await page.waitForURL(/[?&]basket=/)
  data.real[ids.basket] = new URL(page.url()).searchParams.get('basket') ?? ''
  data.isDearer = false
}

/** Uses the controls of the page, so that the previous step is one history entry back. */
async function clickToReview(stage: Stage): Promise<void> {
  const { child, group, scheme } = purchasePage(stage.page)
  for (const control of [child('Артём Соколов'), group('ФИЗ-А'), scheme('Оплата по этапам')]) await control.click()
  await filled(stage)
}
