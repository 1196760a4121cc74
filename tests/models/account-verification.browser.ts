import type { BrowserLevel } from '#tests/model-runner/browser/browser-level.ts'
import { button, byEnvironment, byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { InBrowser } from '#tests/model-runner/discover-models.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { type Channel, codePage, contactTexts, sendLabel } from '#tests/support/pages/one-time-code-page.ts'
import { asksToConfirm, declinesToConfirm } from './account-confirmation.ts'
import {
  accountVerificationByPhoneModel,
  accountVerificationModel,
  newEmail,
  newPhone,
} from './account-verification.model.ts'
import { codeInBrowser, isClosed, keepSentCode, replyOf, says, showsNoCode } from './one-time-code-dialog.ts'
import { anna } from './sample-users.ts'

const save = 'PATCH /v1/profile'
const send = 'POST /v1/profile/account/verification/send'

export const accountVerificationInBrowser = contactInBrowser(accountVerificationModel, {
  channel: 'email',
  value: newEmail.value,
  typed: newEmail.value,
  shown: newEmail.value,
  invalid: { text: 'new.example.org', says: 'Адрес не похож на почту' },
})

/** The number as users type it. The request contains it in E.164. */
export const accountVerificationByPhoneInBrowser = contactInBrowser(accountVerificationByPhoneModel, {
  channel: 'phone',
  value: newPhone.value,
  typed: '8 (999) 765-43-21',
  shown: '+7 999 765-43-21',
  invalid: { text: '12', says: 'Номер не похож на телефон' },
})

/** A kind of contact, and what is typed into its dialog. */
type Contact = Record<'value' | 'typed' | 'shown', string> & {
  channel: Channel
  invalid: { text: string; says: string }
}

function contactInBrowser(model: Model, { channel, value, typed, shown, invalid }: Contact): InBrowser {
  const { opener, openerAfterwards, title, label, edit, whereSent } = contactTexts[channel]
  const target = { [channel]: value }
  /** A dialog that is opened again has the value, not the text. */
  const typedOrRecalled = new RegExp(`^(${escaped(typed)}|${escaped(value)})$`)
  const code = codeInBrowser({
    opener,
    title,
    address: `/profile?dialog=${channel}`,
    calls: { send, check: 'POST /v1/profile/account/verification/verify' },
    target,
    sent: { noResendExpiresIn: 60 },
    checked: { verified: true },
    whereSent: () => whereSent + shown,
  })
  /** The page is loaded again, and its dialog opened, after what an earlier load has kept. */
  const recalled = byEnvironment(async ({ page, network }, { event }) => {
    await keepSentCode(page, { userId: anna.id, channel, value: event.value, pause: event.pause })
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
    'value.edit': byUser(({ page, press }) => press(button(page, edit))),
    'value.save': byUser(({ page, press }) => press(codePage(page).save)),
    'xstate.error.actor.sendCode': ({ event }) =>
      event.error.type === 'two-factor-required'
        ? byUser(declinesToConfirm, { first: asksToConfirm(send) })
        : code.events['xstate.error.actor.sendCode'],
    'xstate.done.actor.saveContact': byEnvironment(({ network }) => network.answer(save)),
    'xstate.error.actor.saveContact': ({ event }) =>
      event.error.type === 'two-factor-required'
        ? byUser(declinesToConfirm, { first: asksToConfirm(save) })
        : byEnvironment(({ network }) => network.answer(save, replyOf(event.error))),
  }
  const states: BrowserLevel['states'] = {
    ...code.states,
    editing: async ({ page }, { context }) => {
      await soon(page.getByLabel(label)).toHaveValue(context.value === '' ? '' : typedOrRecalled)
      await soon(page.getByLabel(label)).toBeEditable()
      if (context.refusal !== null) await says(page, context.refusal)
    },
    saving: ({ page }) => soon(codePage(page).confirm).toBeDisabled(),
    unsaved: async (stage, { context }) => {
      await showsNoCode(stage, context)
      await soon(stage.page.getByRole('dialog')).toContainText(`${shown} подтверждён, осталось сохранить его.`)
    },
    saved: async (stage) => {
      await isClosed(stage, openerAfterwards)
      await soon(stage.page.getByRole('link', { name: shown })).toBeVisible()
      await soon(toast(stage.page, 'Сохранено')).toBeVisible()
    },
  }
  const calls = { ...code.actors, recallSent: null, saveContact: () => ({ call: save, body: target }) }
  const asides = { editing: [{ fill: { label, text: invalid.text }, button: sendLabel, says: invalid.says }] }
  return (pool) => code.played(pool, model, { calls, events, states, asides })
}

function escaped(text: string): string {
  return text.replaceAll(/[.+()]/g, '\\$&')
}
