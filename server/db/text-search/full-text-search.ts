import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'
import { apostrophes, replacedLetters } from '#contract/people/names.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Case of every script, whatever the locale of the database. */
function lowerCase(text: string): string {
  return `lower((${text}) collate "und-x-icu")`
}

/** Replaces each sign by the one at the same place; signs without one are removed. */
function translate(text: string, signs: string, substitutes: string): string {
  return `translate(${text}, '${signs.replaceAll("'", "''")}', '${substitutes}')`
}

/** Signs between words. */
const separators = '-.,@+_()/'

/**
 * The words of names, emails and phones as an SQL expression: `nameKey` of `contract/people/names.ts`, and the same with a
 * space for each apostrophe, so that О’Коннор is found by «Оконнор» and by «Коннор».
 */
export function nameWords(text: string): string {
  const letters = `regexp_replace(normalize(${lowerCase(text)}, NFD), '[\\u0300-\\u036f]', '', 'g')`
  const signs = replacedLetters.map(([letter]) => letter).join('') + separators + apostrophes
  const substitutes = replacedLetters.map(([, substitute]) => substitute).join('') + ' '.repeat(separators.length)
  const spaced = substitutes + ' '.repeat(apostrophes.length)
  return `${translate(letters, signs, substitutes)} || ' ' || ${translate(letters, signs, spaced)}`
}

/**
 * A search vector of a person: `words` as they are, and of `phone` (E.164) the whole number, the number without country
 * code, and its last digit groups. Queried by `server/admin-panel/user-list.ts`.
 */
export function searchVector(name: string, { words, phone }: { words: readonly string[]; phone: string }) {
  const parts = [
    ...words.map((column) => `"${column}"`),
    `"${phone}"`,
    `substr("${phone}", 3)`,
    `right("${phone}", 7)`,
    `right("${phone}", 4)`,
  ].map((part) => `coalesce(${part}, '')`)
  return tsvector(name)
    .notNull()
    .generatedAlwaysAs(
      sql.raw(`array_to_tsvector(array_remove(string_to_array(${nameWords(parts.join(` || ' ' || `))}, ' '), ''))`),
    )
}

/**
 * An SQL expression in lower case without punctuation, so that a hyphen or a dot does not join words.
 * `server/enrolment/catalog/course-search.ts` splits the typed text in the same way.
 */
export function normalizeForSearch(text: string): string {
  const marks = `${separators}'«»:;!?–—`
  return translate(lowerCase(text), `ё${marks}`, `е${' '.repeat(marks.length)}`)
}

const weights = ['A', 'B', 'C'] as const

/** A search vector of Russian word stems with weights: «математике» is found by «математика». */
export function russianSearchVector(name: string, columns: Partial<Record<(typeof weights)[number], string>>) {
  const parts = weights.flatMap((weight) => {
    const column = columns[weight]
    return column ? [`setweight(to_tsvector('russian', ${normalizeForSearch(`"${column}"`)}), '${weight}')`] : []
  })
  return tsvector(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(parts.join(' || ')))
}
