import type { TerminationRequest } from '#src/machines/contract-termination.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import { terminationPage, terminationTexts } from '#tests/support/pages/contract-termination-page.ts'
import {
  contractToTerminate,
  historyToTerminate,
  terminated,
  terminationPreview,
} from '#tests/support/samples/termination-samples.ts'
import { refetch } from './app/outside-events.ts'
import { profileState } from './app/profile-state.ts'
import { contractTerminationModel } from './contract-termination.model.ts'
import { replyOf, says } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'

const { uuid } = terminated
const page = `/contracts-and-payments/${uuid}`
const ask = `POST /v1/profile/contract/${uuid}/termination`
const preview = 'GET /v1/profile/contract/{contractId}/termination/preview'
const read = `GET /v1/profile/contract/${uuid}/termination/preview`

type Context = { lastDay: string; moveTo: string | null; refusal: { type: string } | null }

const responses: BrowserLevel['responses'] = {
  'GET /v1/profile/contract/list': json([contractToTerminate()]),
  [`GET /v1/profile/contract/${uuid}/history`]: json(historyToTerminate()),
  'GET /v1/parent/children/schedule/groups/list': json([]),
  [read]: json(terminationPreview()),
}

/** The server answers for what will be chosen. */
function answersFor(stage: BrowserStage, { lastDay, moveTo }: Pick<Context, 'lastDay' | 'moveTo'>, bank = 0): void {
  stage.network.always(read, json(terminationPreview({ ...(lastDay && { lastDay }), moveTo, bank })))
}

const events: BrowserLevel['events'] = {
  'day.choose': byUser(
    async ({ page }, { event }) => {
      await terminationPage(page).lastDay.focus()
      await page.keyboard.press(event.lastDay === terminated.later ? 'ArrowUp' : 'ArrowDown')
    },
    {
      first: (stage, { event, before }) => answersFor(stage, { ...before.context, lastDay: event.lastDay }),
    },
  ),
  'target.choose': byUser(
    ({ page }, { event }) => {
      const { giveBack, move } = terminationPage(page)
      return (event.moveTo === null ? giveBack : move).click()
    },
    { first: (stage, { event, before }) => answersFor(stage, { ...before.context, moveTo: event.moveTo }) },
  ),
  'sums.accept': byUser(({ page, press }) => press(terminationPage(page).next), {
    first: async (stage, { event, before }) => {
      answersFor(stage, before.context as Context, event.needsAccount ? 5_000_00 : 0)
      await refetch(stage, preview)
    },
  }),
  'account.submit': byUser(async ({ page, press }, { event }) => {
    const fields = terminationPage(page)
    await fields.recipient.fill(event.account.recipient)
    await fields.account.fill(event.account.account)
    await fields.bankCode.fill(event.account.bankCode)
    await press(fields.next)
  }),
  'step.back': byUser(({ page, press }) => press(terminationPage(page).back)),
  'termination.confirm': byUser(({ page, press }) => press(terminationPage(page).confirm)),
  'dialog.close': byUser(({ page }) => page.keyboard.press('Escape')),
  'xstate.done.actor.terminate': byEnvironment(({ network }) =>
    network.answer(ask, json({ terminationUuid: terminated.target })),
  ),
  'xstate.error.actor.terminate': byEnvironment(({ network }, { event }) => network.answer(ask, replyOf(event.error))),
}

const saysRefusal = async ({ page }: BrowserStage, { refusal }: Context) => {
  if (refusal === null) return
  const own = { 'price-changed': terminationTexts.changed, 'invalid-values': terminationTexts.wrongFields }[
    refusal.type
  ]
  if (own !== undefined) await soon(page.getByRole('dialog')).toContainText(own)
  else await says(page, refusal as never)
}

const states: BrowserLevel['states'] = {
  calculating: async (stage, { context }) => {
    await soon(terminationPage(stage.page).next).toBeEnabled()
    await saysRefusal(stage, context)
  },
  enteringAccount: async (stage, { context }) => {
    await soon(terminationPage(stage.page).account).toBeVisible()
    await saysRefusal(stage, context)
  },
  confirming: async (stage, { context }) => {
    await soon(terminationPage(stage.page).confirm).toBeEnabled()
    await saysRefusal(stage, context)
  },
  sending: ({ page }) => soon(terminationPage(page).confirm).toHaveAttribute('aria-busy', 'true'),
  asked: ({ page }) => soon(page.getByRole('dialog')).toContainText(terminationTexts.asked),
  closed: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(terminationPage(page).open).toBeEnabled()
  },
}

const again = 'a page that is loaded again begins with the sums'

/** On the page of a contract, with the dialog open. */
export const contractTerminationInBrowser: InBrowser = (pool) =>
  inBrowser(pool, contractTerminationModel, {
    start: page,
    state: () => profileState(anna),
    responses,
    calls: {
      terminate: ({ contract: _, moveTo, account, ...request }: TerminationRequest) => ({
        call: ask,
        body: { ...request, ...(moveTo !== null && { moveTo }), ...(account && { bank: account }) },
      }),
    },
    address: ({ status }) => (status === 'active' ? `${page}?dialog=terminate` : page),
    lostOnReload: Object.fromEntries(
      ['calculating', 'enteringAccount', 'confirming', 'asked'].map((state) => [state, again]),
    ),
    escape: 'dialog.close',
    events,
    states,
    enter: async ({ page }) => {
      await terminationPage(page).open.click()
      await soon(terminationPage(page).next).toBeEnabled()
    },
  })
