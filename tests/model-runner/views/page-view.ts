import type { Page } from 'playwright'
import type { Unsteady } from '#tests/model-runner/browser/app-under-test.ts'

/** Facts that may depend on how a situation was reached, so that several values of each may be accepted. */
export const factNames = ['focus', 'history', 'storage'] as const
export type FactName = (typeof factNames)[number]

/** What a user of the page perceives, and what the page leaves in the browser. */
export type PageView = {
  /**
   * `focus` describes the focused element, `history` the navigations since the last step with their kind, `storage` the
   * cookies and the storages with their values. Null if the fact is not to be compared.
   */
  facts: Record<FactName, string | null>
  /** The title, the marks that the accessibility tree lacks (busy, invalid, current), and the tree. */
  lines: string[]
}

export async function readView(page: Page, { countdowns, announcements, libraryKeys }: Unsteady): Promise<PageView> {
  const [{ title, marks, facts }, tree] = await Promise.all([
    page.evaluate(readMarks, libraryKeys.source),
    page.locator('body').ariaSnapshot(),
  ])
  const lines = tree.split('\n').filter((line) => line !== '' && !announcements.test(line))
  return { facts, lines: [`title: ${title}`, ...marks, ...lines.map((line) => steady(line, countdowns))] }
}

/** The rule for values that differ from run to run: the digits of a running time. */
function steady(line: string, countdowns: RegExp): string {
  const isTimer = /^\s*- timer\b/.test(line)
  return isTimer || countdowns.test(line) ? line.replaceAll(/\d+:\d\d/g, '0:00') : line
}

/** Runs in the page. */
function readMarks(libraryKeys: string): { title: string; marks: string[]; facts: Record<FactName, string> } {
  const nameOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const sources = [...ids.map((id) => document.getElementById(id)), ...labels, element]
    const words = element.getAttribute('aria-label') ?? sources.find((one) => one?.textContent)?.textContent ?? ''
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    // A long text belongs to a container, which has no name.
    return words.length > 80 ? kind : `${kind} "${words.trim().replaceAll(/\s+/g, ' ')}"`
  }
  const { activeElement: active, body, title } = document
  const marks = ['busy', 'invalid', 'current'].flatMap((mark) =>
    [...document.querySelectorAll(`[aria-${mark}]:not([aria-${mark}=false])`)].map(
      (element) => `${mark}: ${nameOf(element)}`,
    ),
  )
  // A draft ends with facts about the browser, and holds keys that are made anew. Instants are in milliseconds.
  const steadyText = (text: string) => text.replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b\d{13}\b|\s+/g, ' ').slice(0, 80)
  const entriesOf = (name: string, storage: Storage) =>
    Object.entries<string>(storage)
      .filter(([key]) => !new RegExp(libraryKeys).test(key))
      .map(([key, value]) => `${name} ${key}=${steadyText(value)}`)
  const stored = [
    ...document.cookie
      .split('; ')
      .filter((cookie) => cookie !== '')
      .map((cookie) => `cookie ${cookie}`),
    ...entriesOf('local', localStorage),
    ...entriesOf('session', sessionStorage),
  ].sort()
  const { navigations } = window.pageLog
  const facts = {
    focus: active === null || active === body ? 'nothing' : nameOf(active),
    history: navigations.length === 0 ? 'unchanged' : navigations.join(', '),
    storage: stored.length === 0 ? 'empty' : stored.join(', '),
  }
  return { title, marks, facts }
}
