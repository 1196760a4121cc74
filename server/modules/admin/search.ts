import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '#server/db/schema/people.ts'

/** What is typed into a search field, as a `tsquery`: each word begins a word of the person; null for no word at all. */
export function searchQuery(typed: string): string | null {
  const terms = termsOf(typed).map((term) => spellingsOf(term).map(prefix).join(' | '))
  return terms.length === 0 ? null : terms.map((term) => `(${term})`).join(' & ')
}

/** Persons found by name, email and phone; `words` are those of `users`, or of an alias of it. */
export function isFound(query: string, words: AnyPgColumn = users.searchWords): SQL {
  return sql`${words} @@ ${query}::tsquery`
}

/** A phone is one word however it is grouped; everything else falls apart as `search-words.ts` in the schema does it. */
function termsOf(typed: string): string[] {
  if (/^[\d\s()+.-]+$/.test(typed)) return [typed.replaceAll(/\D/g, '')].filter(Boolean)
  return typed
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** `8 900 …` is how people write `+7 900 …`. */
function spellingsOf(term: string): string[] {
  return /^8\d+$/.test(term) ? [term, `7${term.slice(1)}`] : [term]
}

function prefix(term: string): string {
  return `'${term}':*`
}
