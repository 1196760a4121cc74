import type { Page } from 'playwright'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import type { CodeContext, CodeRefusal } from '#src/machines/one-time-code.ts'
import type { Level } from '#tests/models/model.ts'
import { problem, type Reply } from './network-edge.ts'
import { soon } from './patience.ts'
import type { BrowserStage } from './stage.ts'

const words: Partial<Record<CodeRefusal['type'], string>> = {
  'code-wrong': 'Код не подошёл. Осталось 3 попытки.',
  'code-over': 'Этот код больше не действует',
  'codes-spent': 'Кодов отправлено слишком много',
  'factor-locked': 'Слишком много неверных кодов',
  'no-second-factor': 'Код некуда отправить',
  'two-factor-required': 'Подтвердите действие кодом',
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

/** What a person does in a dialog that waits for a code. */
export const codeEvents = {
  'code.submit': async ({ page }, { event }) => {
    // The sixth digit submits; a code that already stands there is submitted by the button.
    if ((await codeField(page).inputValue()) === event.code) await button(page, 'Подтвердить').click()
    else await codeField(page).fill(event.code)
  },
  'code.cancel': ({ page }) => page.getByRole('button', { name: /^(Отменить|Понятно)$/ }).click(),
  'pause.ticked': ({ page }) => passMonotonicTime(page),
} satisfies Level<BrowserStage>['events']

/** The dialog shows how the code stands, what was refused last, and the way to the next code. */
export async function showsCode(
  { page }: BrowserStage,
  { refusal, pause }: CodeContext,
  { open }: { open: boolean },
): Promise<void> {
  await soon(codeField(page)).toBeEditable({ editable: open })
  await soon(page.getByText('Новый код можно запросить через')).toHaveCount(pause > 0 ? 1 : 0)
  await soon(button(page, 'Отправить новый код')).toHaveCount(pause > 0 ? 0 : 1)
  if (refusal !== null && refusal.type !== 'code-too-soon') await says(page, refusal)
}

/** There is nothing to enter: the dialog says why. */
export async function showsNoCode({ page }: BrowserStage, { refusal }: CodeContext): Promise<void> {
  await soon(codeField(page)).toHaveCount(0)
  if (refusal !== null) await says(page, refusal)
}

export async function says(page: Page, { type }: CodeRefusal): Promise<void> {
  await soon(page.getByRole('dialog')).toContainText(words[type] ?? type)
}

export const codeField = (page: Page) => page.getByLabel('Код подтверждения')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** More than any pause passes on the clock that nobody can set. */
async function passMonotonicTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 3_600_000
  })
}
