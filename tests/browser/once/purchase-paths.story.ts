import { expect, type Page } from 'playwright/test'
import { formatQueryString } from '#src/api/query-string.ts'
import type { PurchasePlace } from '#src/machines/purchase-places.ts'
import { coverOf } from '#tests/models/cover.ts'
import { coverageOf } from '#tests/models/coverage.ts'
import { purchaseModel as model } from '#tests/models/purchase.model.ts'
import type { Step } from '#tests/models/replay.ts'
import { lineOf, plan } from '#tests/models/runner.ts'
import { ids } from '#tests/support/purchase-samples.ts'
import { purchasesOf } from '#tests/support/purchases.ts'
import { changing } from '#tests/support/story.ts'

changing.use({ login: 'family' })

const headings: Record<string, string> = {
  choosingChild: 'Кого записать?',
  choosingGroup: 'Какая группа подойдёт?',
  choosingScheme: 'Как удобно платить?',
  reviewing: 'Всё верно?',
}

/** What the server answers by itself, without being made to, and what can be done as often as there are paths. */
const paths = coverOf(plan(model).paths.filter(({ steps }) => steps.every(isAnsweredSo)))

const onlyByScript = [
  'purchase.arriving | xstate.done.actor.judge | 6',
  'purchase.joiningQueue | xstate.error.actor.joinQueue | 1',
  'purchase.filling | xstate.error.actor.fillBasket | 1',
  'purchase.filling | xstate.error.actor.fillBasket | 2',
  'purchase.filling | xstate.error.actor.fillBasket | 3',
  'purchase.unfilled | basket.refill | 1',
  'purchase.unfilled | step.back | 1',
  'purchase.reviewing | contract.make | 1',
  'purchase.reviewing | basket.refill | 1',
  'purchase.reviewing | group.reconsider | 1',
  'purchase.making | address.changed | 1',
  'purchase.making | xstate.done.actor.makeContract | 1',
  'purchase.making | xstate.error.actor.makeContract | 1',
  'purchase.making | xstate.error.actor.makeContract | 2',
  'purchase.making | xstate.error.actor.makeContract | 3',
  'purchase.givingUp | xstate.error.actor.dropBasket | 1',
  'purchase.givingUp | xstate.error.actor.dropBasket | 2',
]

changing('the generated paths of a purchase go their way on the real server', async ({ page }) => {
  changing.setTimeout(400_000)
  expect(coverageOf(model.machine, paths).transitions.unplayed).toEqual(onlyByScript)
  const purchases = purchasesOf(page.request)
  const full = await purchases.choice('full', {
    course: (students) => students.some(({ obstacle }) => obstacle !== null),
  })
  const { course, student: child } = full
  const sister = full.students.find(({ obstacle }) => obstacle !== null)
  const free = course.groups.find(({ groupUuid }) =>
    child.groups.some((own) => own.groupUuid === groupUuid && own.obstacle === null),
  )
  if (free === undefined || sister === undefined) throw new Error('The demo school has no such course')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  let basket = ''
  const onServer = (id: string): string =>
    ({
      [ids.course]: course.uuid,
      [ids.artem]: child.studentUuid,
      [ids.maria]: sister.studentUuid,
      [ids.free]: free.groupUuid,
      [ids.full]: full.group.groupUuid,
      [ids.basket]: basket,
    })[id] ?? id
  const addressOf = ({ course: _, ...place }: PurchasePlace) => {
    const parts = Object.entries(place as Record<string, string>).map(([part, id]) => [part, onServer(id)])
    return `/catalog/${course.uuid}/purchase${formatQueryString(Object.fromEntries(parts))}`
  }
  const drivers: Record<string, (step: Step) => Promise<void> | void> = {
    'address.changed': async ({ event }) => {
      if (event.place.basket) basket = await purchases.fill({ ...full, group: free }, 'StepByStep')
      await followLink(page, addressOf(event.place))
    },
    'child.choose': () => button(new RegExp(`^${child.firstName} ${child.lastName}`)).click(),
    'group.choose': () => button(`Выбрать группу ${free.title}`).click(),
    'queue.join': () => button(`Встать в очередь в группу ${full.group.title}`).click(),
    'scheme.choose': () => button('Выбрать оплату: Оплата по этапам').click(),
    'basket.giveUp': () => button('Отказаться от записи').click(),
    'step.back': () => button('Назад').click(),
    'xstate.done.actor.joinQueue': () => expect(page.getByText('Ваше место в очереди: ')).toBeVisible(),
    'xstate.done.actor.fillBasket': async () => {
      await expect(page).toHaveURL(/&basket=/)
      basket = new URL(page.url()).searchParams.get('basket') ?? ''
    },
    'xstate.done.actor.dropBasket': () => expect(page.getByText('Запись отменена').first()).toBeVisible(),
  }
  for (const path of paths)
    await changing.step(lineOf(model, path), async () => {
      await page.goto(addressOf({ course: course.uuid }))
      for (const step of path.steps) {
        await drivers[step.event.type]?.(step)
        const heading = headings[String(step.after.value)]
        // Between a question and its answer the real server gives no time to look.
        if (heading === undefined) continue
        await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
        await expect(page).toHaveURL(addressOf(step.after.context.place))
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(step.after.context.refusal === null ? 0 : 1)
      }
      await purchases.leaveQueues()
    })
})

/** Refusals need a rival, silence a broken line, and a contract is made once: each of these has its own story. */
function isAnsweredSo({ event, before }: Step): boolean {
  if (event.type.startsWith('xstate.error.') || event.place?.contract) return false
  if (['contract.make', 'basket.refill', 'group.reconsider'].includes(event.type)) return false
  if (['filling', 'givingUp', 'joiningQueue'].some((state) => before.matches(state)))
    return event.type.startsWith('xstate.done.')
  const { place, refusal } = event.output ?? {}
  return place?.contract === undefined && refusal !== 'not-found'
}

async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { history: { push: (address: string) => void } }
    }
    router.history.push(to)
  }, address)
}
