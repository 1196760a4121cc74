import type { Browser, BrowserContextOptions } from 'playwright'

/** Signs a demo account in at the embedded provider and keeps the cookies. */
export async function signedInState(
  browser: Browser,
  address: string,
  login: string,
): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${address}/profile`)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('demo-parol-2035')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/profile`)
  const state = await context.storageState()
  await context.close()
  return state
}
