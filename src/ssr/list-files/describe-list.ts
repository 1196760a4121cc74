import type { Cell, ListFileRequest } from '#contract/people/list-files.ts'
import { createI18n, type ScreenCatalog } from '#src/i18n/create-i18n.ts'
import { datesOf } from '#src/i18n/dates.ts'
import { type ListColumn, listColumns } from './list-columns.ts'

/** Those that have the labels of the columns. */
const catalogs: readonly ScreenCatalog[] = ['list-files', 'admin', 'admin-news', 'audit', 'imports']

/** Headings and rows of a list in the words that its page has for them. */
export async function describeList({ list, items, language, timeZone }: ListFileRequest): Promise<Cell[][]> {
  const { i18n, activate, addCatalog } = createI18n()
  await activate(language)
  for (const name of catalogs) await addCatalog(name)
  const words = { i18n, dates: datesOf(language, timeZone) }
  // Each list has the columns of its rows.
  const columns = listColumns[list] as readonly ListColumn<unknown>[]
  return [
    columns.map(({ title }) => i18n._(title)),
    ...items.map((item) => columns.map(({ cell }) => cell(item, words))),
  ]
}
