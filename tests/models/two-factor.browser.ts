import type { AnyMachineSnapshot } from 'xstate'
import { button, codeEvents, codeField, replyOf, showsCode, showsNoCode } from './browser/code-dialog.ts'
import { json } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, inBrowser } from './browser/stage.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'
import { sentCode } from './two-factor.model.ts'

const calls = { send: 'POST /v1/profile/two-factor/send', check: 'POST /v1/profile/two-factor/check' }

export function twoFactorInBrowser(desk: Desk): Level<BrowserStage> {
  const setting = { start: '/profile', held: Object.values(calls), standing: { 'GET /v1/profile': json(anna) } }
  const level = inBrowser(desk, setting, { events, states })
  return {
    ...level,
    open: async () => {
      const stage = await level.open()
      await button(stage.page, 'Подтвердить сейчас').click()
      return stage
    },
  }
}

const events: Level<BrowserStage>['events'] = {
  ...codeEvents,
  'xstate.done.actor.sendCode': ({ edge }) => edge.answer(calls.send, json(sentCode)),
  'xstate.error.actor.sendCode': ({ edge }, { event }) => edge.answer(calls.send, replyOf(event.error)),
  'xstate.done.actor.checkCode': ({ edge }) =>
    edge.answer(calls.check, json({ twoFactorLastCheck: '2035-09-01T12:00:00.000Z' })),
  'xstate.error.actor.checkCode': ({ edge }, { event }) => edge.answer(calls.check, replyOf(event.error)),
  'code.resend': async ({ page }, { before, taken }) => {
    if (before.matches('unsent')) await button(page, 'Отправить код ещё раз').click()
    else if (taken.length > 0) await button(page, 'Отправить новый код').click()
    else await soon(button(page, 'Отправить новый код')).toHaveCount(0)
  },
}

const states: Level<BrowserStage>['states'] = {
  sending: async ({ edge, page }, { context }) => {
    await edge.isHeld(calls.send)
    await soon(codeField(page)).toBeEditable({ editable: false })
    if (context.code === 'none') await soon(dialog(page)).toContainText('Отправляем код…')
  },
  'awaiting.entering': async (stage, { context }) => {
    await showsCode(stage, context, { open: true })
    const where = context.target ? `6 цифр из СМС на номер ${context.target}` : 'оно уже отправлено'
    await soon(dialog(stage.page)).toContainText(where)
  },
  'awaiting.checking': async (stage, { context }) => {
    await stage.edge.isHeld(calls.check)
    await soon(codeField(stage.page)).toBeEditable({ editable: false })
    await soon(button(stage.page, 'Подтвердить')).toBeDisabled()
    await soon(stage.page.getByText('Новый код можно запросить через')).toHaveCount(context.pause > 0 ? 1 : 0)
  },
  'awaiting.over': async (stage, { context }) => {
    await showsCode(stage, context, { open: false })
    await soon(button(stage.page, 'Подтвердить')).toBeDisabled()
  },
  unsent: (stage, { context }) => showsNoCode(stage, context),
  hopeless: showsDeadEnd,
  locked: showsDeadEnd,
  passed: async (stage) => {
    await isClosed(stage)
    // The page asks the server what it now knows of the person.
    const asked = () => stage.edge.asked.filter(({ address }) => address === 'GET /v1/profile').length
    await soon.poll(asked).toBe(2)
  },
  cancelled: isClosed,
}

async function showsDeadEnd(stage: BrowserStage, { context }: AnyMachineSnapshot): Promise<void> {
  await showsNoCode(stage, context)
  await soon(dialog(stage.page).getByRole('button')).toHaveText(['Понятно', ''])
}

async function isClosed({ page }: BrowserStage): Promise<void> {
  await soon(page.getByRole('dialog')).toHaveCount(0)
  await soon(button(page, 'Подтвердить сейчас')).toBeEnabled()
}

const dialog = (page: BrowserStage['page']) => page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
