import { createHash } from 'node:crypto'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { longestReturnPath } from '#contract/auth/return-path.ts'
import { type ConsentQuestion, findConsentSubjects, isConsentAsked } from '#server/access/consents.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'

type Visit = { userId: string; texts: readonly ConsentQuestion[]; today: string }

/**
 * Where a sign-in leads: to the page of the consents, which has a link that goes on, or to the requested address. One that
 * is too long to go on to is not put off.
 */
export async function locationOfSignIn(
  transaction: Database,
  { fromUrl, ...visit }: Visit & { fromUrl: string },
): Promise<string> {
  const consents = `/profile?${new URLSearchParams({ section: 'consents', next: fromUrl })}`
  if (consents.length > longestReturnPath) return fromUrl
  return (await asksForConsents(transaction, visit)) ? consents : fromUrl
}

/**
 * Whether a sign-in leads to the consents first: the first sign-in that finds a question open, and the first one after a text
 * that concerns the person has changed. Records that the person was asked, so that a person who leaves the page without an
 * answer is asked there once.
 */
export async function asksForConsents(transaction: Database, { userId, texts, today }: Visit): Promise<boolean> {
  const subjects = await findConsentSubjects(transaction, { userId, texts, today })
  const answered = subjects.filter(({ mayAnswer }) => mayAnswer)
  if (!answered.some(isConsentAsked)) return false
  const purposes = new Set(answered.flatMap(({ consents }) => consents.map(({ purpose }) => purpose)))
  const consentsAsked = hashOfTexts(texts.filter(({ purpose }) => purposes.has(purpose)))
  const isAskedAnew = or(isNull(users.consentsAsked), ne(users.consentsAsked, consentsAsked))
  const asked = await transaction
    .update(users)
    .set({ consentsAsked })
    .where(and(eq(users.id, userId), isAskedAnew))
    .returning({ id: users.id })
  return asked.length > 0
}

/** SHA-256 of the texts. */
function hashOfTexts(texts: readonly ConsentQuestion[]): string {
  const hashes = texts.map(({ hash }) => hash)
  return createHash('sha256').update(hashes.join()).digest('hex')
}
