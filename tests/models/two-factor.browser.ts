import { button, codeInBrowser, showsNoCode } from './browser/code-dialog.ts'
import { soon } from './browser/patience.ts'
import type { BrowserStage, Desk } from './browser/stage.ts'
import type { Level } from './model.ts'
import { sentCode } from './two-factor.model.ts'

const code = codeInBrowser({
  opener: 'Подтвердить сейчас',
  title: 'Подтвердите, что это вы',
  calls: { send: 'POST /v1/profile/two-factor/send', check: 'POST /v1/profile/two-factor/check' },
  address: null,
  sent: sentCode,
  checked: { twoFactorLastCheck: '2035-09-01T12:00:00.000Z' },
  whereSent: ({ target }) => (target ? `6 цифр из СМС на номер ${target}` : 'оно уже отправлено'),
})

export function twoFactorInBrowser(desk: Desk): Level<BrowserStage> {
  return code.levelOf(desk, {}, { events, states })
}

const events: Level<BrowserStage>['events'] = {
  ...code.events,
  'code.resend': async (stage, step) => {
    if (step.before.matches('unsent')) await button(stage.page, 'Отправить код ещё раз').click()
    else await code.events['code.resend'](stage, step)
  },
}

const states: Level<BrowserStage>['states'] = {
  ...code.states,
  sending: async (stage, { context }) => {
    await code.states.sending(stage)
    if (context.code === 'none') await soon(code.dialog(stage)).toContainText('Отправляем код…')
  },
  unsent: (stage, { context }) => showsNoCode(stage, context),
  hopeless: code.showsDeadEnd,
  passed: async (stage) => {
    await code.isClosed(stage)
    await soon(stage.page.getByText('последний раз 1 сентября 2035')).toBeVisible()
    code.isAskedOnce(stage)
  },
}
