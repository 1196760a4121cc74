import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Spelled out, because how `lower` treats Cyrillic depends on the locale of the database. */
const capitals = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁё'
const small = 'абвгдежзийклмнопрстуфхцчшщъыьэюяее'
/** What ends a word; the quote is doubled for SQL. */
const separators = "-.,@+_()/''"

/**
 * The words that a person can be found by: of `words` as they are, of `phone` (E.164) the whole number, the number
 * without its country code, and its last digits as they are written in groups. `server/modules/admin/search.ts` asks.
 */
export function searchWords(name: string, { words, phone }: { words: readonly string[]; phone: string }) {
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
 * An SQL expression, in small letters and words alone: a hyphen or a dot would make one word of several.
 * `server/modules/catalog/course-search.ts` takes what is typed apart in the same way.
 */
export function spelledPlainly(text: string): string {
  const marks = `${separators}«»:;!?–—`
  const blanks = ' '.repeat(marks.length - 1)
  return `translate(lower(${text}), '${capitals}${marks}', '${small}${blanks}')`
}

const weights = ['A', 'B', 'C'] as const

/** The words of columns by their stems, the weightiest first: «математике» is found by «математика». */
export function russianWords(name: string, columns: Partial<Record<(typeof weights)[number], string>>) {
  const parts = weights.flatMap((weight) => {
    const column = columns[weight]
    return column ? [`setweight(to_tsvector('russian', ${spelledPlainly(`"${column}"`)}), '${weight}')`] : []
  })
  return tsvector(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(parts.join(' || ')))
}
