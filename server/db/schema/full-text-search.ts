import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Listed, because `lower` on Cyrillic depends on the locale of the database. */
const capitals = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё'
const small = 'абвгдежзийклмнопрстуфхцчшщъыьэюяее'
/** Word separators; the quote is doubled for SQL. */
const separators = "-.,@+_()/''"

/**
 * A search vector of a person: `words` as they are, and of `phone` (E.164) the whole number, the number without country
 * code, and its last digit groups. Queried by `server/people/admin/user-list.ts`.
 */
export function searchVector(name: string, { words, phone }: { words: readonly string[]; phone: string }) {
  const parts = [
    ...words.map((column) => `coalesce("${column}", '')`),
    ...[`"${phone}"`, `substr("${phone}", 3)`, `right("${phone}", 7)`, `right("${phone}", 4)`].map(
      (part) => `coalesce(${part}, '')`,
    ),
  ]
  const blanks = ' '.repeat(separators.length - 1)
  const text = `translate(lower(${parts.join(` || ' ' || `)}), '${capitals}${separators}', '${small}${blanks}')`
  return tsvector(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`array_to_tsvector(array_remove(string_to_array(${text}, ' '), ''))`))
}

/**
 * An SQL expression in lower case without punctuation, so that a hyphen or a dot does not join words.
 * `server/enrolment/catalog/course-search.ts` splits the typed text in the same way.
 */
export function normalizeForSearch(text: string): string {
  const marks = `${separators}«»:;!?–—`
  const blanks = ' '.repeat(marks.length - 1)
  return `translate(lower(${text}), '${capitals}${marks}', '${small}${blanks}')`
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
