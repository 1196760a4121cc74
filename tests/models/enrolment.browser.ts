import type { AnyMachineSnapshot } from 'xstate'
import type { Enrolment } from '#src/machines/enrolment.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { button, byEnvironment, byUser, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import {
  drones,
  offerOf,
  offerStudent,
  offerToken,
  programmeIds,
  vera,
} from '#tests/support/samples/programme-samples.ts'
import { artem, basket, course } from '#tests/support/samples/purchase-samples.ts'
import { faultMessages } from './app/faults.ts'
import { profileState } from './app/profile-state.ts'
import { enrolmentModel } from './enrolment.model.ts'
import { replyOf } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'

const enroll = 'POST /v1/schedule/group/enroll'
/** The basket of the enrolment, and the URL of its purchase page. */
const unfinished = basket({
  groceryBasketUuid: programmeIds.basket,
  course: { ...basket().course, uuid: programmeIds.course },
})
const purchasePage =
  `/catalog/${programmeIds.course}/purchase?child=${unfinished.student.uuid}&group=${unfinished.group.groupUuid}` +
  `&scheme=${unfinished.plan.paymentScheme}&basket=${programmeIds.basket}`

export const names: Record<string, string> = { [programmeIds.artyom]: 'Артём', [programmeIds.vera]: 'Вера' }
export const groups: Record<string, string> = { [programmeIds.tuesdays]: 'БАС-1', [programmeIds.fridays]: 'БАС-2' }

export function enrolmentInBrowser(pool: BrowserPool): Level<BrowserStage> {
  const defaultResponses = {
    [`GET /${offerToken}`]: json(offerOf()),
    // The purchase page, where the payer continues.
    [`GET /v1/catalog/course/${programmeIds.course}`]: json({ ...course, uuid: programmeIds.course }),
    [`GET /v1/catalog/course/${programmeIds.course}/student/list`]: json([artem()]),
    [`GET /v1/catalog/basket/${programmeIds.basket}`]: json(unfinished),
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
    if (taken.length > 0) await press(button(page, 'Далее'))
    else await soon(button(page, 'Далее')).toBeDisabled()
  }),
  'enrolment.back': byUser(({ page, press }) => press(button(page, 'Назад'))),
  'enrolment.confirm': byUser(({ page, press }) => press(button(page, 'Записаться'))),
  'purchase.open': byUser(async (input, { taken }) => {
    const opener = button(input.page, 'Перейти к договору')
    if (taken.length === 0) return soon(opener).toHaveCount(0)
    await input.press(opener)
    input.expectedUrl = purchasePage
  }),
  'modal.close': byEnvironment(({ page }) =>
    page.evaluate(() => void window.dispatchEvent(new CustomEvent('2035-modal-close'))),
  ),
  'xstate.done.actor.enrol': byEnvironment(({ network }, { event }) =>
    network.answer(enroll, json({ enrolmentUuid: programmeIds.enrolment, location: event.output.location })),
  ),
  'xstate.error.actor.enrol': byEnvironment(({ network }, { event }) => network.answer(enroll, replyOf(event.error))),
}

const states: BrowserLevel['states'] = {
  choosing: async ({ page }, { context }) => {
    await titled(page, 'Выберите группу')
    const chosen = [names[context.student], groups[context.group]].filter((name) => name !== undefined)
    await soon(page.getByRole('radio', { checked: true })).toHaveCount(chosen.length)
    for (const name of chosen) await soon(choice(page, name)).toBeChecked()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  confirming: async (stage, snapshot) => {
    await titled(stage.page, 'Проверьте запись')
    await showsChoice(stage, snapshot)
    if (snapshot.context.refusal !== null) await says(stage.page, snapshot.context.refusal)
  },
  enrolling: ({ page }) => soon(button(page, 'Назад')).toBeDisabled(),
  enrolled: async (stage, snapshot) => {
    if (stage.expectedUrl === purchasePage) return
    await titled(stage.page, 'Место ваше')
    await showsChoice(stage, snapshot)
  },
  closed: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
  },
}

const words: Record<string, string> = {
  ...faultMessages,
  'no-place-left': 'Последнее место в этой группе только что заняли.',
  'enrolment-refused': 'Записаться на это направление сейчас нельзя.',
  'too-many-requests': 'Слишком много попыток.',
}
export const says = (page: PageQueries, refusal: string) =>
  soon(page.getByRole('dialog').getByRole('alert')).toContainText(words[refusal] ?? refusal)
/** By keyboard: a radio group is one tab stop, and the space bar selects the focused option. */
const choose = (page: PageQueries, name = '') => choice(page, name).press('Space')
export const choice = (page: PageQueries, name = '') => page.getByRole('radio', { name: new RegExp(`^${name}`) })
export const titled = (page: PageQueries, name: string) => soon(page.getByRole('dialog', { name })).toBeVisible()

export async function showsChoice(
  { page }: Pick<BrowserStage, 'page'>,
  { context }: AnyMachineSnapshot,
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await soon(dialog.getByText(names[context.student] ?? '', { exact: true })).toBeVisible()
  await soon(dialog.getByText(groups[context.group] ?? '', { exact: true })).toBeVisible()
}
