import type { BrowserLevel } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { byUser } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Level } from '#tests/model-runner/model.ts'
import { codePage, twoFactorTexts } from '#tests/support/pages/one-time-code-page.ts'
import { codeInBrowser, isClosed, showsDeadEnd, showsNoCode } from './one-time-code-dialog.ts'
import { sentCode, twoFactorModel } from './two-factor.model.ts'

const code = codeInBrowser({
  ...twoFactorTexts,
  page: '/profile?section=security',
  calls: { send: 'POST /v1/profile/two-factor/send', check: 'POST /v1/profile/two-factor/check' },
  target: null,
  sent: sentCode,
  checked: { twoFactorLastCheck: '2035-09-01T12:00:00.000Z' },
  whereSent: ({ target }) => (target ? twoFactorTexts.whereSent + target : twoFactorTexts.sentElsewhere),
})

export function twoFactorInBrowser(pool: BrowserPool): Level<BrowserStage> {
  return code.played(pool, twoFactorModel, { calls: code.actors, events, states })
}

const events: BrowserLevel['events'] = {
  ...code.events,
  'code.resend': (step) =>
    step.before.matches('unsent')
      ? byUser(({ page, press }) => press(codePage(page).sendAgain))
      : code.events['code.resend'],
}

const states: BrowserLevel['states'] = {
  ...code.states,
  sending: async (stage, { context }) => {
    await code.states.sending(stage)
    if (context.code === 'none') await soon(code.dialog(stage)).toContainText(twoFactorTexts.sending)
  },
  unsent: (stage, { context }) => showsNoCode(stage, context),
  hopeless: showsDeadEnd,
  passed: async (stage) => {
    await isClosed(stage, twoFactorTexts.opener)
    await soon(stage.page.getByText(`${twoFactorTexts.lastTime}1 сентября 2035`)).toBeVisible()
  },
}
