import { createHash } from 'node:crypto'
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { type ConsentQuestion, consentsOfProfile } from '#server/access/consents.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'

type Visit = { userId: string; texts: readonly ConsentQuestion[]; today: string }

/**
 * Whether a sign-in leads to the consents first: the first sign-in that finds a question open, and the first one after a text
 * has changed. Records that the person was asked, so that a person who leaves the page without an answer is asked there once.
 */
export async function asksForConsents(transaction: Database, { userId, texts, today }: Visit): Promise<boolean> {
  if (texts.length === 0) return false
  const { areAsked } = await consentsOfProfile(transaction, { userId, texts, today })
  if (!areAsked) return false
  const consentsAsked = hashOfTexts(texts)
  const isAskedAnew = or(isNull(users.consentsAsked), ne(users.consentsAsked, consentsAsked))
  const asked = await transaction
    .update(users)
    .set({ consentsAsked })
    .where(and(eq(users.id, userId), isAskedAnew))
    .returning({ id: users.id })
  return asked.length > 0
}

/** SHA-256 of all texts. */
export function hashOfTexts(texts: readonly ConsentQuestion[]): string {
  const hashes = texts.map(({ hash }) => hash)
  return createHash('sha256').update(hashes.join()).digest('hex')
}

/** The page of the consents, with a button that goes on. */
export function consentsAddress(fromUrl: string): string {
  return `/profile?${new URLSearchParams({ section: 'consents', next: fromUrl })}`
}
