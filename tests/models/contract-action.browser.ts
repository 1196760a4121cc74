import type { ActionRequest, RowRequest } from '#src/machines/contract-action.ts'
import { json } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import { actionTexts, contractActionPage } from '#tests/support/pages/contract-action-page.ts'
import { actedOn, overdueItems } from '#tests/support/samples/contract-action-samples.ts'
import { asksToConfirm, declinesToConfirm } from './account-confirmation.ts'
import { profileState } from './app/profile-state.ts'
import { contractActionModel } from './contract-action.model.ts'
import { replyOf, says } from './one-time-code-dialog.ts'
import { vera } from './sample-users.ts'

const preview = 'POST /v1/admin/contract-action/preview'
type Context = {
  rows: { contractUuid: string }[]
  results: { refusal: object | null }[]
  refusal: { type: string } | null
}

const actOn = (contractUuid: string) => `POST /v1/admin/contract/${contractUuid}/action`
const present = ({ rows: [row] }: Context) => actOn(row?.contractUuid ?? '')

const events: BrowserLevel['events'] = {
  'terms.submit': byUser(async ({ page, press }) => {
    const fields = contractActionPage(page)
    await fields.day.fill(actedOn.terms.dueOn)
    await press(fields.next)
  }),
  'reason.submit': byUser(async ({ page, press }, { before }) => {
    const fields = contractActionPage(page)
    await fields.reason.fill(actedOn.reason)
    await press(before.matches('interrupted') ? fields.goOn : fields.confirm)
  }),
  'step.back': byUser(({ page, press }) => press(contractActionPage(page).back)),
  'dialog.close': byUser(({ page }) => page.keyboard.press('Escape')),
  'xstate.done.actor.preview': byEnvironment(({ network }, { event }) => network.answer(preview, json(event.output))),
  'xstate.error.actor.preview': byEnvironment(({ network }, { event }) =>
    network.answer(preview, replyOf(event.error)),
  ),
  'xstate.done.actor.act': byEnvironment(({ network }, { before }) =>
    network.answer(present(before.context as Context), json({ actionUuid: actedOn.targets[0].contractUuid })),
  ),
  'xstate.error.actor.act': ({ event, before }) =>
    event.error.type === 'two-factor-required'
      ? byUser(declinesToConfirm, { first: asksToConfirm(present(before.context as Context)) })
      : byEnvironment(({ network }) => network.answer(present(before.context as Context), replyOf(event.error))),
}

const saysRefusal = async ({ page }: BrowserStage, { refusal }: Context) => {
  if (refusal?.type === 'invalid-values') await soon(contractActionPage(page).dialog).toContainText(actionTexts.wrong)
  else if (refusal !== null) await says(page, refusal as never)
}

const states: BrowserLevel['states'] = {
  choosing: async (stage, { context }) => {
    await soon(contractActionPage(stage.page).next).toBeEnabled()
    await saysRefusal(stage, context)
  },
  previewing: ({ page }) => soon(contractActionPage(page).next).toHaveAttribute('aria-busy', 'true'),
  impossible: ({ page }) => soon(contractActionPage(page).dialog).toContainText(actionTexts.stays),
  confirming: ({ page }) => soon(contractActionPage(page).confirm).toBeEnabled(),
  acting: ({ page }) => soon(contractActionPage(page).confirm).toHaveAttribute('aria-busy', 'true'),
  interrupted: async (stage, { context }) => {
    await soon(contractActionPage(stage.page).goOn).toBeEnabled()
    await saysRefusal(stage, context)
  },
  done: ({ page }, { context: { results } }) =>
    soon(contractActionPage(page).dialog).toContainText(
      (results as Context['results']).some(({ refusal }) => refusal === null)
        ? actionTexts.done
        : actionTexts.nothingDone,
    ),
  closed: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(contractActionPage(page).selectAll).toBeEnabled()
  },
}

const again = 'a page that is loaded again shows the queue: rows are selected anew'

/** On the queue of overdue payments, with both rows selected and the dialog open. */
export const contractActionInBrowser: InBrowser = (pool) =>
  inBrowser(pool, contractActionModel, {
    start: actionTexts.queue,
    state: () => profileState(vera),
    responses: {
      'GET /v1/admin/work-queue/overdue/list': json({ items: overdueItems(), total: 2, page: 1, pageSize: 50 }),
    },
    calls: {
      preview: ({ terms, targets }: ActionRequest) => ({ call: preview, body: { terms, targets } }),
      act: ({ contractUuid, ...body }: RowRequest) => ({ call: actOn(contractUuid), body }),
    },
    address: ({ status }) => (status === 'active' ? `${actionTexts.queue}&dialog=contract-action` : actionTexts.queue),
    lostOnReload: Object.fromEntries(
      ['choosing', 'impossible', 'confirming', 'interrupted', 'done'].map((state) => [state, again]),
    ),
    escape: 'dialog.close',
    events,
    states,
    enter: async ({ page }) => {
      await contractActionPage(page).selectAll.click()
      await contractActionPage(page).menu.click()
      await contractActionPage(page).move.click()
      await soon(contractActionPage(page).next).toBeEnabled()
    },
  })
