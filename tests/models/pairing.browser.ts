import { json, noContent } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import { button, byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { codePage } from '#tests/support/pages/one-time-code-page.ts'
import { pairingPage, pairingTexts } from '#tests/support/pages/pairing-page.ts'
import { asksToConfirm, declinesToConfirm } from './account-confirmation.ts'
import { profileState } from './app/profile-state.ts'
import { isClosed, replyOf, says, showsDeadEnd } from './one-time-code-dialog.ts'
import { pairingModel } from './pairing.model.ts'
import { anna } from './sample-users.ts'

const look = 'POST /v1/profile/pairing/preview'
const use = 'POST /v1/profile/pairing'

const calls: BrowserLevel['calls'] = {
  lookAtCode: ({ code }: { code: string }) => ({ call: look, body: { code } }),
  useCode: ({ code }: { code: string }) => ({ call: use, body: { code } }),
}

const events: BrowserLevel['events'] = {
  // In small letters with a dash, as people type it.
  'code.submit': byUser(async ({ page, press }, { event }) => {
    await pairingPage(page).field.fill(`${event.code.slice(0, 3)}-${event.code.slice(3)}`.toLowerCase())
    await press(pairingPage(page).look)
  }),
  'code.edit': byUser(({ page, press }) => press(pairingPage(page).edit)),
  'pairing.confirm': byUser(({ page, press }) => press(pairingPage(page).confirm)),
  'code.cancel': byUser(async ({ page, press }, { before }) => {
    const { cancel } = pairingPage(page)
    if (!before.matches('entering') || before.context.code === '') return press(cancel)
    await cancel.click()
    await press(codePage(page).discard)
  }),
  'xstate.done.actor.lookAtCode': byEnvironment(({ network }, { event }) => network.answer(look, json(event.output))),
  'xstate.error.actor.lookAtCode': byEnvironment(({ network }, { event }) =>
    network.answer(look, replyOf(event.error)),
  ),
  'xstate.done.actor.useCode': byEnvironment(({ network }) => network.answer(use, noContent)),
  'xstate.error.actor.useCode': ({ event }) =>
    event.error.type === 'two-factor-required'
      ? byUser(declinesToConfirm, { first: asksToConfirm(use) })
      : byEnvironment(({ network }) => network.answer(use, replyOf(event.error))),
}

const states: BrowserLevel['states'] = {
  entering: async ({ page }, { context }) => {
    await soon(pairingPage(page).field).toBeEditable()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  looking: async ({ page }, { context }) => {
    const { look: next, confirm } = pairingPage(page)
    await soon(context.offer === null ? next : confirm).toHaveAttribute('aria-busy', 'true')
  },
  reviewing: async ({ page }, { context }) => {
    await soon(pairingPage(page).dialog).toContainText('Артём Белов')
    await soon(pairingPage(page).confirm).toBeEnabled()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  pairing: ({ page }) => soon(pairingPage(page).confirm).toHaveAttribute('aria-busy', 'true'),
  refused: async ({ page }) => {
    await soon(pairingPage(page).dialog).toContainText(pairingTexts.used)
    await soon(pairingPage(page).confirm).toHaveCount(0)
  },
  locked: showsDeadEnd,
  paired: async (stage) => {
    await isClosed(stage, pairingTexts.opener)
    await soon(toast(stage.page, pairingTexts.paired)).toBeVisible()
  },
  cancelled: (stage) => isClosed(stage, pairingTexts.opener),
}

const unlooked = 'a page that is loaded again begins with the code, which is still typed'

/** On the profile of a parent, with the dialog open. */
export const pairingInBrowser: InBrowser = (pool) =>
  inBrowser(pool, pairingModel, {
    start: '/profile',
    state: () => profileState(anna),
    calls,
    events,
    states,
    address: ({ status }) => (status === 'active' ? '/profile?dialog=pairing' : '/profile'),
    folded: [/^ {2}- navigation "(Разделы|Sections)/],
    lostOnReload: { reviewing: unlooked, refused: unlooked, locked: unlooked },
    escape: 'code.cancel',
    asides: {
      entering: [
        { fill: { label: pairingTexts.label, text: '12' }, button: 'Продолжить', says: 'В коде 6 букв и цифр' },
      ],
    },
    enter: ({ page }) => button(page, pairingTexts.opener).click(),
  })
