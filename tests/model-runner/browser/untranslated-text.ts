import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import type { Locale } from '#contract/enumerations.ts'

const otherScript: Record<Locale, RegExp> = {
  ru: /[A-Za-z][A-Za-z’'-]+/g,
  en: /[А-Яа-яЁё][А-Яа-яЁё-]+/g,
}

const keys = ['Ctrl', 'Shift', 'Alt', 'Enter', 'Esc']
/** URLs, and states of machines in a support message, have no language. */
const ofNoLanguage = /\S+@\S+|\/[\w/.?=&%-]+|\b\w+: \w+(?:\.\w+)+(?:; \w+: [\w.]+)*/g
const known = new Map<Locale, Set<string>>()

/**
 * Finds words of another language than the page's, except those of its own catalogs (a name, an abbreviation)
 * and those of server responses; and empty elements. The two languages share no letter, so an untranslated text
 * is found in one of them. A comparison of the two pages would find only names.
 */
export async function foreignWordsOf(page: Page, locale: Locale, said: readonly string[]): Promise<string[]> {
  const pieces = await page.evaluate(readWords)
  const allowed = new Set([
    ...keys,
    ...wordsOfCatalogs(locale),
    ...said.flatMap((text) => text.match(otherScript[locale]) ?? []),
  ])
  return pieces.filter((piece) => {
    const foreign = piece.replace(ofNoLanguage, '').match(otherScript[locale]) ?? []
    return foreign.some((word) => !allowed.has(word)) || /\{\w+\}|undefined|\bNaN\b|\[object /.test(piece)
  })
}

function wordsOfCatalogs(locale: Locale): Set<string> {
  const read = () => {
    const files = globSync(`src/locales/${locale}/*.po`)
    const texts = files.flatMap((file) => readFileSync(file, 'utf8').match(/^msgstr .+(?:\n".+")*/gm) ?? [])
    return new Set(texts.flatMap((text) => text.match(otherScript[locale]) ?? []))
  }
  const words = known.get(locale) ?? read()
  known.set(locale, words)
  return words
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
