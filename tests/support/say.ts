import { globSync, readFileSync } from 'node:fs'
import type { Locale } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'

/** Words of the app in a language, by their Russian source; `{name}` takes the value of that name. */
export type Say = (source: string, values?: Record<string, string | number>) => string

/** Reads the table of screens and the catalogs that the app is built from, so a story knows a phrase in every language and fails on one that is gone. */
export function wordsIn(language: Locale): Say {
  const catalog = new Map(Object.values(screens).map(({ title }) => [title.ru, title[language]] as [string, string]))
  for (const file of globSync([`src/locales/${language}/*.po`, `src/routes/*/words.${language}.po`])) {
    for (const [source, words] of entriesOf(readFileSync(file, 'utf8'))) catalog.set(source, words)
  }
  return (source, values = {}) => {
    const words = catalog.get(source)
    if (!words) throw new Error(`No catalog says «${source}» in ${language}`)
    return words.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
  }
}

function* entriesOf(po: string): Generator<[source: string, words: string]> {
  for (const [, source = '', words = ''] of po.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)) {
    yield [textOf(source), textOf(words)]
  }
}

function textOf(quoted: string): string {
  const lines = quoted.trim().split('\n')
  return lines.map((line) => JSON.parse(line) as string).join('')
}
