import type { Page } from 'playwright'
import type { Language } from './app-under-test.ts'

const keys = ['Ctrl', 'Shift', 'Alt', 'Enter', 'Esc']
/** URLs, and states of machines in a support message, have no language. */
const withoutLanguage = /\S+@\S+|\/[\w/.?=&%-]+|\b\w+: \w+(?:\.\w+)+(?:; \w+: [\w.]+)*/g

/**
 * Finds words of another language than the page's, except those of its own catalogs (a name, an abbreviation)
 * and those of server responses; and empty elements. It works for languages that share no letter: a comparison of the
 * two pages would find only names.
 */
export async function foreignWordsOf(
  page: Page,
  { foreign, words }: Language,
  responses: readonly string[],
): Promise<string[]> {
  const pieces = await page.evaluate(readWords)
  const allowed = new Set([...keys, ...words(), ...responses.flatMap((text) => text.match(foreign) ?? [])])
  return pieces.filter((piece) => {
    const found = piece.replace(withoutLanguage, '').match(foreign) ?? []
    return found.some((word) => !allowed.has(word)) || /\{\w+\}|undefined|\bNaN\b|\[object /.test(piece)
  })
}

/**
 * All visible and accessible texts of the page. React hides a suspended page behind its fallback and translates it only
 * when it is shown again. Runs in the page.
 */
function readWords(): string[] {
  const pieces = new Set<string>()
  const suspended = '[style*="display: none !important"]'
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement
    if (element?.closest(suspended)) continue
    if (node instanceof Element) {
      for (const name of ['aria-label', 'aria-description', 'alt', 'placeholder', 'title', 'aria-valuetext'])
        pieces.add(node.getAttribute(name)?.trim() ?? '')
    } else if (!element?.closest('script, style, noscript, [lang]:not(html), code, [contenteditable]'))
      pieces.add(node.textContent?.trim() ?? '')
  }
  pieces.add(document.title)
  pieces.delete('')
  return [...pieces]
}
