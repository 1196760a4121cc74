import { chromium } from 'playwright'
import { browserEnvironment, navigationOf, type RunningBrowser, type Tab, windowSize } from './tab.ts'

/** Chromium of any version by Playwright: Puppeteer does not start version 109. */
export async function startChromium(executablePath: string, args: readonly string[]): Promise<RunningBrowser> {
  const browser = await chromium.launch({ executablePath, args: [...args], env: browserEnvironment })
  return { newTab, version: async () => browser.version(), close: () => browser.close() }

  async function newTab(viewport = windowSize): Promise<Tab> {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers: 'allow' })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
    return {
      ...navigationOf(page),
      run: (code, argument) => page.evaluate(code as (argument: unknown) => never, argument),
      runScript: (script) => page.evaluate(script),
      click: (selector) => page.locator(selector).click({ timeout: 5000 }),
      retype: async (text) => {
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(text)
      },
      chooseFile: (selector, path) => page.locator(selector).setInputFiles(path),
      setCookies: (cookies) =>
        context.addCookies(cookies.map((cookie) => ({ ...cookie, path: '/', sameSite: 'Lax' as const }))),
      errors,
      picture: () => page.screenshot(),
      close: () => context.close(),
    }
  }
}
