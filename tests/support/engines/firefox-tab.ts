import puppeteer, { type KeyInput } from 'puppeteer-core'
import {
  type BrowserSettings,
  browserEnvironment,
  navigationOf,
  type RunningBrowser,
  type Tab,
  windowSize,
} from './tab.ts'

/** Firefox as distributions ship it, by WebDriver BiDi. Playwright needs a build of its own. */
export async function startFirefox(
  executablePath: string,
  { blocksCookies = false }: BrowserSettings,
): Promise<RunningBrowser> {
  const extraPrefsFirefox = {
    'ui.prefersReducedMotion': 1,
    'network.cookie.cookieBehavior': blocksCookies ? 2 : 0,
    // Pages live a few seconds: an optimizing compiler costs more than it gains.
    'javascript.options.ion': false,
    'layout.frame_rate': 30,
  }
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox,
    env: browserEnvironment,
    defaultViewport: windowSize,
  })
  return { newTab, version: () => browser.version(), close: () => browser.close() }

  async function newTab(size = windowSize): Promise<Tab> {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    await page.setViewport(size)
    const errors: string[] = []
    page.on('pageerror', (error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : `${error}`
      // Firefox reports a worker that it refuses even where the page has caught the error.
      if (!text.includes('Failed to register/update a ServiceWorker')) errors.push(text)
    })
    return {
      ...navigationOf(page),
      run: (code, argument) => page.evaluate(code as (argument: unknown) => never, argument),
      runScript: async (script) => void (await page.evaluate(script)),
      click: (selector) => page.locator(selector).setTimeout(5000).click(),
      retype: async (text) => {
        await page.keyboard.down('Control')
        await page.keyboard.press('a' as KeyInput)
        await page.keyboard.up('Control')
        await page.keyboard.type(text)
      },
      chooseFile: async (selector, path) => {
        const input = await page.$(selector)
        await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(path)
      },
      setCookies: async (cookies) => {
        await context.setCookie(...cookies.map((cookie) => ({ ...cookie, path: '/', sameSite: 'Lax' as const })))
      },
      errors,
      picture: () => page.screenshot(),
      close: () => context.close(),
    }
  }
}
