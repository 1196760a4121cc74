import { expect } from 'playwright/test'
import { newEmail } from './account-verification.model.ts'
import { button, codeInBrowser, replyOf, says, showsNoCode } from './browser/code-dialog.ts'
import { json } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import type { BrowserStage, Desk } from './browser/stage.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'
import { sentCode } from './two-factor.model.ts'

const save = 'PATCH /v1/profile'
const address = { email: newEmail.value }

const code = codeInBrowser({
  opener: 'Добавить адрес почты',
  title: 'Смена адреса почты',
  calls: {
    send: 'POST /v1/profile/account/verification/send',
    check: 'POST /v1/profile/account/verification/verify',
  },
  address,
  sent: { noResendExpiresIn: 60 },
  checked: { verified: true },
  whereSent: () => `6 цифр из письма на адрес ${newEmail.value}`,
})

export function accountVerificationInBrowser(desk: Desk): Level<BrowserStage> {
  const standing = { 'POST /v1/profile/two-factor/send': json(sentCode) }
  return code.levelOf(desk, { held: [save], standing }, { events, states })
}

const events: Level<BrowserStage>['events'] = {
  ...code.events,
  'value.submit': async ({ page }, { event }) => {
    await page.getByLabel('Новый адрес почты').fill(event.value)
    await button(page, 'Отправить код').click()
  },
  'value.edit': ({ page }) => button(page, 'Изменить адрес').click(),
  'value.save': ({ page }) => button(page, 'Сохранить ещё раз').click(),
  'xstate.error.actor.sendCode': async (stage, step) => {
    await code.events['xstate.error.actor.sendCode'](stage, step)
    if (step.event.error.type !== 'two-factor-required') return
    const question = stage.page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
    await question.getByRole('button', { name: 'Отменить' }).click()
    await soon(question).toHaveCount(0)
  },
  'xstate.done.actor.saveContact': ({ edge }) => edge.answer(save, json({ ...anna, ...address })),
  'xstate.error.actor.saveContact': ({ edge }, { event }) => edge.answer(save, replyOf(event.error)),
}

const states: Level<BrowserStage>['states'] = {
  ...code.states,
  editing: async ({ page }, { context }) => {
    await soon(page.getByLabel('Новый адрес почты')).toHaveValue(context.value)
    await soon(page.getByLabel('Новый адрес почты')).toBeEditable()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  saving: async ({ edge, page }) => {
    await edge.isHeld(save)
    expect((await edge.wasAsked(save)).body).toEqual(address)
    await soon(button(page, 'Подтвердить')).toBeDisabled()
  },
  unsaved: (stage, { context }) => showsNoCode(stage, context),
  saved: async (stage) => {
    await code.isClosed(stage, 'Изменить адрес почты')
    await soon(stage.page.getByRole('link', { name: newEmail.value })).toBeVisible()
    code.isAskedOnce(stage)
    await soon(stage.page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible()
  },
}
