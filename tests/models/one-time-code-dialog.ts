import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import type { CodeContext, CodeError } from '#src/machines/one-time-code.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { Desk } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { person, type Screen, world } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { json, problem, type Reply } from '#tests/model-runner/browser/scripted-network.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { anna } from './sample-users.ts'

const words: Partial<Record<CodeError['type'], string>> = {
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

/** The responses (or network errors) that cause each refusal of the flow. */
export function replyOf({ type, triesLeft, retryAfter }: CodeError): Reply {
  if (!(type in problemTypes)) return 'offline'
  return problem(type as ProblemType, {
    ...(triesLeft === null ? {} : { triesLeft }),
    ...(retryAfter === null ? {} : { retryAfter }),
  })
}

/** A dialog of the profile that sends a code and asks for it. */
type CodeFlow = {
  /** The button that opens it. */
  opener: string
  title: string
  /** Its URL, if it has one. */
  address?: string
  calls: { send: string; check: string }
  /** The part of the request that names the target of the code. */
  target: object | null
  /** The responses to a sent code and to a correct code. */
  sent: object
  checked: object
  /** The text that names the target of the code. */
  whereSent: (context: AnyMachineSnapshot['context']) => string
}

/** Drivers and assertions of sending and entering a code. */
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

  /** Codes are typed and pasted alternately. */
  let entered = 0

  async function isWaiting({ page }: BrowserStage): Promise<void> {
    await soon(page.getByRole('dialog').getByRole('textbox')).toBeEditable({ editable: false })
  }

  async function showsDeadEnd(stage: BrowserStage, { context }: AnyMachineSnapshot): Promise<void> {
    await showsNoCode(stage, context)
    await soon(dialog(stage).getByRole('button')).toHaveText(['Понятно', ''])
  }

  /** The dialog is closed and the profile shows the button that opens it, with its current label. */
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
      if (before.matches('awaiting')) return page.keyboard.press('Escape')
      const cancel = page.getByRole('button', { name: /^(Отменить|Понятно)$/ })
      if (!before.matches('editing') || !before.context.value) return press(cancel)
      await cancel.click()
      await press(page.getByRole('button', { name: 'Закрыть без сохранения' }))
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

/** The dialog shows the state of the code, the last refusal, and the control for the next code. */
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

/** No code can be entered: the dialog shows the reason. */
export async function showsNoCode({ page }: BrowserStage, { refusal }: CodeContext): Promise<void> {
  await soon(codeField(page)).toHaveCount(0)
  if (refusal !== null) await says(page, refusal)
}

export async function says(page: Page, { type }: CodeError): Promise<void> {
  await soon(page.getByRole('dialog')).toContainText(words[type] ?? type)
}

/** The code as emails and messages show it. */
const asInLetter = (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `
const codeField = (page: Screen) => page.getByLabel('Код подтверждения')
export const button = (page: Screen, name: string) => page.getByRole('button', { name, exact: true })

/** The monotonic clock advances by more than any pause. */
async function passMonotonicTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3_600_000
  })
}
