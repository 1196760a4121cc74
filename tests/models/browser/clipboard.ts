import type { Page } from 'playwright'

/** All pages of a browser have one clipboard, and each of them waits for its turn. */
let turns: Promise<unknown> = Promise.resolve()

/** What was copied elsewhere is pasted by the keyboard where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  const turn = turns.then(async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  })
  turns = turn.catch(() => undefined)
  await turn
}
