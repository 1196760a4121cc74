import { and, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import { nameKey } from '#contract/people/names.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { nameWords, normalizeForSearch } from '#server/db/text-search/full-text-search.ts'
import type { SchoolNames } from '#server/http/school-names.ts'

/** One word of the typed text: letters and digits only, so it has no special meaning in `tsquery` and `like`. */
type SearchTerm = { word: string; isLast: boolean; isOnly: boolean }

/** Which programs match and their rank, for a query on `programs` joined with `subjects`. */
export type CourseSearch = { isFound: SQL | undefined; rank: SQL }

const maxTerms = 12

/** The last word is a prefix: the user may still be typing it. */
export function parseSearchTerms(typed: string): SearchTerm[] {
  const words = parseWords(typed).slice(0, maxTerms)
  return words.map((word, index) => ({ word, isLast: index === words.length - 1, isOnly: words.length === 1 }))
}

function parseWords(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Every word must match, in any Russian form: title first, then subject, then description or teacher name. */
export function exactSearch(terms: readonly SearchTerm[], today: string, names?: SchoolNames): CourseSearch {
  const isMeant = (term: SearchTerm) => isAmong([...meantBy(term, today), ...translatedAs(term, names)])
  return { isFound: and(...terms.map(isMeant)), rank: rankOf(terms) }
}

/** Also matches words with a typo. Call `enableTypoTolerance` first in the same transaction. */
export function typoTolerantSearch(terms: readonly SearchTerm[], today: string): CourseSearch {
  const title = sql`${programs.searchTitle}`
  const likeness = terms.map((term) => sql`case when ${isLike(term, title)} then ${similarity(term, title)} else 0 end`)
  return {
    isFound: and(...terms.map((term) => isAmong([...meantBy(term, today), ...similarTo(term)]))),
    rank: sql`${rankOf(terms)} + round((${sql.join(likeness, sql` + `)})::numeric, 1)`,
  }
}

/**
 * Sets the similarity threshold for this transaction; false if `pg_trgm` is not installed or not on the search path.
 */
export async function enableTypoTolerance(transaction: Database, terms: readonly SearchTerm[]): Promise<boolean> {
  const threshold = Math.min(...terms.map(leastSimilarity))
  const { rows } = await transaction.execute<{ can: boolean }>(sql`
    select to_regprocedure('word_similarity(text, text)') is not null as can,
      set_config('pg_trgm.word_similarity_threshold', ${threshold.toFixed(2)}, true)
  `)
  return rows[0]?.can ?? false
}

/** One wrong letter changes three trigrams of a word; very short words keep too few to compare. */
function leastSimilarity({ word: { length } }: SearchTerm): number {
  return length < 4 ? 1 : (length - 2) / (length + 4) - 0.01
}

/** Each branch of the union uses its own index; conditions joined by `or` would use none. */
function isAmong(branches: readonly SQL[]): SQL {
  return sql`${programs.id} in (${sql.join([...branches], sql` union all `)})`
}

/** A stop word such as «и» matches every program. */
function meantBy(term: SearchTerm, today: string): SQL[] {
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

/** A prefix that is a stop word is matched literally: «на» may be the start of «наука». */
function queryOf(term: SearchTerm): SQL {
  return term.isLast ? sql`${stemsOf(term)} || to_tsquery('simple', ${prefixOf(term)})` : stemsOf(term)
}

/** Empty for a stop word. */
function stemsOf(term: SearchTerm): SQL {
  return sql`to_tsquery('russian', ${term.isLast ? prefixOf(term) : `'${term.word}'`})`
}

function prefixOf({ word }: SearchTerm): string {
  return `'${word}':*`
}

const plainName = sql.raw(
  nameWords(
    `coalesce("users"."last_name", '') || ' ' || "users"."first_name" || coalesce(' ' || "users"."patronym", '')`,
  ),
)

/** The index also covers emails and phones; the search must match only names, which the catalog shows anyway. */
function taughtBy(term: SearchTerm, today: string): SQL {
  const word = nameKey(term.word)
  const isNamed = and(
    sql`${users.searchWords} @@ to_tsquery('simple', ${`'${word}':*`})`,
    sql`' ' || ${plainName} like ${`% ${word}%`}`,
  )
  const teaches = and(eq(users.id, studyGroups.teacherId), gte(studyGroups.endsOn, today))
  return sql`select ${studyGroups.programId} from ${users} join ${studyGroups} on ${teaches} where ${isNamed}`
}

/** Of courses whose title, description or subject has a translation with the word. */
function translatedAs({ word }: SearchTerm, names: SchoolNames = new Map()): SQL[] {
  const texts = [...names].filter(([, translation]) =>
    parseWords(translation).some((translated) => translated.startsWith(word)),
  )
  if (texts.length === 0) return []
  const known = texts.map(([text]) => text)
  const ofSubject = sql`select ${subjects.code} from ${subjects} where ${inArray(subjects.title, known)}`
  return [
    sql`select ${programs.id} from ${programs} where ${or(inArray(programs.title, known), inArray(programs.description, known))}`,
    sql`select ${programs.id} from ${programs} where ${programs.subjectCode} in (${ofSubject})`,
  ]
}

const plainSubject = sql.raw(normalizeForSearch(`"subjects"."title"`))

function similarTo(term: SearchTerm): SQL[] {
  const title = sql`${programs.searchTitle}`
  const ofSubject = sql`select ${subjects.code} from ${subjects} where ${isLike(term, plainSubject)}`
  return [
    sql`select ${programs.id} from ${programs} where ${title} %> ${term.word} and ${isLike(term, title)}`,
    sql`select ${programs.id} from ${programs} where ${programs.subjectCode} in (${ofSubject})`,
  ]
}

function isLike(term: SearchTerm, title: SQL): SQL {
  return sql`${similarity(term, title)} >= ${leastSimilarity(term)}`
}

function similarity({ word }: SearchTerm, title: SQL): SQL {
  return sql`word_similarity(${word}, ${title})`
}

/** Rounded to tenths, so similar matches have the same rank. */
function rankOf(terms: readonly SearchTerm[]): SQL {
  const all = sql.join(terms.map(queryOf), sql` || `)
  return sql`round(ts_rank(array[0, 0.1, 0.4, 1]::real[], ${programs.searchWords} || ${subjects.searchWords}, ${all})::numeric, 1)`
}
