import { and, eq, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ListedUser } from '#contract/people/admin.ts'
import { nameKey } from '#contract/people/names.ts'
import { swapLayout } from '#contract/plain-text.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { paymentProviders } from '#server/db/schema/checkouts.ts'
import { contracts, operations, payments } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, programs, studyGroups } from '#server/db/schema/programs.ts'
import { providerOperationId } from '#server/payment-details/payment-number.ts'
import { withOneMistake } from './typing-mistakes.ts'

/** Shorter parts of a number, of a group or of a course are in too many of them. */
const minPartLength = 3

export type FoundBy = NonNullable<ListedUser['foundBy']>

/** A text to search for, and the spellings of each of its words, any of which may begin a word of the person. */
export type PeopleSearch = { text: string; words: readonly (readonly string[])[] }

export function parseSearch(text: string): PeopleSearch {
  return { text, words: termsOf(text).map(spellingsOf) }
}

/**
 * How a text may be meant that finds less than it should, the likeliest first: in the other keyboard layout, with one
 * typing mistake in a word. The first one that finds a person, by words or by numbers, decides. Null if none does, and if
 * the text finds a person as it is typed.
 */
export async function findCorrectedSearch(database: Database, typed: string): Promise<PeopleSearch | null> {
  // Without words a search matches everyone: «жж» is «;;» in the other layout.
  const searches = [...new Set([typed, swapLayout(typed)])].map(parseSearch).filter(({ words }) => words.length > 0)
  for (const search of searches) if (await findsPerson(database, search)) return search.text === typed ? null : search
  for (const search of searches) {
    const similar = await withSimilarWords(database, search)
    if (similar && (await findsPerson(database, similar))) return similar
  }
  return null
}

async function findsPerson(database: Database, search: PeopleSearch): Promise<boolean> {
  const found = await database.select({ id: users.id }).from(users).where(matchesPeople(database, search)).limit(1)
  return found.length > 0
}

/** More are no name. */
const maxSimilarWords = 4_000

/** Adds the words of people from which a word differs by one mistake; null for a text without such words. */
async function withSimilarWords(database: Database, { text, words }: PeopleSearch): Promise<PeopleSearch | null> {
  const similar = words.map(([word = '']) => withOneMistake(word))
  const asked = [...new Set(similar.flat())]
  if (asked.length === 0 || asked.length > maxSimilarWords) return null
  const known = await database.transaction(async (transaction) => {
    // The planner takes each of the hundreds of words for a common one, and would compare them with every person.
    await transaction.execute(sql`select set_config('enable_seqscan', 'off', true)`)
    const { rows } = await transaction.execute<{ word: string }>(sql`
      select similar_words.id as word from ${listOf(asked, 'text')} as similar_words
      where exists (select from ${users} where ${users.searchWords} @@ (quote_literal(similar_words.id) || ':*')::tsquery)
    `)
    return new Set(rows.map(({ word }) => word))
  })
  const found = words.map((spellings, at) => [...spellings, ...(similar[at] ?? []).filter((word) => known.has(word))])
  return known.size === 0 ? null : { text, words: found }
}

/** Converts a search to a `tsquery` of word prefixes; null if it has no words. */
export function toTsQuery({ words }: PeopleSearch): string | null {
  return words.length === 0 ? null : words.map((spellings) => `(${spellings.map(prefix).join(' | ')})`).join(' & ')
}

/** Matches users by name, email and phone. `words`: the column of `users` or of its alias. */
export function matchesSearch(query: string, words: AnyPgColumn = users.searchWords): SQL {
  return sql`${words} @@ ${query}::tsquery`
}

/** A phone is one word regardless of grouping. */
function termsOf(typed: string): string[] {
  if (/^[\d\s()+.-]+$/.test(typed)) return [typed.replaceAll(/\D/g, '')].filter(Boolean)
  return nameKey(typed).split(' ').filter(Boolean)
}

