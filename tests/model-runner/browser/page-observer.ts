import type { Page } from 'playwright'

type PageLog = {
  touches: number
  announced: string[]
  messages: unknown[]
  navigations: string[]
  /** Headings that take the focus, in the order in which they were shown. */
  steps: Element[]
}
declare global {
  interface Window {
    pageLog: PageLog
    notePress: (button: string) => Promise<void>
  }
}

/**
 * Records in the page, before its scripts run, what a test cannot see from outside: trusted clicks and keys, which no script
 * can create; announcements for screen readers; messages of this tab to the others; navigations in the document.
 */
export function observePage(channel: string): void {
  const pageLog: PageLog = { touches: 0, announced: [], messages: [], navigations: [], steps: [] }
  for (const type of ['click', 'keydown', 'input', 'paste'])
    window.addEventListener(type, ({ isTrusted }) => (pageLog.touches += Number(isTrusted)), { capture: true })
  // Survives the page: a press may open another one.
  const notePress = ({ target, isTrusted }: Event) => {
    const pressed = isTrusted && target instanceof Element ? target.closest('button, [role=button]') : null
    if (pressed !== null) void window.notePress(pressed.getAttribute('aria-label') ?? pressed.textContent ?? '')
  }
  window.addEventListener('click', notePress, { capture: true })
  const live = '[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive]'
  const note = (element: Element | null) => {
    const words = element?.textContent?.trim()
    if (words) pageLog.announced.push(words)
  }
  new MutationObserver((mutations) => {
    for (const { target, addedNodes } of mutations) {
      const element = target instanceof Element ? target : target.parentElement
      note(element?.closest(live) ?? null)
      for (const added of addedNodes)
        if (added instanceof Element) for (const one of added.querySelectorAll(live)) note(one)
      for (const added of addedNodes) if (added instanceof Element && added.matches(live)) note(added)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
  // A channel receives the messages of other channels of the same page.
  new BroadcastChannel(channel).onmessage = ({ data }) => void pageLog.messages.push(data)
  let address = location.href
  window.navigation.addEventListener('currententrychange', ({ navigationType }) => {
    const { pathname, search, href } = location
    // The router replaces entries to store its state in them.
    if (navigationType !== 'replace' || href !== address)
      pageLog.navigations.push(`${navigationType} ${pathname}${search}`)
    address = href
  })
  window.pageLog = pageLog
}

/** The message of errors that a test throws in the page. */
export const plantedError = 'thrown by the test'

const violations = new WeakMap<Page, string[]>()

/** Collects console messages of the page, except those that the script has caused. */
export function listenToConsole(page: Page): void {
  const messages: string[] = []
  violations.set(page, messages)
  page.on('pageerror', ({ message }) => {
    if (message !== plantedError) messages.push(`The page threw: ${message}`)
  })
  page.on('console', (message) => {
    // The browser and the router log requests that the script has refused or held, and the worker that it blocks.
    const isTheScripts = /^(Failed to load resource|ChunkLoadError|Service Worker registration blocked)/.test(
      message.text(),
    )
    if (['error', 'warning'].includes(message.type()) && !isTheScripts) messages.push(`The console: ${message.text()}`)
  })
}

const presses = new WeakMap<Page, Set<string>>()

/** Collects the names of the buttons that are pressed, also by a page that another one replaces. */
export async function listenToPresses(page: Page): Promise<void> {
  const names = new Set<string>()
  presses.set(page, names)
  await page.exposeBinding('notePress', (_, name: string) => void names.add(name.trim().replaceAll(/\s+/g, ' ')))
}

/** The names of the buttons that were pressed since the last read. */
export function takePresses(page: Page): string[] {
  const names = presses.get(page)
  const taken = [...(names ?? [])]
  names?.clear()
  return taken
}

/** Console messages since the last read. */
export function consoleOf(page: Page): string[] {
  return violations.get(page)?.splice(0) ?? []
}

/** The visible page before an event, to compare with the page after it. */
export type PageSnapshot = {
  touches: number
  announced: number
  pathname: string
  heading: string
  dialogs: number
  /** A description of the focused element; null if none has the focus. */
  focus: string | null
  /** Which heading that takes the focus is shown, and whether it has it; null without one. */
  step: number | null
  isOnStep: boolean
}

export function takePageSnapshot(page: Page): Promise<PageSnapshot> {
  return page.evaluate(() => {
    const { activeElement: active, body } = document
    const heading = document.querySelector('h1')?.textContent ?? ''
    const { steps } = window.pageLog
    const step = document.querySelector('main h2[tabindex="-1"]')
    if (step !== null && !steps.includes(step)) steps.push(step)
    return {
      touches: window.pageLog.touches,
      announced: window.pageLog.announced.length,
      pathname: location.pathname,
      heading,
      dialogs: document.querySelectorAll('[role=dialog]').length,
      focus:
        active === null || active === body
          ? null
          : `${active.tagName.toLowerCase()} «${active.textContent?.slice(0, 40)}»`,
      step: step === null ? null : steps.indexOf(step),
      isOnStep: step !== null && active === step,
    }
  })
}
