import { accountVerificationModel, newEmail } from './account-verification.model.ts'
import { button, codeInBrowser, replyOf, says, showsNoCode } from './browser/code-dialog.ts'
import type { Desk } from './browser/desk.ts'
import { type Hands, person, world } from './browser/doing.ts'
import type { BrowserLevel } from './browser/level.ts'
import { json, problem } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import type { BrowserStage } from './browser/stage.ts'
import type { Level } from './model.ts'
import { sentCode } from './two-factor.model.ts'

const save = 'PATCH /v1/profile'
const target = { email: newEmail.value }

const code = codeInBrowser({
  opener: 'Добавить адрес почты',
  title: 'Смена адреса почты',
  address: '/profile?dialog=email',
  calls: {
    send: 'POST /v1/profile/account/verification/send',
    check: 'POST /v1/profile/account/verification/verify',
  },
  target,
  sent: { noResendExpiresIn: 60 },
  checked: { verified: true },
  whereSent: () => `6 цифр из письма на адрес ${newEmail.value}`,
})

export function accountVerificationInBrowser(desk: Desk): Level<BrowserStage> {
  const calls = { ...code.actors, saveContact: () => ({ call: save, body: target }) }
  return code.played(desk, accountVerificationModel, { calls, events, states })
}

const events: BrowserLevel['events'] = {
  ...code.events,
  'value.submit': person(async ({ page, press }, { event }) => {
    await page.getByLabel('Новый адрес почты').fill(event.value)
    await press(button(page, 'Отправить код'))
  }),
  'value.edit': person(({ page, press }) => press(button(page, 'Изменить адрес'))),
  'value.save': person(({ page, press }) => press(button(page, 'Сохранить ещё раз'))),
  'xstate.error.actor.sendCode': ({ event }) =>
    event.error.type === 'two-factor-required'
      ? person(declinesToConfirm, { first: asksToConfirm })
      : code.events['xstate.error.actor.sendCode'],
  'xstate.done.actor.saveContact': world(({ edge }) =>
    edge.answer(save, (asked, profile) => json(profile.with(asked))),
  ),
  'xstate.error.actor.saveContact': world(({ edge }, { event }) => edge.answer(save, replyOf(event.error))),
}

const states: BrowserLevel['states'] = {
  ...code.states,
  editing: async ({ page }, { context }) => {
    await soon(page.getByLabel('Новый адрес почты')).toHaveValue(context.value)
    await soon(page.getByLabel('Новый адрес почты')).toBeEditable()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  saving: ({ page }) => soon(button(page, 'Подтвердить')).toBeDisabled(),
  unsaved: (stage, { context }) => showsNoCode(stage, context),
  saved: async (stage) => {
    await code.isClosed(stage, 'Изменить адрес почты')
    await soon(stage.page.getByRole('link', { name: newEmail.value })).toBeVisible()
    await soon(stage.page.getByRole('status').filter({ hasText: 'Сохранено' })).toBeVisible()
  },
}

/** The server wants to know first that it is they; the flow of that question has a model of its own. */
async function asksToConfirm({ edge }: BrowserStage): Promise<void> {
  edge.expect({ call: 'POST /v1/profile/two-factor/send' }, { reply: json(sentCode) })
  await edge.answer('POST /v1/profile/account/verification/send', problem('two-factor-required'))
}

async function declinesToConfirm({ page, press }: Hands): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
  await press(question.getByRole('button', { name: 'Отменить' }))
  await soon(question).toHaveCount(0)
}
