import type { Texts } from './config.ts'

/** The languages of sentences in titles, drawings and checklists: `QA_LANGUAGE` is `ru` (the default) or `en`. */
export type Language = 'ru' | 'en'
export type Bilingual = Record<Language, string>

export const testerLanguage: Language = process.env.QA_LANGUAGE === 'en' ? 'en' : 'ru'

/** Turns a Russian sentence of a model into the language; a sentence without a translation stays. */
export type Say = (ru: string) => string

export function sayIn({ english }: Texts, language: Language): Say {
  return (ru) => (language === 'ru' ? ru : (english[ru] ?? ru))
}

/** A guard in words, with the parameters that distinguish it. */
export function guardWords({ guards }: Texts, language: Language, guard: string, params: readonly string[]): string {
  const words = guards[guard]?.[language] ?? guard
  return params.length === 0 ? words : `${words}: ${params.join(', ')}`
}
