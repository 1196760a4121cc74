import { eq } from 'drizzle-orm'
import { expect } from 'playwright/test'
import { users } from '#server/db/schema/people.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { isClosed, showsDeadEnd, showsNoCode } from '#tests/models/one-time-code-dialog.ts'
import { codePage, twoFactorTexts } from '#tests/support/pages/one-time-code-page.ts'
import { newPerson } from './fixtures/school.ts'
import { type CodeData, codeEndToEnd, lastCheckOf } from './one-time-code.ts'
import { type ProductLevel, signIn } from './test-server.ts'

const code = codeEndToEnd({
  purpose: 'two-factor',
  calls: { send: 'POST /v1/profile/two-factor/send', check: 'POST /v1/profile/two-factor/check' },
  address: () => ({}),
  page: '/profile?section=security',
  ...twoFactorTexts,
})

/** A parent confirms on the profile with a code sent to the phone. */
export const twoFactorEndToEnd: ProductLevel<CodeData> = {
  open: async (server) => {
    const { phone, ...person } = await newPerson(server, { confirmed: false })
    return { person, target: phone, tries: 0 }
  },
  held: Object.values(code.calls),
  begin: async (stage) => {
    await signIn(stage, stage.data.person)
    await code.begin(stage)
  },
  events: {
    ...code.events,
    'code.resend': async (stage, turn) => {
      if (turn.before.matches('unsent')) await codePage(stage.page).sendAgain.click()
      else await code.events['code.resend'](stage, turn)
    },
    'xstate.error.actor.sendCode': {
      ...code.events['xstate.error.actor.sendCode'],
      'код отправить некуда': code.after(async ({ server, data }) => {
        const person = eq(users.id, data.person.userId)
        await server.database.update(users).set({ phone: null, email: null }).where(person)
      }, code.send),
    },
  },
  states: {
    ...code.states,
    sending: async (stage, { context }) => {
      await code.states.sending(stage)
      if (context.code === 'none') await soon(code.dialog(stage)).toContainText(twoFactorTexts.sending)
    },
    'awaiting.entering': async (stage, snapshot) => {
      await code.states['awaiting.entering'](stage, snapshot)
      const { target } = stage.data
      const where = `${twoFactorTexts.whereSent}+7 ••• •••-${target.slice(-4, -2)}-${target.slice(-2)}`
      await soon(code.dialog(stage)).toContainText(snapshot.context.target ? where : twoFactorTexts.sentElsewhere)
    },
    unsent: (stage, { context }) => showsNoCode(stage, context),
    hopeless: showsDeadEnd,
    passed: async (stage) => {
      await isClosed(stage, twoFactorTexts.opener)
      await soon(stage.page.getByText(`${twoFactorTexts.lastTime}14 октября 2026`)).toBeVisible()
      expect(await lastCheckOf(stage)).toEqual(stage.server.server.clock.now)
    },
  },
}
