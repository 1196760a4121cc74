import { json, noContent } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import { deletionPage, deletionTexts } from '#tests/support/pages/deletion-page.ts'
import {
  dataRequestList,
  deletionPreview,
  deletionRequest,
  deletionSamples,
} from '#tests/support/samples/deletion-samples.ts'
import { asksToConfirm, declinesToConfirm } from './account-confirmation.ts'
import { profileState } from './app/profile-state.ts'
import { deletionRequestModel } from './deletion-request.model.ts'
import { isClosed, replyOf, says } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'

const { requestId, ownId } = deletionSamples
const page = '/profile?section=data'
const ask = 'POST /v1/profile/data-request/deletion'
const withdraw = `POST /v1/profile/data-request/${requestId}/withdraw`

const events: BrowserLevel['events'] = {
  'person.choose': byUser(({ page: shown, press }, { event }) => {
    const { own, child } = deletionPage(shown)
    return press(event.subjectId === ownId ? own : child)
  }),
  'step.back': byUser(({ page: shown, press }) => press(deletionPage(shown).back)),
  'deletion.confirm': byUser(({ page: shown, press }) => press(deletionPage(shown).confirm)),
  'request.withdraw': byUser(({ page: shown, press }) => press(deletionPage(shown).withdraw)),
  'dialog.close': byUser(({ page: shown }) => shown.keyboard.press('Escape')),
  'xstate.done.actor.requestDeletion': byEnvironment(({ network }) => network.answer(ask, json(deletionRequest()))),
  'xstate.error.actor.requestDeletion': ({ event }) =>
    event.error.type === 'two-factor-required'
      ? byUser(declinesToConfirm, { first: asksToConfirm(ask) })
      : byEnvironment(({ network }) => network.answer(ask, replyOf(event.error))),
  'xstate.done.actor.withdrawRequest': byEnvironment(({ network }) => network.answer(withdraw, noContent)),
  'xstate.error.actor.withdrawRequest': byEnvironment(({ network }, { event }) =>
    network.answer(withdraw, replyOf(event.error)),
  ),
}

const states: BrowserLevel['states'] = {
  choosing: ({ page: shown }) => soon(deletionPage(shown).own).toBeEnabled(),
  previewing: async ({ page: shown }, { context }) => {
    await soon(deletionPage(shown).dialog).toContainText(deletionTexts.kept)
    await soon(deletionPage(shown).confirm).toBeEnabled()
    if (context.refusal !== null) await says(shown, context.refusal)
  },
  sending: ({ page: shown }) => soon(deletionPage(shown).confirm).toHaveAttribute('aria-busy', 'true'),
  asked: async ({ page: shown }, { context }) => {
    await soon(deletionPage(shown).dialog).toContainText(deletionTexts.sent)
    if (context.refusal !== null) await says(shown, context.refusal)
  },
  withdrawing: ({ page: shown }) => soon(deletionPage(shown).withdraw).toHaveAttribute('aria-busy', 'true'),
  withdrawn: ({ page: shown }) => soon(deletionPage(shown).dialog).toContainText(deletionTexts.withdrawn),
  closed: (stage) => isClosed(stage, deletionTexts.opener),
}

const again = 'a page that is loaded again begins with the choice'

/** On the section of the profile about data, with the dialog open. */
export const deletionRequestInBrowser: InBrowser = (pool) =>
  inBrowser(pool, deletionRequestModel, {
    start: page,
    state: () => profileState(anna),
    responses: {
      'GET /v1/profile/data-request/list': json(dataRequestList()),
      'GET /v1/profile/data-request/deletion-preview': json(deletionPreview()),
    },
    calls: {
      requestDeletion: ({ subjectId }: { subjectId: string }) => ({ call: ask, body: { subjectId } }),
      withdrawRequest: ({ id }: { id: string }) => ({ call: `POST /v1/profile/data-request/${id}/withdraw` }),
    },
    address: ({ status }) => (status === 'active' ? `${page}&dialog=deletion` : page),
    folded: [/^ {2}- navigation "(Разделы|Sections)/],
    lostOnReload: Object.fromEntries(['previewing', 'asked', 'withdrawn'].map((state) => [state, again])),
    escape: 'dialog.close',
    events,
    states,
    enter: async ({ page: shown }) => {
      await deletionPage(shown).open.click()
      await soon(deletionPage(shown).own).toBeEnabled()
    },
  })
