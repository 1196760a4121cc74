import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { spelledPlainly } from '#server/db/schema/search-words.ts'

/** One word of what is typed: only letters and digits, so that it means nothing to `tsquery` and `like`. */
type Term = { word: string; isLast: boolean; isOnly: boolean }

/** Which programs are meant, and how much: to be asked of `programs` joined with `subjects`. */
export type Search = { isFound: SQL | undefined; rank: SQL }

const mostTerms = 12

/** The last word may be the beginning of one: it is still being typed. */
export function termsOf(typed: string): Term[] {
  const words = typed
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, mostTerms)
  return words.map((word, index) => ({ word, isLast: index === words.length - 1, isOnly: words.length === 1 }))
}

/** Every word in its Russian forms: in the title before the subject, the subject before the description, or a teacher's name. */
export function exactSearch(terms: readonly Term[], today: string): Search {
  return { isFound: and(...terms.map((term) => isAmong(meantBy(term, today)))), rank: rankOf(terms) }
}

/** Each word once more as one with a typo in it. Ask `canForgive` first, in the same transaction. */
export function forgivingSearch(terms: readonly Term[], today: string): Search {
  const title = sql`${programs.searchTitle}`
  const likeness = terms.map((term) => sql`case when ${isLike(term, title)} then ${similarity(term, title)} else 0 end`)
  return {
    isFound: and(...terms.map((term) => isAmong([...meantBy(term, today), ...similarTo(term)]))),
    rank: sql`${rankOf(terms)} + round((${sql.join(likeness, sql` + `)})::numeric, 1)`,
  }
}

/**
 * Says for this transaction from where on words are alike; false where the database has nothing to tell that by, or keeps
 * it where a bare name does not reach.
 */
export async function canForgive(transaction: Database, terms: readonly Term[]): Promise<boolean> {
  const threshold = Math.min(...terms.map(leastSimilarity))
  const { rows } = await transaction.execute<{ can: boolean }>(sql`
    select to_regprocedure('word_similarity(text, text)') is not null as can,
      set_config('pg_trgm.word_similarity_threshold', ${threshold.toFixed(2)}, true)
  `)
  return rows[0]?.can ?? false
}

/** A wrong letter spoils three of a word's triples of letters; of the shortest words too little is left. */
function leastSimilarity({ word: { length } }: Term): number {
  return length < 4 ? 1 : (length - 2) / (length + 4) - 0.01
}

/** Each branch has an index of its own, which conditions joined by `or` would not use. */
function isAmong(branches: readonly SQL[]): SQL {
  return sql`${programs.id} in (${sql.join([...branches], sql` union all `)})`
}

/** A stop word, as «и», means every program: it tells nothing of what is looked for. */
function meantBy(term: Term, today: string): SQL[] {
  const query = queryOf(term)
  const ofSubject = sql`select ${subjects.code} from ${subjects} where ${subjects.searchWords} @@ (${query})`
  const found = [
    sql`select ${programs.id} from ${programs} where ${programs.searchWords} @@ (${query})`,
    sql`select ${programs.id} from ${programs} where ${programs.subjectCode} in (${ofSubject})`,
    taughtBy(term, today),
  ]
  if (term.isOnly) return found
  return [...found, sql`select ${programs.id} from ${programs} where numnode(${stemsOf(term)}) = 0`]
}

/** What begins with a stop word is found by it as it stands: «на» may become «наука». */
function queryOf(term: Term): SQL {
  return term.isLast ? sql`${stemsOf(term)} || to_tsquery('simple', ${prefixOf(term)})` : stemsOf(term)
}

/** Empty for a stop word. */
function stemsOf(term: Term): SQL {
  return sql`to_tsquery('russian', ${term.isLast ? prefixOf(term) : `'${term.word}'`})`
}

function prefixOf({ word }: Term): string {
  return `'${word}':*`
}

const plainName = sql.raw(
  spelledPlainly(`concat_ws(' ', '', "users"."last_name", "users"."first_name", "users"."patronym")`),
)

/** The index finds people by emails and phones too; here only what the catalog shows of them anyway may be asked. */
function taughtBy(term: Term, today: string): SQL {
  const isNamed = and(
    sql`${users.searchWords} @@ to_tsquery('simple', ${prefixOf(term)})`,
    sql`${plainName} like ${`% ${term.word}%`}`,
  )
  const teaches = and(eq(users.id, studyGroups.teacherId), gte(studyGroups.endsOn, today))
  return sql`select ${studyGroups.programId} from ${users} join ${studyGroups} on ${teaches} where ${isNamed}`
}

const plainSubject = sql.raw(spelledPlainly(`"subjects"."title"`))

function similarTo(term: Term): SQL[] {
  const title = sql`${programs.searchTitle}`
  const ofSubject = sql`select ${subjects.code} from ${subjects} where ${isLike(term, plainSubject)}`
  return [
    sql`select ${programs.id} from ${programs} where ${title} %> ${term.word} and ${isLike(term, title)}`,
    sql`select ${programs.id} from ${programs} where ${programs.subjectCode} in (${ofSubject})`,
  ]
}

function isLike(term: Term, title: SQL): SQL {
  return sql`${similarity(term, title)} >= ${leastSimilarity(term)}`
}

function similarity({ word }: Term, title: SQL): SQL {
  return sql`word_similarity(${word}, ${title})`
}

/** In tenths: courses that say it alike are of one rank. */
function rankOf(terms: readonly Term[]): SQL {
  const all = sql.join(terms.map(queryOf), sql` || `)
  return sql`round(ts_rank(array[0, 0.1, 0.4, 1]::real[], ${programs.searchWords} || ${subjects.searchWords}, ${all})::numeric, 1)`
}