/** `8 900 …` is the domestic notation of `+7 900 …`. */
function spellingsOf(term: string): string[] {
  return /^8\d+$/.test(term) ? [term, `7${term.slice(1)}`] : [term]
}

function prefix(term: string): string {
  return `'${term}':*`
}

/** Operations with this id of the bank, or with this number of a payment service. */
export function hasPaymentNumber(number: string): SQL {
  return inArray(operations.externalId, [
    number,
    ...paymentProviders.map((provider) => providerOperationId(provider, number)),
  ])
}

/** Contracts whose number has the text in it; undefined for a text that is no part of a number. */
export function hasContractNumber(text: string): SQL | undefined {
  const isPart = text.length >= minPartLength && /\d/.test(text)
  return isPart ? ilike(contracts.number, containing(text)) : undefined
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** Users whose own words match, and those found by `othersFoundBy`. Undefined: every user matches. */
export function matchesPeople(database: Database, search: PeopleSearch): SQL | undefined {
  const query = toTsQuery(search)
  if (query === null) return undefined
  const own = database.select({ userId: users.id }).from(users).where(matchesSearch(query))
  const others = othersFoundBy(search.text).map((found) => sql`select user_id from (${found}) as found`)
  return sql`${users.id} in (${sql.join([sql`${own}`, ...others], sql` union all `)})`
}

/** How each of the users was found who do not match by their own words. */
export async function findMatches(
  database: Database,
  search: PeopleSearch,
  userIds: readonly string[],
): Promise<Map<string, FoundBy>> {
  const query = toTsQuery(search)
  const sources = othersFoundBy(search.text)
  if (query === null || sources.length === 0 || userIds.length === 0) return new Map()
  const { rows } = await database.execute<{ userId: string; kind: FoundBy['kind']; text: string }>(sql`
    select distinct on (user_id) user_id as "userId", kind, text
    from (${sql.join(sources, sql` union all `)}) as found
    where ${inArray(sql`user_id`, [...userIds])}
      and user_id not in (${database
        .select({ id: users.id })
        .from(users)
        .where(and(inArray(users.id, [...userIds]), matchesSearch(query)))})
    order by user_id, kind, text
  `)
  return new Map(rows.map(({ userId, kind, text }) => [userId, { kind, text }]))
}

/**
 * Students and customers of a contract, by its number or by the number of a payment of the bank; present students of a
 * group, by its title or that of its course. Each query gives `user_id`, `kind` and `text`.
 */
function othersFoundBy(searched: string): SQL[] {
  const text = searched.trim()
  const number = hasContractNumber(text)
  const found = (kind: FoundBy['kind'], userId: AnyPgColumn, what: AnyPgColumn, from: SQL) =>
    sql`select ${userId} as user_id, ${kind}::text as kind, ${what}::text as text ${from}`
  const sides = [contracts.studentId, contracts.customerId] as const
  const ofPayment = sql`
    from ${operations} join ${payments} on ${eq(payments.id, operations.paymentId)}
      join ${contracts} on ${eq(contracts.id, payments.contractId)}
    where ${hasPaymentNumber(text)}`
  const ofGroups = (fits: SQL) => sql`
    from ${groupMemberships} join ${studyGroups} on ${eq(studyGroups.id, groupMemberships.groupId)}
      join ${programs} on ${eq(programs.id, studyGroups.programId)}
    where ${isNull(groupMemberships.leftOn)} and ${fits}`
  const student = groupMemberships.studentId
  const isTitle = text.length >= minPartLength
  return [
    ...sides.flatMap((side) =>
      number ? [found('contract', side, contracts.number, sql`from ${contracts} where ${number}`)] : [],
    ),
    ...sides.map((side) => found('payment', side, operations.externalId, ofPayment)),
    ...(isTitle
      ? [found('group', student, studyGroups.title, ofGroups(ilike(studyGroups.title, containing(text))))]
      : []),
    ...(isTitle ? [found('course', student, programs.title, ofGroups(ilike(programs.title, containing(text))))] : []),
  ]
}
