import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import type { CodeContext, CodeRefusal } from '#src/machines/one-time-code.ts'
import type { Model } from '#tests/models/model.ts'
import { anna } from '#tests/models/people.ts'
import type { Desk } from './desk.ts'
import { person, type Screen, world } from './doing.ts'
import { type BrowserLevel, inBrowser } from './level.ts'
import { json, problem, type Reply } from './network-edge.ts'
import { soon } from './patience.ts'
import type { BrowserStage } from './stage.ts'

const words: Partial<Record<CodeRefusal['type'], string>> = {
  'code-wrong': 'Код не подошёл. Осталось 3 попытки.',
  'code-over': 'Этот код больше не действует',
  'codes-spent': 'Кодов отправлено слишком много',
  'factor-locked': 'Слишком много неверных кодов',
  'no-second-factor': 'Код некуда отправить',
  'two-factor-required': 'Подтвердите действие кодом',
  'too-many-requests': 'Слишком много попыток',
  'invalid-values': 'Это значение не принято',
  offline: 'Нет связи с сервером',
  unavailable: 'Сервер временно недоступен',
}

/** What the server, or its absence, answers so that the flow is refused just so. */
export function replyOf({ type, triesLeft, retryAfter }: CodeRefusal): Reply {
  if (!(type in problemTypes)) return 'offline'
  return problem(type as ProblemType, {
    ...(triesLeft === null ? {} : { triesLeft }),
    ...(retryAfter === null ? {} : { retryAfter }),
  })
}

/** A dialog on the profile that sends a code and waits for it. */
type CodeFlow = {
  /** The button that opens it. */
  opener: string
  title: string
  /** Its address, where it has one of its own. */
  address?: string
  calls: { send: string; check: string }
  /** What the server is told of where the code goes. */
  target: object | null
  /** What it answers to a code that is sent, and to a right one. */
  sent: object
  checked: object
  /** How the dialog says where the code went. */
  whereSent: (context: AnyMachineSnapshot['context']) => string
}

/** How sending a code and entering it are played in such a dialog. */
export function codeInBrowser({
  opener,
  title,
  address = '/profile',
  calls,
  target,
  sent,
  checked,
  whereSent,
}: CodeFlow) {
  const dialog = ({ page }: BrowserStage) => page.getByRole('dialog', { name: title })

  /** Codes are typed and pasted by turns. */
  let entered = 0

  async function isWaiting({ page }: BrowserStage): Promise<void> {
    await soon(page.getByRole('dialog').getByRole('textbox')).toBeEditable({ editable: false })
  }

  async function showsDeadEnd(stage: BrowserStage, { context }: AnyMachineSnapshot): Promise<void> {
    await showsNoCode(stage, context)
    await soon(dialog(stage).getByRole('button')).toHaveText(['Понятно', ''])
  }

  /** The profile is in front again, with the button that opens the dialog, under the name that it has by now. */
  async function isClosed({ page }: BrowserStage, name = opener): Promise<void> {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(button(page, name)).toBeEnabled()
  }

  const actors = {
    sendCode: () => ({ call: calls.send, ...(target === null ? {} : { body: target }) }),
    checkCode: ({ code }: { code: string }) => ({ call: calls.check, body: { ...target, code } }),
    countPause: null,
  } satisfies BrowserLevel['calls']

  const events = {
    'xstate.done.actor.sendCode': world(({ edge }) => edge.answer(calls.send, json(sent))),
    'xstate.error.actor.sendCode': world(({ edge }, { event }) => edge.answer(calls.send, replyOf(event.error))),
    'xstate.done.actor.checkCode': world(({ edge }) => edge.answer(calls.check, json(checked))),
    'xstate.error.actor.checkCode': world(({ edge }, { event }) => edge.answer(calls.check, replyOf(event.error))),
    'code.submit': person(async ({ page, press, paste }, { event }) => {
      // The sixth digit submits; a code that already stands there is submitted by the button.
      if ((await codeField(page).inputValue()) === event.code) return press(button(page, 'Подтвердить'))
      await codeField(page).press('ControlOrMeta+a')
      entered += 1
      if (entered % 2 === 1) await page.keyboard.type(event.code)
      else await paste(asInLetter(event.code))
    }),
    'code.resend': person(async ({ page, press }, { taken }) => {
      if (taken.length > 0) await press(button(page, 'Отправить новый код'))
      else await soon(button(page, 'Отправить новый код')).toHaveCount(0)
    }),
    'code.cancel': person(async ({ page, press }, { before }) => {
      if (before.matches('awaiting')) await page.keyboard.press('Escape')
      else await press(page.getByRole('button', { name: /^(Отменить|Понятно)$/ }))
    }),
    'pause.ticked': world(({ page }) => passMonotonicTime(page)),
  } satisfies BrowserLevel['events']

  const states = {
    sending: isWaiting,
    'awaiting.entering': async (stage, { context }) => {
      await showsCode(stage, context, { open: true })
      await soon(dialog(stage)).toContainText(whereSent(context))
    },
    'awaiting.checking': async (stage, { context }) => {
      await isWaiting(stage)
      await soon(button(stage.page, 'Подтвердить')).toBeDisabled()
      await showsPause(stage, context)
    },
    'awaiting.over': async (stage, { context }) => {
      await showsCode(stage, context, { open: false })
      await soon(button(stage.page, 'Подтвердить')).toBeDisabled()
    },
    locked: showsDeadEnd,
    cancelled: (stage) => isClosed(stage),
  } satisfies BrowserLevel['states']

  /** On the profile, with the dialog open. */
  function played(desk: Desk, model: Model, level: Pick<BrowserLevel, 'calls' | 'events' | 'states'>) {
    return inBrowser(desk, model, {
      ...level,
      start: '/profile',
      profile: anna,
      address: ({ status }) => (status === 'active' ? address : '/profile'),
      escape: 'code.cancel',
      enter: ({ page }) => button(page, opener).click(),
    })
  }

  return { actors, events, states, dialog, isClosed, showsDeadEnd, played }
}

/** The dialog shows how the code stands, what was refused last, and the way to the next code. */
async function showsCode(stage: BrowserStage, known: CodeContext, { open }: { open: boolean }): Promise<void> {
  const { page } = stage
  const { refusal, pause } = known
  await soon(codeField(page)).toBeEditable({ editable: open })
  await showsPause(stage, known)
  await soon(button(page, 'Отправить новый код')).toHaveCount(pause > 0 ? 0 : 1)
  if (refusal !== null && refusal.type !== 'code-too-soon') await says(page, refusal)
}

async function showsPause({ page }: BrowserStage, { pause }: CodeContext): Promise<void> {
  await soon(page.getByText('Новый код можно запросить через')).toHaveCount(pause > 0 ? 1 : 0)
}

/** There is nothing to enter: the dialog says why. */
export async function showsNoCode({ page }: BrowserStage, { refusal }: CodeContext): Promise<void> {
  await soon(codeField(page)).toHaveCount(0)
  if (refusal !== null) await says(page, refusal)
}

export async function says(page: Page, { type }: CodeRefusal): Promise<void> {
  await soon(page.getByRole('dialog')).toContainText(words[type] ?? type)
}

/** As letters and messages show it. */
const asInLetter = (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `
const codeField = (page: Screen) => page.getByLabel('Код подтверждения')
export const button = (page: Screen, name: string) => page.getByRole('button', { name, exact: true })

/** More than any pause passes on the clock that nobody can set. */
async function passMonotonicTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3_600_000
  })
}
