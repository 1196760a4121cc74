import type { Words } from './report-data.ts'
import english from './words.en.json' with { type: 'json' }

const known: Record<string, string> = english

/** What a model says in Russian, with its English from the catalog; `words.test.ts` names what has none. */
export function said(ru: string): Words {
  return { ru, en: known[ru] ?? ru }
}
