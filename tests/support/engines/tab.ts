import type { Page as PlaywrightPage } from 'playwright'
import type { Page as PuppeteerPage } from 'puppeteer-core'

/** One tab of any browser: the smallest set of operations that journeys need (docs/browsers.md). */
export type Tab = {
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  back: () => Promise<void>
  url: () => Promise<string>
  /** Runs a function in the page. It must not use anything from outside of itself. */
  run: <Argument, Result>(code: (argument: Argument) => Result, argument: Argument) => Promise<Result>
  /** Runs the text of a script in the page. */
  runScript: (script: string) => Promise<void>
  /** A click by the mouse on the only element with this selector. */
  click: (selector: string) => Promise<void>
  /** Types into the focused element, with the keyboard, instead of what stands there. */
  retype: (text: string) => Promise<void>
  chooseFile: (selector: string, path: string) => Promise<void>
  setCookies: (cookies: readonly TabCookie[]) => Promise<void>
  /** Errors that scripts of the page did not catch so far. Empty in WebKit, whose driver does not report them. */
  errors: readonly string[]
  /** What the window shows, as PNG. */
  picture: () => Promise<Uint8Array>
  close: () => Promise<void>
}

type TabCookie = { name: string; value: string; domain: string; httpOnly: boolean }

export type RunningBrowser = {
  /** A tab with a storage of its own. */
  newTab: (size?: WindowSize) => Promise<Tab>
  /** As the browser itself names it. */
  version: () => Promise<string>
  close: () => Promise<void>
}

/** How the browser of a person is set. Only Firefox and WebKit can block cookies from the start. */
export type BrowserSettings = { blocksCookies?: boolean }
export type WindowSize = { width: number; height: number }

/** The operations that Playwright and Puppeteer name alike. */
export function navigationOf(page: PlaywrightPage | PuppeteerPage): Pick<Tab, 'goto' | 'reload' | 'back' | 'url'> {
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    url: async () => page.url(),
  }
}

export const windowSize: WindowSize = { width: 1440, height: 900 }
/** For processes of browsers: the zone that the server and the stories use. */
export const browserEnvironment = { ...process.env, TZ: 'Europe/Moscow' } as Record<string, string>
