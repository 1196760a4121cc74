import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import type { CodeContext, CodeError } from '#src/machines/one-time-code.ts'
import { json, type Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { type BrowserLevel, inBrowser } from '#tests/model-runner/browser/browser-level.ts'
import type { BrowserPool } from '#tests/model-runner/browser/browser-pool.ts'
import type { BrowserStage } from '#tests/model-runner/browser/browser-stage.ts'
import { button, byEnvironment, byUser, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { type Channel, codeLabel, codePage, confirmLabel } from '#tests/support/pages/one-time-code-page.ts'
import { faultMessages } from './app/faults.ts'
import { replyOf as refusalReply } from './app/problems.ts'
import { profileState } from './app/profile-state.ts'
import { anna } from './sample-users.ts'

const words: Partial<Record<CodeError['type'], string>> = {
  ...faultMessages,
  'code-wrong': 'Код не подошёл. Осталось 3 попытки.',
  'code-expired': 'Этот код больше не действует',
  'code-limit-reached': 'Кодов отправлено слишком много',
  'factor-locked': 'Слишком много неверных кодов',
  'no-second-factor': 'Код некуда отправить',
  'two-factor-required': 'Подтвердите действие кодом',
  'too-many-requests': 'Слишком много попыток',
  'invalid-values': 'Это значение не принято',
  'accounts-not-joinable': 'объединить нельзя',
  'contract-text-changed': 'условия изменились',
  'state-conflict': 'данные изменились',
  unavailable: 'Сервер временно недоступен',
}

/** The responses (or network errors) that cause each refusal of the flow. */
export function replyOf({ type, triesLeft, retryAfter }: CodeError): Reply {
  return refusalReply(type, {
    ...(triesLeft === null ? {} : { triesLeft }),
    ...(retryAfter === null ? {} : { retryAfter }),
  })
}

type OnPage = Pick<BrowserStage, 'page'>

/** A dialog of the profile that sends a code and asks for it. */
type CodeFlow = {
  /** The button that opens it. */
  opener: string
  title: string
  /** The section of the profile that has it; that of the person by default. */
  page?: string
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

/** The states with an open dialog and no pending call. */
const dialogStates = ['awaiting.entering', 'awaiting.over', 'unsent', 'hopeless', 'locked']
const unaddressed = 'a reload ends the action that the code was for, and its dialog'

/** The menu of the sections, which no code changes. */
const otherSections = [/^ {2}- navigation "(Разделы|Sections)/]

/** Drivers and assertions of sending and entering a code. */
export function codeInBrowser({
  opener,
  title,
  page: own = '/profile',
  address = own,
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

  const actors = {
    sendCode: () => ({ call: calls.send, ...(target === null ? {} : { body: target }) }),
    checkCode: ({ code }: { code: string }) => ({ call: calls.check, body: { ...target, code } }),
    countPause: null,
  } satisfies BrowserLevel['calls']

  const events = {
    'xstate.done.actor.sendCode': byEnvironment(({ network }) => network.answer(calls.send, json(sent))),
    'xstate.error.actor.sendCode': byEnvironment(({ network }, { event }) =>
      network.answer(calls.send, replyOf(event.error)),
    ),
    'xstate.done.actor.checkCode': byEnvironment(({ network }) => network.answer(calls.check, json(checked))),
    'xstate.error.actor.checkCode': byEnvironment(({ network }, { event }) =>
      network.answer(calls.check, replyOf(event.error)),
    ),
    'code.submit': byUser(async ({ page, press, paste }, { event }) => {
      // The sixth digit submits; a code that already stands there is submitted by the button.
      const { field, confirm } = codePage(page)
      if ((await field.inputValue()) === event.code) return press(confirm)
      await field.press('ControlOrMeta+a')
      entered += 1
      if (entered % 2 === 1) await page.keyboard.type(event.code)
      else await paste(asInMessage(event.code))
    }),
    'code.resend': byUser(async ({ page, press }, { taken }) => {
      const { resend } = codePage(page)
      if (taken.length > 0) await press(resend)
      else await soon(resend).toHaveCount(0)
    }),
    'code.cancel': byUser(async ({ page, press }, { before }) => {
      if (before.matches('awaiting')) return page.keyboard.press('Escape')
      const { cancel, discard } = codePage(page)
      if (!before.matches('editing') || !before.context.value) return press(cancel)
      await cancel.click()
      await press(discard)
    }),
    'pause.ticked': byEnvironment(({ page }) => passMonotonicTime(page)),
  } satisfies BrowserLevel['events']

  const states = {
    sending: isWaiting,
    'awaiting.entering': async (stage, { context }) => {
      await showsCode(stage, context, { open: true, says: (refusal) => says(stage.page, refusal) })
      await soon(dialog(stage)).toContainText(whereSent(context))
    },
    'awaiting.checking': async (stage, { context }) => {
      await isWaiting(stage)
      await soon(codePage(stage.page).confirm).toBeDisabled()
      await showsPause(stage.page, context)
    },
    'awaiting.over': async (stage, { context }) => {
      await showsCode(stage, context, { open: false, says: (refusal) => says(stage.page, refusal) })
      await soon(codePage(stage.page).confirm).toBeDisabled()
    },
    locked: showsDeadEnd,
    cancelled: (stage) => isClosed(stage, opener),
  } satisfies BrowserLevel['states']

  /** On the profile, with the dialog open. */
  function played(
    pool: BrowserPool,
    model: Model,
    level: Pick<BrowserLevel, 'calls' | 'events' | 'states' | 'asides'>,
  ) {
    return inBrowser(pool, model, {
      ...level,
      start: own,
      state: () => profileState(anna),
      address: ({ status }) => (status === 'active' ? address : own),
      folded: otherSections,
      lostOnReload: address === own ? Object.fromEntries(dialogStates.map((state) => [state, unaddressed])) : {},
      escape: 'code.cancel',
      asides: {
        'awaiting.entering': [
          { fill: { label: codeLabel, text: '123' }, button: confirmLabel, says: 'Введите все 6 цифр.' },
        ],
        ...level.asides,
      },
      enter: ({ page }) => openDialog(page),
    })
  }

  async function openDialog(page: Page): Promise<void> {
    await button(page, opener).click()
  }

  return { actors, events, states, dialog, openDialog, played }
}

/** The dialog shows the state of the code and the control for the next code; `says` asserts the last refusal. */
export async function showsCode(
  { page }: OnPage,
  known: CodeContext,
  { open, says }: { open: boolean; says: (refusal: CodeError) => Promise<void> },
): Promise<void> {
  const { refusal, pause } = known
  const { field, resend } = codePage(page)
  await soon(field).toBeEditable({ editable: open })
  await showsPause(page, known)
  await soon(resend).toHaveCount(pause > 0 ? 0 : 1)
  if (refusal !== null && refusal.type !== 'code-too-soon') await says(refusal)
}

/** What a page keeps of a code that it has sent; of one that was right there is no pause. */
type KeptCode = { userId: string; form?: 'join'; channel: Channel; value: string; pause?: number }

/** Leaves in the storage of the tab what a page that sent a code, or verified a contact, has left there. */
export async function keepSentCode(page: Page, kept: KeptCode): Promise<void> {
  await page.evaluate(({ userId, form, channel, value, pause }) => {
    const contact = form === undefined ? { value } : { channel, value }
    const sent =
      pause === undefined
        ? { ...contact, isVerified: 'yes' }
        : { ...contact, pause: `${pause}`, pausedUntil: `${Date.now() + pause * 1000}` }
    sessionStorage.setItem(`typed_${userId}_${form ?? channel}-code`, JSON.stringify(sent))
  }, kept)
}

export async function showsPause(page: PageQueries, { pause }: CodeContext): Promise<void> {
  await soon(codePage(page).pause).toHaveCount(pause > 0 ? 1 : 0)
}

/** No code can be entered: the dialog shows the reason. */
export async function showsNoCode({ page }: OnPage, { refusal }: CodeContext): Promise<void> {
  await soon(codePage(page).field).toHaveCount(0)
  if (refusal !== null) await says(page, refusal)
}

/** No code can be entered and none will come. */
export async function showsDeadEnd(stage: OnPage, { context }: AnyMachineSnapshot): Promise<void> {
  await showsNoCode(stage, context)
  await soon(stage.page.getByRole('dialog').getByRole('button')).toHaveText(['Понятно', ''])
}

/** The dialog is closed and the profile shows the button that opens it, with its current label. */
export async function isClosed({ page }: OnPage, opener: string): Promise<void> {
  await soon(page.getByRole('dialog')).toHaveCount(0)
  await soon(button(page, opener)).toBeEnabled()
}

export async function says(
  page: PageQueries,
  { type }: Pick<CodeError, 'type'>,
  place: 'dialog' | 'main' = 'dialog',
): Promise<void> {
  await soon(page.getByRole(place)).toContainText(words[type] ?? type)
}

/** The code as emails and messages show it. */
const asInMessage = (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `

/** The monotonic clock advances by more than any pause. */
async function passMonotonicTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3_600_000
  })
}
