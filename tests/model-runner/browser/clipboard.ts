import type { Page } from 'playwright'

/** All pages of a browser share one clipboard, so its use is serialized. */
let turns: Promise<unknown> = Promise.resolve()

/** Pastes text into the focused element by the keyboard. */
export async function paste(page: Page, text: string): Promise<void> {
  const turn = turns.then(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  })
  turns = turn.catch(() => undefined)
  await turn
}
