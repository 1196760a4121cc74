import type { Locator, Page } from 'playwright'
import { expect } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { Basket } from '#contract/catalog.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import type { PurchasePlace, PurchaseRefusal } from '#src/machines/purchase-places.ts'
import { artem, basket, contract, course, courseQueue, ids, maria } from '#tests/support/purchase-samples.ts'
import { json, noContent, problem, type Reply } from './browser/network-edge.ts'
import { eventually, soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, followLink, inBrowser } from './browser/stage.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'

const calls = {
  basket: `GET /v1/catalog/basket/${ids.basket}`,
  fill: 'POST /v1/catalog/basket',
  drop: `DELETE /v1/catalog/basket/${ids.basket}`,
  join: 'POST /v1/catalog/queue/join',
  make: 'POST /v1/profile/contract/create-by-grocery-basket',
}
const students = `GET /v1/catalog/course/${ids.course}/student/list`
const standing = {
  'GET /v1/profile': json(anna),
  [`GET /v1/catalog/course/${ids.course}`]: json(course),
  [students]: json([artem(), maria]),
  'GET /v1/profile/contract/list': json([contract]),
}
const words: Partial<Record<PurchaseRefusal, string>> = {
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

/** The page asks for the basket whenever it arrives at one, or has filled it, and waits for the path to answer. */
export function purchaseInBrowser(desk: Desk): Level<BrowserStage> {
  const start = addressOf({ course: ids.course })
  return inBrowser(desk, { start, held: Object.values(calls), standing }, { events, states })
}

const events: Level<BrowserStage>['events'] = {
  'address.changed': (stage, { event }) => followLink(stage, addressOf(event.place)),
  'xstate.done.actor.judge': async ({ edge }, { event, before }) => {
    if (before.context.place.basket === undefined) return
    const { place, refusal } = event.output
    await edge.answer(
      calls.basket,
      refusal === null ? basketWith({ contractUuid: place.contract ?? null }) : problem(refusal),
    )
  },
  'child.choose': ({ page }) => button(page, /^Артём Белов/).click(),
  'group.choose': ({ page }) => button(page, 'Выбрать группу М-7-А').click(),
  'group.reconsider': async (stage) => {
    await renewedAs(stage, { obstacle: 'enrolment-closed' })
    await button(stage.page, 'Выбрать другую группу').click()
  },
  'queue.join': ({ page }) => joinButton(page).click(),
  'scheme.choose': ({ page }) => button(page, 'Выбрать оплату: Оплата по этапам').click(),
  'basket.refill': async (stage, { before }) => {
    if (before.matches('unfilled')) return button(stage.page, 'Попробовать снова').click()
    await renewedAs(stage, { price: { agreed: 90_000_00, now: 95_000_00 } })
    await soon(stage.page.getByRole('note')).toContainText('95 000 ₽')
    await button(stage.page, 'Согласиться с новой ценой').click()
  },
  'basket.giveUp': ({ page }) => button(page, 'Отказаться от записи').click(),
  'contract.make': ({ page }) => makeButton(page).click(),
  'step.back': ({ page }) => button(page, 'Назад').click(),
  'xstate.done.actor.joinQueue': async ({ edge, page }) => {
    edge.always(students, json([artem(courseQueue()), maria]))
    await edge.answer(calls.join, json(courseQueue()))
    await soon(page.getByText('Ваше место в очереди: 3 из 3')).toBeVisible()
  },
  'xstate.error.actor.joinQueue': ({ edge }, { event }) => edge.answer(calls.join, replyOf(event.error.refusal)),
  'xstate.done.actor.fillBasket': async ({ edge }) => {
    await edge.answer(calls.fill, json({ groceryBasketUuid: ids.basket, campaignUuid: ids.campaign }))
    await edge.answer(calls.basket, basketWith())
  },
  'xstate.error.actor.fillBasket': ({ edge }, { event }) => edge.answer(calls.fill, replyOf(event.error.refusal)),
  'xstate.done.actor.dropBasket': async ({ edge, page }) => {
    await edge.answer(calls.drop, noContent)
    await soon(page.getByRole('status').filter({ hasText: 'Запись отменена' }).first()).toBeVisible()
  },
  'xstate.error.actor.dropBasket': ({ edge }, { event }) => edge.answer(calls.drop, replyOf(event.error.refusal)),
  'xstate.done.actor.makeContract': ({ edge }) =>
    edge.answer(calls.make, json({ contractUuid: ids.contract, location: null })),
  'xstate.error.actor.makeContract': ({ edge }, { event }) => edge.answer(calls.make, replyOf(event.error.refusal)),
}

const states: Level<BrowserStage>['states'] = {
  arriving: async ({ edge, page }, { context }) => {
    // Whatever needs no basket is judged at once, by what the page knows already.
    if (context.place.basket === undefined) return
    await edge.isHeld(calls.basket)
    await soon(button(page, 'Назад')).toBeDisabled()
  },
  choosingChild: (stage, snapshot) => shows(stage, snapshot, 'Кого записать?'),
  choosingGroup: (stage, snapshot) => shows(stage, snapshot, 'Какая группа подойдёт?'),
  joiningQueue: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Какая группа подойдёт?')
    await soon(joinButton(stage.page)).toHaveAttribute('aria-busy', 'true')
    await isSent(stage, calls.join, { groupUuid: ids.full, studentUuid: ids.artem })
  },
  choosingScheme: (stage, snapshot) => shows(stage, snapshot, 'Как удобно платить?'),
  filling: async (stage) => {
    await soon(stage.page.getByText('Собираем заявку…')).toBeAttached()
    const wanted = { groupUuid: ids.free, studentUuid: ids.artem, paymentScheme: 'StepByStep' }
    await isSent(stage, calls.fill, wanted)
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
    await isSent(stage, calls.make, {
      groceryBasketUuid: ids.basket,
      campaignUuid: ids.campaign,
      studentUuid: ids.artem,
    })
  },
  givingUp: async ({ edge, page }) => {
    await soon(button(page, 'Отказаться от записи')).toHaveAttribute('aria-busy', 'true')
    await edge.isHeld(calls.drop)
  },
  done: async (stage, snapshot) => {
    await shows(stage, snapshot, 'Договор оформлен')
    await soon(stage.page.getByText('Договор № 2026-1042')).toBeVisible()
  },
}

