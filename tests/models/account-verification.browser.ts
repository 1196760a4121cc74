import { expect } from 'playwright/test'
import { newEmail } from './account-verification.model.ts'
import { button, codeEvents, codeField, replyOf, says, showsCode, showsNoCode } from './browser/code-dialog.ts'
import { json } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, inBrowser } from './browser/stage.ts'
import { rightCode } from './code-refusals.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'
import { sentCode } from './two-factor.model.ts'

const calls = {
  send: 'POST /v1/profile/account/verification/send',
  check: 'POST /v1/profile/account/verification/verify',
  save: 'PATCH /v1/profile',
}

export function accountVerificationInBrowser(desk: Desk): Level<BrowserStage> {
  const standing = { 'GET /v1/profile': json(anna), 'POST /v1/profile/two-factor/send': json(sentCode) }
  const level = inBrowser(desk, { start: '/profile', held: Object.values(calls), standing }, { events, states })
  return {
    ...level,
    open: async () => {
      const stage = await level.open()
      await button(stage.page, 'Добавить адрес почты').click()
      return stage
    },
  }
}

const events: Level<BrowserStage>['events'] = {
  ...codeEvents,
  'value.submit': async ({ page }, { event }) => {
    await page.getByLabel('Новый адрес почты').fill(event.value)
    await button(page, 'Отправить код').click()
  },
  'value.edit': ({ page }) => button(page, 'Изменить адрес').click(),
  'value.save': ({ page }) => button(page, 'Сохранить ещё раз').click(),
  'xstate.done.actor.sendCode': ({ edge }) => edge.answer(calls.send, json({ noResendExpiresIn: 60 })),
  'xstate.error.actor.sendCode': async ({ edge, page }, { event }) => {
    await edge.answer(calls.send, replyOf(event.error))
    if (event.error.type !== 'two-factor-required') return
    const question = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
    await question.getByRole('button', { name: 'Отменить' }).click()
    await soon(question).toHaveCount(0)
  },
  'xstate.done.actor.checkCode': ({ edge }) => edge.answer(calls.check, json({ verified: true })),
  'xstate.error.actor.checkCode': ({ edge }, { event }) => edge.answer(calls.check, replyOf(event.error)),
  'xstate.done.actor.saveContact': ({ edge }) => edge.answer(calls.save, json({ ...anna, email: newEmail.value })),
  'xstate.error.actor.saveContact': ({ edge }, { event }) => edge.answer(calls.save, replyOf(event.error)),
  'code.resend': async ({ page }, { taken }) => {
    if (taken.length > 0) await button(page, 'Отправить новый код').click()
    else await soon(button(page, 'Отправить новый код')).toHaveCount(0)
  },
}

const states: Level<BrowserStage>['states'] = {
  editing: async ({ page }, { context }) => {
    await soon(page.getByLabel('Новый адрес почты')).toHaveValue(context.value)
    await soon(page.getByLabel('Новый адрес почты')).toBeEditable()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  sending: async ({ edge, page }) => {
    await edge.isHeld(calls.send)
    expect((await edge.wasAsked(calls.send)).body).toEqual({ email: newEmail.value })
    await soon(page.getByRole('dialog').getByRole('textbox')).toBeEditable({ editable: false })
  },
  'awaiting.entering': async (stage, { context }) => {
    await showsCode(stage, context, { open: true })
    await soon(dialog(stage.page)).toContainText(`6 цифр из письма на адрес ${newEmail.value}`)
  },
  'awaiting.checking': async ({ edge, page }) => {
    await edge.isHeld(calls.check)
    expect((await edge.wasAsked(calls.check)).body).toEqual({ email: newEmail.value, code: rightCode })
    await soon(codeField(page)).toBeEditable({ editable: false })
    await soon(button(page, 'Подтвердить')).toBeDisabled()
  },
  'awaiting.over': async (stage, { context }) => {
    await showsCode(stage, context, { open: false })
    await soon(button(stage.page, 'Подтвердить')).toBeDisabled()
  },
  saving: async ({ edge, page }) => {
    await edge.isHeld(calls.save)
    expect((await edge.wasAsked(calls.save)).body).toEqual({ email: newEmail.value })
    await soon(button(page, 'Подтвердить')).toBeDisabled()
  },
  unsaved: (stage, { context }) => showsNoCode(stage, context),
  locked: (stage, { context }) => showsNoCode(stage, context),
  saved: async (stage) => {
    await isClosed(stage)
    await soon(stage.page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible()
  },
  cancelled: isClosed,
}

async function isClosed({ page }: BrowserStage): Promise<void> {
  await soon(page.getByRole('dialog')).toHaveCount(0)
  await soon(button(page, 'Добавить адрес почты')).toBeEnabled()
}

const dialog = (page: BrowserStage['page']) => page.getByRole('dialog', { name: 'Смена адреса почты' })
