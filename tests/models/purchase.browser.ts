import type { Locator } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import type { Basket } from '#contract/catalog.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type {
  ChosenBasket,
  ChosenPlan,
  ChosenSeat,
  PurchaseError,
  PurchaseLocation,
} from '#src/machines/purchase-location.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { Desk } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { person, type Screen, world } from '#tests/model-runner/browser/drivers.ts'
import { goesTo, looksAgain } from '#tests/model-runner/browser/outside-events.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { json, noContent, problem, type Reply } from '#tests/model-runner/browser/scripted-network.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { artem, basket, contract, course, courseQueue, ids, maria } from '#tests/support/samples/purchase-samples.ts'
import { purchaseModel } from './purchase.model.ts'
import { anna } from './sample-users.ts'

const calls = {
  basket: `GET /v1/catalog/basket/${ids.basket}`,
  fill: 'POST /v1/catalog/basket',
  drop: `DELETE /v1/catalog/basket/${ids.basket}`,
  join: 'POST /v1/catalog/queue/join',
  make: 'POST /v1/profile/contract/create-by-grocery-basket',
}
const students = `GET /v1/catalog/course/${ids.course}/student/list`
const standing = {
  [`GET /v1/catalog/course/${ids.course}`]: json(course),
  [students]: json([artem(), maria]),
  'GET /v1/profile/contract/list': json([contract]),
}
export const words: Partial<Record<PurchaseError, string>> = {
  'not-found': 'Такой записи нет или она вам не принадлежит.',
  'no-place-left': 'Последнее место в этой группе только что заняли.',
  'purchase-refused': 'Записаться в эту группу сейчас нельзя.',
  'price-changed': 'Цена изменилась.',
  'state-conflict': 'За это время данные изменились.',
  'already-there': 'Уже занимается на этом курсе',
  full: 'В группе нет мест',
  'too-many-requests': 'Слишком много попыток.',
  offline: 'Нет связи с сервером.',
}

const basketOfChild = { call: calls.basket, query: { studentUuid: ids.artem } }

