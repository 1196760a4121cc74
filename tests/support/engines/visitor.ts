import { readFileSync } from 'node:fs'
import { expect } from 'playwright/test'
import type { Tab } from './tab.ts'

/** An element by its role and accessible name. `within` is the role of an element around it. */
export type Wanted = { role: string; name?: string | RegExp; within?: string; level?: number }

/** What a person does with a page, in the words of any browser. Every step waits until it is possible. */
export type Visitor = ReturnType<typeof visitorIn>

const library = readFileSync('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js', 'utf8')
const marked = '[data-found-by-journey]'

export function visitorIn(tab: Tab, address: string) {
  /** Marks the first such element for `tab.click`, and returns its state. */
  async function look({ name, ...wanted }: Wanted): Promise<Look> {
    if (!(await tab.run(hasLibrary, null))) await tab.runScript(library)
    return tab.run(markElement, { ...wanted, ...(name instanceof RegExp ? { pattern: name.source } : { name }) })
  }

  async function hydrated(): Promise<void> {
    await until('the page is hydrated', async () => expect(await tab.run(isReady, null)).toBe(true))
  }

  return {
    /** Waits for an element. */
    sees: (wanted: Wanted) =>
      until(described(wanted), async () => expect(['there', 'disabled']).toContain(await look(wanted))),
    seesNot: (wanted: Wanted) =>
      until(`no ${described(wanted)}`, async () => expect(await look(wanted)).toBe('missing')),
    seesText: (text: RegExp) =>
      until(`the text ${text}`, async () => expect(await tab.run(textOfPage, null)).toMatch(text)),
    /** Without waiting. */
    seesNotText: async (text: string) => expect(await tab.run(textOfPage, null)).not.toContain(text),
    async open(path: string): Promise<void> {
      await tab.goto(address + path)
      await hydrated()
    },
    async reload(): Promise<void> {
      await tab.reload()
      await hydrated()
    },
    async back(): Promise<void> {
      await tab.back()
      await hydrated()
    },
    /** The page may draw the element anew between the look and the click: then both are repeated. */
    click: (wanted: Wanted) =>
      until(described(wanted), async () => {
        expect(await look(wanted)).toBe('there')
        await tab.click(marked)
      }),
    async fill(wanted: Wanted, text: string): Promise<void> {
      await this.click(wanted)
      await tab.retype(text)
      await this.holds(wanted, text)
    },
    /** A field with this text. */
    holds: (wanted: Wanted, text: string) =>
      until(`${described(wanted)} holds the text`, async () => {
        await look(wanted)
        expect(await tab.run(textOfMarked, null)).toBe(text)
      }),
    /** The field of a dialog for a file, which has no role. */
    async chooseFile(path: string): Promise<void> {
      const field = '[role=dialog] input[type=file]'
      await until('a field for a file', async () => expect(await tab.run(exists, field)).toBe(true))
      await tab.chooseFile(field, path)
    },
    /** Paths of the visible links of this site in the navigation with this name. */
    async linksOf(navigation: string): Promise<string[]> {
      await this.sees({ role: 'navigation', name: navigation })
      return tab.run(pathsIn, navigation)
    },
    followLink: (navigation: string, path: string) =>
      until(`the link to ${path}`, async () => {
        const before = await tab.url()
        if (new URL(before).pathname === path) return
        expect(await tab.run(markLink, { navigation, path })).toBe(true)
        await tab.click(marked)
        await expect.poll(() => tab.url(), { timeout: 5000 }).not.toBe(before)
      }),
  }
}

/** A check may fail because the page is just being replaced: then it is repeated as well. */
async function until(what: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await expect(async () => void (await check())).toPass({ timeout: 20_000, intervals: [50, 100, 200, 400] })
  } catch (cause) {
    throw new Error(`Waited in vain for ${what}: ${(cause as Error).message}`, { cause })
  }
}

function described({ role, name, within }: Wanted): string {
  return [role, name && `«${name}»`, within && `in ${within}`].filter(Boolean).join(' ')
}

// Functions below run in the page and use nothing from outside of themselves.

type Library = {
  queryAllByRole: (
    where: Element,
    role: string,
    options: { name?: string | RegExp | undefined; level?: number },
  ) => HTMLElement[]
}
type Sought = { role: string; name?: string | undefined; pattern?: string; within?: string; level?: number }
type Look = 'there' | 'disabled' | 'not visible' | 'missing'

function hasLibrary(): boolean {
  return 'TestingLibraryDom' in window
}

function markElement({ role, name, pattern, within, level }: Sought): Look {
  const { queryAllByRole } = (window as unknown as { TestingLibraryDom: Library }).TestingLibraryDom
  for (const other of document.querySelectorAll('[data-found-by-journey]'))
    other.removeAttribute('data-found-by-journey')
  const options = {
    ...(pattern !== undefined ? { name: new RegExp(pattern) } : name !== undefined ? { name } : {}),
    ...(level !== undefined && { level }),
  }
  const scopes = within ? queryAllByRole(document.body, within, {}) : [document.body]
  const found = scopes.flatMap((scope) => queryAllByRole(scope, role, options))
  const seen = found.find((element) => element.checkVisibility())
  if (seen === undefined) return found.length > 0 ? 'not visible' : 'missing'
  seen.setAttribute('data-found-by-journey', '')
  return seen.closest('[inert], :disabled, [aria-disabled=true]') ? 'disabled' : 'there'
}

function markLink({ navigation, path }: { navigation: string; path: string }): boolean {
  for (const other of document.querySelectorAll('[data-found-by-journey]'))
    other.removeAttribute('data-found-by-journey')
  const links = document.querySelectorAll(`nav[aria-label="${navigation}"] a[href="${path}"]`)
  const link = [...links].find((one) => one.checkVisibility())
  link?.setAttribute('data-found-by-journey', '')
  return link !== undefined
}

function pathsIn(navigation: string): string[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`nav[aria-label="${navigation}"] a`)]
  return links
    .filter((link) => link.origin === location.origin && link.target === '' && link.checkVisibility())
    .map(({ pathname }) => pathname)
}

function exists(selector: string): boolean {
  return document.querySelector(selector) !== null
}

function textOfMarked(): string {
  const element = document.querySelector('[data-found-by-journey]') as HTMLInputElement | null
  return element?.value ?? element?.innerText.trim() ?? ''
}

function textOfPage(): string {
  return document.body.innerText
}

/** A page of the identity provider has no root and needs no hydration. */
function isReady(): boolean {
  const isApp = document.getElementById('root') !== null
  return document.readyState === 'complete' && (!isApp || document.documentElement.dataset.hydrated !== undefined)
}
