import type { AnyMachineSnapshot } from 'xstate'
import type { Enrolment } from '#src/machines/enrolment.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { enrolmentPage, enrolmentTexts } from '#tests/support/pages/enrolment-page.ts'
import {
  drones,
  offerOf,
  offerStudent,
  offerToken,
  programme2035Ids,
  vera,
} from '#tests/support/samples/programme-2035-samples.ts'
import { artem, basket, contractText, course } from '#tests/support/samples/purchase-samples.ts'
import { faultMessages } from './app/faults.ts'
import { profileState } from './app/profile-state.ts'
import { enrolmentModel } from './enrolment.model.ts'
import { replyOf } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'

const enroll = 'POST /v1/schedule/group/enroll'
/** The basket of the enrolment, and the URL of its purchase page. */
const unfinished = basket({
  groceryBasketUuid: programme2035Ids.basket,
  course: { ...basket().course, uuid: programme2035Ids.course },
})
const purchasePage =
  `/catalog/${programme2035Ids.course}/purchase?child=${unfinished.student.uuid}&group=${unfinished.group.groupUuid}` +
  `&scheme=${unfinished.plan.paymentScheme}&basket=${programme2035Ids.basket}`

export const names: Record<string, string> = { [programme2035Ids.artyom]: 'Артём', [programme2035Ids.vera]: 'Вера' }
export const groups: Record<string, string> = {
  [programme2035Ids.tuesdays]: 'БАС-1',
  [programme2035Ids.fridays]: 'БАС-2',
}

export function enrolmentInBrowser(pool: BrowserPool): Level<BrowserStage> {
  const defaultResponses = {
    [`GET /${offerToken}`]: json(offerOf()),
    // The purchase page, where the payer continues.
    [`GET /v1/catalog/course/${programme2035Ids.course}`]: json({ ...course, uuid: programme2035Ids.course }),
    [`GET /v1/catalog/course/${programme2035Ids.course}/student/list`]: json([artem()]),
    [`GET /v1/catalog/basket/${programme2035Ids.basket}`]: json(unfinished),
    [`GET /v1/catalog/basket/${programme2035Ids.basket}/contract-text`]: json(contractText),
    [`GET /v1/schedule/offer/${offerToken}/student/list`]: json([offerStudent(), vera]),
  }
  const offer = `/2035?token=${offerToken}`
  return inBrowser(pool, enrolmentModel, {
    start: `${offer}&enrol=${drones.opportunityUuid}`,
    state: () => profileState(anna),
    responses: defaultResponses,
    calls: {
      enrol: ({ campaign, opportunity, group, student }: Enrolment) => ({
        call: enroll,
        body: { campaignUuid: campaign, opportunityUuid: opportunity, groupUuid: group, studentUuid: student },
      }),
      hearClose: null,
    },
    address: ({ value }, { expectedUrl }) => {
      if (expectedUrl === purchasePage) return purchasePage
      return value === 'closed' ? offer : `${offer}&enrol=${drones.opportunityUuid}`
    },
    escape: 'modal.close',
    events,
    states,
  })
}

const events: BrowserLevel['events'] = {
  'student.choose': byUser(({ page }, { event }) => choose(page, names[event.student])),
  'group.choose': byUser(({ page }, { event }) => choose(page, groups[event.group])),
  'enrolment.next': byUser(async ({ page, press }, { taken }) => {
    if (taken.length > 0) await press(enrolmentPage(page).next)
    else await soon(enrolmentPage(page).next).toBeDisabled()
  }),
  'enrolment.back': byUser(({ page, press }) => press(enrolmentPage(page).back)),
  'enrolment.confirm': byUser(({ page, press }) => press(enrolmentPage(page).confirm)),
  'purchase.open': byUser(async (input, { taken }) => {
    const { openPurchase } = enrolmentPage(input.page)
    if (taken.length === 0) return soon(openPurchase).toHaveCount(0)
    await input.press(openPurchase)
    input.expectedUrl = purchasePage
  }),
  'modal.close': byEnvironment(({ page }) =>
    page.evaluate(() => void window.dispatchEvent(new CustomEvent('2035-modal-close'))),
  ),
  'xstate.done.actor.enrol': byEnvironment(({ network }, { event }) =>
    network.answer(enroll, json({ enrolmentUuid: programme2035Ids.enrolment, location: event.output.location })),
  ),
  'xstate.error.actor.enrol': byEnvironment(({ network }, { event }) => network.answer(enroll, replyOf(event.error))),
}

const states: BrowserLevel['states'] = {
  choosing: async ({ page }, { context }) => {
    await titled(page, 'choosing')
    const chosen = [names[context.student], groups[context.group]].filter((name) => name !== undefined)
    await soon(enrolmentPage(page).chosen).toHaveCount(chosen.length)
    for (const name of chosen) await soon(enrolmentPage(page).choice(name)).toBeChecked()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  confirming: async (stage, snapshot) => {
    await titled(stage.page, 'confirming')
    await showsChoice(stage, snapshot)
    if (snapshot.context.refusal !== null) await says(stage.page, snapshot.context.refusal)
  },
  enrolling: ({ page }) => soon(enrolmentPage(page).back).toBeDisabled(),
  enrolled: async (stage, snapshot) => {
    if (stage.expectedUrl === purchasePage) return
    await titled(stage.page, 'enrolled')
    await showsChoice(stage, snapshot)
  },
  closed: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
  },
}

const messages: Record<string, string> = { ...faultMessages, ...enrolmentTexts.refusals }
export const says = (page: PageQueries, refusal: string) =>
  soon(enrolmentPage(page).alert).toContainText(messages[refusal] ?? refusal)
/** By keyboard: a radio group is one tab stop, and the space bar selects the focused option. */
const choose = (page: PageQueries, name = '') => enrolmentPage(page).choice(name).press('Space')
export const titled = (page: PageQueries, state: keyof typeof enrolmentTexts.titles) =>
  soon(enrolmentPage(page).dialog(state)).toBeVisible()

export async function showsChoice(
  { page }: Pick<BrowserStage, 'page'>,
  { context }: AnyMachineSnapshot,
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await soon(dialog.getByText(names[context.student] ?? '', { exact: true })).toBeVisible()
  await soon(dialog.getByText(groups[context.group] ?? '', { exact: true })).toBeVisible()
}
