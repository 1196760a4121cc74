import { type Locale, locales } from '#contract/enumerations.ts'

/** What the start and the commands print, in each language of the product. */
export type TerminalText = Readonly<Record<Locale, string>>

/** The language of the operator, by the variables of POSIX: LC_ALL, LC_MESSAGES, LANG. Russian for all that is not translated. */
export function terminalLocale(env: Record<string, string | undefined> = process.env): Locale {
  const setting = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return locales.find((locale) => setting.toLowerCase().startsWith(locale)) ?? 'ru'
}

/** A text without words: addresses, names of commands, tables. */
export function sameInAll(text: string): TerminalText {
  return { ru: text, en: text }
}

/** Joins texts of the same languages. */
export function joinTexts(texts: readonly TerminalText[], separator: string): TerminalText {
  const joined = (locale: Locale) => texts.map((text) => text[locale]).join(separator)
  return { ru: joined('ru'), en: joined('en') }
}
