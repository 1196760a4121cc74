import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '#server/db/schema/people.ts'

/** Converts a search text to a `tsquery` of word prefixes; null if it has no words. */
export function toTsQuery(typed: string): string | null {
  const terms = termsOf(typed).map((term) => spellingsOf(term).map(prefix).join(' | '))
  return terms.length === 0 ? null : terms.map((term) => `(${term})`).join(' & ')
}

/** Matches users by name, email and phone. `words`: the column of `users` or of its alias. */
export function matchesSearch(query: string, words: AnyPgColumn = users.searchWords): SQL {
  return sql`${words} @@ ${query}::tsquery`
}

/** A phone is one word regardless of grouping. Other text is split as in `search-words.ts` of the schema. */
function termsOf(typed: string): string[] {
  if (/^[\d\s()+.-]+$/.test(typed)) return [typed.replaceAll(/\D/g, '')].filter(Boolean)
  return typed
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** `8 900 …` is the domestic notation of `+7 900 …`. */
function spellingsOf(term: string): string[] {
  return /^8\d+$/.test(term) ? [term, `7${term.slice(1)}`] : [term]
}

function prefix(term: string): string {
  return `'${term}':*`
}
