import { noContent } from '#tests/model-runner/browser/app-under-test.ts'
import type { BrowserLevel } from '#tests/model-runner/browser/browser-level.ts'
import { button, byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { codePage, joinTexts, sendLabel } from '#tests/support/pages/one-time-code-page.ts'
import { asksToConfirm, declinesToConfirm } from './account-confirmation.ts'
import { accountJoinModel, otherContact } from './account-join.model.ts'
import { codeInBrowser, isClosed, keepSentCode, replyOf, says } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'

const send = 'POST /v1/profile/join/send'
const join = 'POST /v1/profile/join'
const { opener, title, label, edit, editAfterProof, whereSent } = joinTexts
const shown = '+7 999 765-43-21'
const typed = '8 (999) 765-43-21'
const target = { phone: otherContact.value }

const code = codeInBrowser({
  opener,
  title,
  page: '/profile?section=accounts',
  address: '/profile?section=accounts&dialog=join',
  calls: { send, check: 'POST /v1/profile/join/verify' },
  target,
  sent: { noResendExpiresIn: 60 },
  checked: { verified: true },
  whereSent: () => whereSent + shown,
})

/** The page is loaded again, and its dialog opened, after what an earlier load has kept. */
const recalled = byEnvironment(async ({ page, network }, { event }) => {
  const { channel, value, pause } = event
  await keepSentCode(page, { userId: anna.id, form: 'join', channel, value, pause })
  // A dialog with text would ask before Back closes it.
  await page.getByLabel(label).fill('')
  await page.goBack()
  await soon(page.getByRole('dialog')).toHaveCount(0)
  network.expectReload()
  await page.reload({ waitUntil: 'commit' })
  await code.openDialog(page)
})

const events: BrowserLevel['events'] = {
  ...code.events,
  'value.submit': byUser(async ({ page, press }) => {
    await page.getByLabel(label).fill(typed)
    await press(codePage(page).send)
  }),
  'sent.recalled': recalled,
  'verified.recalled': recalled,
  'value.edit': byUser(({ page, press }, { before }) =>
    press(button(page, before.matches('reviewing') ? editAfterProof : edit)),
  ),
  'join.confirm': byUser(({ page, press }) => press(codePage(page).join)),
  'xstate.error.actor.sendCode': ({ event }) =>
    event.error.type === 'two-factor-required'
      ? byUser(declinesToConfirm, { first: asksToConfirm(send) })
      : code.events['xstate.error.actor.sendCode'],
  'xstate.done.actor.joinAccounts': byEnvironment(({ network }) => network.answer(join, noContent)),
  'xstate.error.actor.joinAccounts': ({ event }) =>
    event.error.type === 'two-factor-required'
      ? byUser(declinesToConfirm, { first: asksToConfirm(join) })
      : byEnvironment(({ network }) => network.answer(join, replyOf(event.error))),
}

const states: BrowserLevel['states'] = {
  ...code.states,
  editing: async ({ page }, { context }) => {
    await soon(page.getByLabel(label)).toHaveValue(
      context.value === '' ? '' : new RegExp(`^(${escaped(typed)}|${escaped(otherContact.value)})$`),
    )
    await soon(page.getByLabel(label)).toBeEditable()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  reviewing: async ({ page }, { context }) => {
    await soon(page.getByRole('dialog')).toContainText('Дети: 2')
    await soon(codePage(page).join).toBeEnabled()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  joining: ({ page }) => soon(codePage(page).join).toBeDisabled(),
  joined: async (stage) => {
    await isClosed(stage, opener)
    await soon(toast(stage.page, 'Учётные записи объединены')).toBeVisible()
  },
}

const calls: BrowserLevel['calls'] = {
  ...code.actors,
  recallSent: null,
  joinAccounts: (accounts: object) => ({ call: join, body: accounts }),
}
const asides = {
  editing: [{ fill: { label, text: '12' }, button: sendLabel, says: 'Номер не похож на телефон' }],
}

export const accountJoinInBrowser: InBrowser = (pool) =>
  code.played(pool, accountJoinModel, { calls, events, states, asides })

function escaped(text: string): string {
  return text.replaceAll(/[.+()]/g, '\\$&')
}