/** The step of that title, with the address that names it, and why one is here when one wanted elsewhere. */
async function shows({ page }: BrowserStage, { context }: AnyMachineSnapshot, title: string): Promise<void> {
  const { place, refusal } = context as { place: PurchasePlace; refusal: PurchaseRefusal | null }
  await soon(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await eventually(() => page.url()).toMatch(new RegExp(`${addressOf(place).replace(/[?]/g, '\\$&')}$`))
  const alert = page.getByRole('main').getByRole('alert')
  if (refusal === null) await soon(alert).toHaveCount(0)
  else await soon(alert).toContainText(words[refusal] ?? refusal)
}

/** The page looks at its basket again, and finds it so. */
async function renewedAs({ page, edge }: BrowserStage, own: Partial<Basket>): Promise<void> {
  await page.evaluate((path) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { options: { context: { queryClient: { invalidateQueries: (which: object) => Promise<void> } } } }
    }
    void router.options.context.queryClient.invalidateQueries({ queryKey: [path] })
  }, 'GET /v1/catalog/basket/{id}')
  await edge.answer(calls.basket, basketWith(own))
}

async function isSent({ edge }: BrowserStage, call: string, body: object): Promise<void> {
  await edge.isHeld(call)
  expect((await edge.wasAsked(call)).body).toEqual(body)
}

function basketWith(own: Partial<Basket> = {}): Reply {
  return json(basket(own))
}

function replyOf(refusal: PurchaseRefusal): Reply {
  return refusal in problemTypes ? problem(refusal as ProblemType) : 'offline'
}

function addressOf({ course: id, ...chosen }: PurchasePlace): string {
  return `/catalog/${id}/purchase${formatQueryString(chosen)}`
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const joinButton = (page: Page) => button(page, 'Встать в очередь в группу М-7-В')
const makeButton = (page: Page) => button(page, 'Оформить договор')
