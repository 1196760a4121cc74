import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import { button, replyOf, says } from './browser/code-dialog.ts'
import { json } from './browser/network-edge.ts'
import { soon } from './browser/patience.ts'
import { type BrowserStage, type Desk, inBrowser } from './browser/stage.ts'
import type { Level } from './model.ts'
import { anna } from './people.ts'
import { blank, letter, number } from './ticket.model.ts'

const create = 'POST /v1/schedule/ticket/create'

export function ticketInBrowser(desk: Desk): Level<BrowserStage> {
  const standing = { 'GET /v1/profile': json(anna), 'GET /v1/parent/children/schedule/list': json([]) }
  return inBrowser(desk, { start: '/schedule?dialog=ticket', held: [create], standing }, { events, states })
}

const events: Level<BrowserStage>['events'] = {
  'letter.type': async ({ page }, { event }) => {
    // Only an editor that has taken the focus hears what is typed.
    await soon(text(page)).toBeFocused()
    // The editor tells of a change, and there is none in typing nothing where nothing was.
    await page.keyboard.press('ControlOrMeta+a')
    if (event.html === blank.html) await page.keyboard.press('Backspace')
    else await page.keyboard.insertText(letter.words)
  },
  'letter.review': ({ page }) => button(page, 'Проверить и отправить').click(),
  'letter.edit': ({ page }) => button(page, 'Изменить').click(),
  'facts.attach': ({ page }, { event }) => attachment(page).setChecked(event.isAttached),
  'letter.send': ({ page }) => button(page, 'Отправить').click(),
  'letter.close': ({ page }) => page.keyboard.press('Escape'),
  'xstate.done.actor.sendLetter': ({ edge }) => edge.answer(create, json({ uuid: anna.id, number })),
  'xstate.error.actor.sendLetter': ({ edge }, { event }) => edge.answer(create, replyOf(event.error)),
}

const states: Level<BrowserStage>['states'] = {
  writing: async ({ page }, { context }) => {
    await soon(text(page)).toHaveText(context.html === letter.html ? letter.words : blank.words)
    if (context.refusal !== null) await soon(text(page)).toHaveAttribute('aria-invalid', 'true')
  },
  reviewing: async ({ page }, { context }) => {
    await soon(page.getByRole('region', { name: 'Письмо' })).toContainText(letter.words)
    await soon(attachment(page)).toBeChecked({ checked: context.isAttached })
    await soon(attachment(page)).toBeEnabled()
    if (context.refusal !== null) await says(page, context.refusal)
  },
  sending: async ({ page, edge }, { context }) => {
    await edge.isHeld(create)
    const { contentHtml } = (await edge.wasAsked(create)).body as { contentHtml: string }
    expect(contentHtml.startsWith(letter.html)).toBe(true)
    expect(contentHtml.includes('Экран: Расписание')).toBe(context.isAttached)
    await soon(attachment(page)).toBeDisabled()
  },
  sent: ({ page }) => soon(page.getByText(`Обращение ${number} отправлено`)).toBeVisible(),
  closed: async ({ page }) => {
    await soon(page.getByRole('dialog')).toHaveCount(0)
    await soon(page).toHaveURL(({ search }) => search === '')
  },
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Текст письма' })
const attachment = (page: Page) => page.getByRole('checkbox', { name: 'Приложить то, что было на экране' })
