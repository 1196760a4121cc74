import type { Page } from 'playwright'
import { eventually } from './polling.ts'

/** All pages of a browser share one clipboard, so its use is serialized. */
let lastUse: Promise<unknown> = Promise.resolve()

function withClipboard(page: Page, use: () => Promise<void>): Promise<void> {
  const turn = lastUse.then(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await use()
  })
  lastUse = turn.catch(() => undefined)
  return turn
}

/** Pastes text into the focused element by the keyboard. */
export function paste(page: Page, text: string): Promise<void> {
  return withClipboard(page, async () => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  })
}

/** Asserts that `press` copies this text. */
export function assertCopies(page: Page, text: string, press: () => Promise<void>): Promise<void> {
  return withClipboard(page, async () => {
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await press()
    await eventually(() => page.evaluate(() => navigator.clipboard.readText()), 'the copied text').toBe(text)
  })
}
