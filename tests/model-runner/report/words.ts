import type { Words } from './report-data.ts'
import english from './words.en.json' with { type: 'json' }

const known: Record<string, string> = english

/** Russian texts of the models with their English from the catalog; a test names missing ones. */
export function said(ru: string): Words {
  return { ru, en: known[ru] ?? ru }
}
