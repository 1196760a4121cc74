import { globSync, readFileSync } from 'node:fs'
import type { Locale } from '#contract/enumerations.ts'
import { panelTitles, profileSectionTitles, screens } from '#contract/screens.ts'

/** Messages of the app in a language, by their Russian source; `{name}` takes the value of that name. */
export type Translate = (source: string, values?: Record<string, string | number>) => string

/**
 * Reads the table of screens and the catalogs of the app, so a story has a message in every language and fails if it
 * does not exist.
 */
export function translator(language: Locale): Translate {
  const catalog = new Map(
    [
      ...Object.values(screens).map(({ title }) => title),
      ...Object.values(profileSectionTitles),
      ...Object.values(panelTitles),
    ].map((title): [string, string] => [title.ru, title[language]]),
  )
  for (const file of globSync(`src/locales/${language}/*.po`)) {
    for (const [source, words] of entriesOf(readFileSync(file, 'utf8'))) catalog.set(source, words)
  }
  return (source, values = {}) => {
    const words = catalog.get(source)
    if (!words) throw new Error(`No catalog says «${source}» in ${language}`)
    return words.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
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