/** The page requests the basket when it opens or changes one; the path answers the request. */
export function purchaseInBrowser(desk: Desk): Level<BrowserStage> {
  return inBrowser(desk, purchaseModel, {
    start: addressOf({ course: ids.course }),
    profile: anna,
    standing,
    calls: {
      followAddress: null,
      // A step without a basket is validated at once, from data of the page.
      judge: (place: PurchaseLocation) =>
        place.basket === undefined ? null : { ...basketOfChild, throughCache: true },
      joinQueue: ({ child, group }: ChosenSeat) => ({
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
        body: { groceryBasketUuid, campaignUuid: ids.campaign, studentUuid: ids.artem },
      }),
    },
    address: ({ value, context }) => (isJudgedAtOnce(value, context.place) ? null : addressOf(context.place)),
    unsteady: { unfilled: 'an address without a basket fills one anew' },
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'address.changed': goesTo(({ event }) => addressOf(event.place)),
  'xstate.done.actor.judge': world(async ({ edge }, { event, before }) => {
    if (before.context.place.basket === undefined) return
    const { place, refusal } = event.output
    await edge.answer(
      calls.basket,
      refusal === null ? basketWith({ contractUuid: place.contract ?? null }) : problem(refusal),
    )
  }),
  'child.choose': person(({ page, press }) => press(button(page, /^Артём Белов/))),
  'group.choose': person(({ page, press }) => press(button(page, 'Выбрать группу М-7-А'))),
  'group.reconsider': person(({ page, press }) => press(button(page, 'Выбрать другую группу')), {
    first: (stage) => basketIs(stage, { obstacle: 'enrolment-closed' }),
  }),
  'queue.join': person(({ page, press }) => press(joinButton(page))),
  'scheme.choose': person(({ page, press }) => press(button(page, 'Выбрать оплату: Оплата по этапам'))),
  'basket.refill': ({ before }) =>
    before.matches('unfilled')
      ? person(({ page, press }) => press(button(page, 'Попробовать снова')))
      : person(({ page, press }) => press(button(page, 'Согласиться с новой ценой')), {
          first: async (stage) => {
            await basketIs(stage, { price: { agreed: 90_000_00, now: 95_000_00 } })
            await soon(stage.page.getByRole('note')).toContainText('95 000 ₽')
          },
        }),
  'basket.giveUp': person(({ page, press }) => press(button(page, 'Отказаться от записи'))),
  'contract.make': person(({ page, press }) => press(makeButton(page))),
  'step.back': person(({ page, press }) => press(button(page, 'Назад'))),
  'xstate.done.actor.joinQueue': world(async ({ edge, page }) => {
    edge.always(students, json([artem(courseQueue()), maria]))
    await edge.answer(calls.join, json(courseQueue()))
    await soon(page.getByText('Ваше место в очереди: 3 из 3')).toBeVisible()
  }),
  'xstate.error.actor.joinQueue': world(({ edge }, { event }) => edge.answer(calls.join, replyOf(event.error.refusal))),
  'xstate.done.actor.fillBasket': world(async ({ edge }) => {
    edge.expect(basketOfChild, { reply: basketWith() })
    await edge.answer(calls.fill, json({ groceryBasketUuid: ids.basket, campaignUuid: ids.campaign }))
  }),
  'xstate.error.actor.fillBasket': world(({ edge }, { event }) =>
    edge.answer(calls.fill, replyOf(event.error.refusal)),
  ),
  'xstate.done.actor.dropBasket': world(async ({ edge, page }) => {
    await edge.answer(calls.drop, noContent)
    await soon(toast(page, 'Запись отменена').first()).toBeVisible()
  }),
  'xstate.error.actor.dropBasket': world(({ edge }, { event }) =>
    edge.answer(calls.drop, replyOf(event.error.refusal)),
  ),
  'xstate.done.actor.makeContract': world(({ edge }) =>
    edge.answer(calls.make, json({ contractUuid: ids.contract, location: null })),
  ),
  'xstate.error.actor.makeContract': world(({ edge }, { event }) =>
    edge.answer(calls.make, replyOf(event.error.refusal)),
  ),
}

const states: BrowserLevel['states'] = {
  arriving: async ({ page }, { context }) => {
    if (context.place.basket === undefined) return
    await soon(button(page, 'Назад')).toBeDisabled()
  },
  choosingChild: (stage, snapshot) => shows(stage, snapshot, 'Кого записать?'),
  choosingGroup: (stage, snapshot) => shows(stage, snapshot, 'Какая группа подойдёт?'),
  joiningQueue: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Какая группа подойдёт?')
    await soon(joinButton(stage.page)).toHaveAttribute('aria-busy', 'true')
  },
  choosingScheme: (stage, snapshot) => shows(stage, snapshot, 'Как удобно платить?'),
  filling: async (stage) => {
    await soon(stage.page.getByText('Собираем заявку…')).toBeAttached()
  },
  unfilled: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Всё верно?')
    await soon(button(stage.page, 'Попробовать снова')).toBeEnabled()
  },
  reviewing: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Всё верно?')
    await soon(makeButton(stage.page)).toBeEnabled()
  },
  making: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Всё верно?')
    await soon(makeButton(stage.page)).toHaveAttribute('aria-busy', 'true')
  },
  givingUp: ({ page }) => soon(button(page, 'Отказаться от записи')).toHaveAttribute('aria-busy', 'true'),
  done: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Договор оформлен')
    await soon(stage.page.getByText('Договор № 2026-1042')).toBeVisible()
  },
}

/** Asserts the title of the step, and the message if the requested step is not available. */
async function shows({ page }: BrowserStage, { context }: AnyMachineSnapshot, title: string): Promise<void> {
  const { refusal } = context as { refusal: PurchaseError | null }
  await soon(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  const alert = page.getByRole('main').getByRole('alert')
  if (refusal === null) await soon(alert).toHaveCount(0)
  else await soon(alert).toContainText(words[refusal] ?? refusal)
}

/** The page refetches the basket later and gets this response. */
async function basketIs(stage: BrowserStage, own: Partial<Basket>): Promise<void> {
  stage.edge.expect(basketOfChild, { reply: basketWith(own) })
  await looksAgain(stage, 'GET /v1/catalog/basket/{id}')
  await stage.edge.holds(calls.basket)
}

/** A step without a basket is validated from data of the page: the URL has changed before an assertion can run. */
function isJudgedAtOnce(value: unknown, { basket: chosen }: PurchaseLocation): boolean {
  return value === 'arriving' && chosen === undefined
}

function basketWith(own: Partial<Basket> = {}): Reply {
  return json(basket(own))
}

function replyOf(refusal: PurchaseError): Reply {
  return refusal in problemTypes ? problem(refusal as ProblemType) : 'offline'
}

function addressOf({ course: id, ...chosen }: PurchaseLocation): string {
  return `/catalog/${id}/purchase${formatQueryString(chosen)}`
}

const button = (page: Screen, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const joinButton = (page: Screen) => button(page, 'Встать в очередь в группу М-7-В')
const makeButton = (page: Screen) => button(page, 'Оформить договор')
