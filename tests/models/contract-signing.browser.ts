import { json, noContent } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import { signingPage, signingTexts } from '#tests/support/pages/contract-signing-page.ts'
import { codePage } from '#tests/support/pages/one-time-code-page.ts'
import { contractToSign, signingText, unsignedContract } from '#tests/support/samples/signing-samples.ts'
import { refetch } from './app/outside-events.ts'
import { profileState } from './app/profile-state.ts'
import { contractSigningModel } from './contract-signing.model.ts'
import { codeInBrowser, replyOf, says, showsDeadEnd, showsNoCode } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'
import { sentCode } from './two-factor.model.ts'

const { uuid, textHash } = contractToSign
const page = `/contracts-and-payments/${uuid}`
const signing = `/v1/profile/contract/${uuid}/signing`
const read = `GET ${signing}`
const agree = `POST ${signing}/agree`

const code = codeInBrowser({
  opener: signingTexts.opener,
  title: '',
  calls: { send: `POST ${signing}/send`, check: `POST ${signing}/sign` },
  target: { textHash },
  sent: sentCode,
  checked: { signedAt: '2026-11-23T09:00:00.000Z' },
  whereSent: ({ target }) => (target ? signingTexts.whereSent + target : signingTexts.sentElsewhere),
})

const responses: BrowserLevel['responses'] = {
  'GET /v1/profile/contract/list': json([unsignedContract()]),
  [`GET /v1/profile/contract/${uuid}/history`]: json({
    events: [],
    waitsFor: 'signature',
    canTerminate: false,
    agreement: null,
    signatures: [],
    courseUuid: null,
    documents: [],
  }),
  'GET /v1/parent/children/schedule/groups/list': json([]),
  [read]: json(signingText()),
}

const calls: BrowserLevel['calls'] = {
  ...code.actors,
  acceptAgreement: ({ hash }: { hash: string }) => ({ call: agree, body: { hash } }),
}

const events: BrowserLevel['events'] = {
  ...code.events,
  // The button of the text that was read before has another name.
  'text.confirm': byUser(({ page, press }, { event }) => press(signingPage(page).confirm(event.isAgreed)), {
    first: async (stage, { event }) => {
      stage.network.always(read, json(signingText({ isAccepted: event.isAgreed })))
      await refetch(stage, 'GET /v1/profile/contract/{contractId}/signing')
    },
  }),
  'text.reread': byUser(({ page, press }) => press(signingPage(page).reread)),
  'agreement.accept': byUser(({ page, press }) => press(signingPage(page).accept)),
  'xstate.done.actor.acceptAgreement': byEnvironment(({ network }) => network.answer(agree, noContent)),
  'xstate.error.actor.acceptAgreement': byEnvironment(({ network }, { event }) =>
    network.answer(agree, replyOf(event.error)),
  ),
  'code.resend': (step) =>
    step.before.matches('unsent')
      ? byUser(({ page, press }) => press(codePage(page).sendAgain))
      : code.events['code.resend'],
  'code.cancel': byUser(({ page, press }, { before }) =>
    before.matches('signed') ? press(codePage(page).cancel) : page.keyboard.press('Escape'),
  ),
}

const saysRefusal = async ({ page }: BrowserStage, { context }: { context: { refusal: never } }) => {
  if (context.refusal !== null) await says(page, context.refusal)
}

const states: BrowserLevel['states'] = {
  reading: async (stage, snapshot) => {
    await soon(signingPage(stage.page).read).toBeEnabled()
    await saysRefusal(stage, snapshot)
  },
  agreeing: async (stage, snapshot) => {
    await soon(signingPage(stage.page).accept).toBeEnabled()
    await saysRefusal(stage, snapshot)
  },
  accepting: ({ page }) => soon(signingPage(page).accept).toHaveAttribute('aria-busy', 'true'),
  ...code.states,
  'awaiting.entering': async (stage, snapshot) => {
    await code.states['awaiting.entering'](stage, snapshot)
  },
  sending: async (stage, { context }) => {
    await code.states.sending(stage)
    if (context.code === 'none') await soon(signingPage(stage.page).dialog).toContainText(signingTexts.sending)
  },
  unsent: (stage, { context }) => showsNoCode(stage, context),
  hopeless: showsDeadEnd,
  signed: ({ page }) => soon(page.getByRole('dialog')).toContainText(signingTexts.signed),
  cancelled: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(signingPage(page).open).toBeEnabled()
  },
}

const again = 'a page that is loaded again begins with the text, and a code that was sent is still good'

/** On the page of a contract, with the dialog open. */
export const contractSigningInBrowser: InBrowser = (pool) =>
  inBrowser(pool, contractSigningModel, {
    start: page,
    state: () => profileState(anna),
    responses,
    calls,
    address: ({ status }) => (status === 'active' ? `${page}?dialog=sign` : page),
    lostOnReload: Object.fromEntries(
      ['agreeing', 'awaiting.entering', 'awaiting.over', 'unsent', 'hopeless', 'locked', 'signed'].map((state) => [
        state,
        again,
      ]),
    ),
    escape: 'code.cancel',
    events,
    states,
    enter: async ({ page }) => {
      await signingPage(page).open.click()
      await soon(signingPage(page).read).toBeEnabled()
    },
  })
