import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { accountChanges } from '#server/db/schema/ways-in.ts'
import { queueMessage } from '#server/delivery/queue.ts'
import type { Env } from '#server/env.ts'
import { refuse } from '#server/refusal.ts'
import { hashOf, newSecret } from './secret.ts'
import { changeIn, letterOf, type Place, placesToTell, type WayInChange } from './ways-in-rules.ts'

const day = 24 * 60 * 60_000
const notMeLifetime = 7 * day
/** So long it is said of a link that it is over, and not that nobody knows it. */
const remembered = 30 * day

type Surroundings = Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE'>
type Made = {
  userId: string
  changes: readonly WayInChange[]
  /** Whose change it is, where it can still be refused: «it was not me» may have ended it a moment ago. */
  sessionId?: string
  language: Locale
  now: Date
}

/**
 * Every change of a way into an account goes through here, in the transaction that makes it and after it is made: it
 * is remembered with what takes it back, and told by letters with the link «it was not me».
 */
export async function recordChanges(
  transaction: Database,
  { PUBLIC_URL, TIME_ZONE }: Surroundings,
  { userId, changes, sessionId, language, now }: Made,
): Promise<void> {
  if (changes.length === 0) return
  const person = await addressesOf(transaction, { userId, now })
  if (sessionId !== undefined) await refuseEnded(transaction, sessionId)
  await transaction.delete(accountChanges).where(lte(accountChanges.expiresAt, new Date(now.getTime() - remembered)))
  const made = changes.map((change) => ({ change, secret: newSecret() }))
  await transaction.insert(accountChanges).values(
    made.map(({ change: { kind, ...details }, secret }) => {
      const expiresAt = new Date(now.getTime() + notMeLifetime)
      return { userId, kind, details, secretHash: hashOf(secret), at: now, expiresAt }
    }),
  )
  const told = { ...person, replaced: [...person.replaced, ...changes] }
  for (const { change, secret } of made) {
    for (const { to, hasLink } of placesToTell(change, told)) {
      const link = hasLink ? `${PUBLIC_URL}/not-me/${secret}` : ''
      const letter = letterOf(change, { link, hasPhone: person.phone !== null, language, timeZone: TIME_ZONE, now })
      await queueMessage(transaction, { to, ...letter, language, now })
    }
  }
}

/** The person's row is locked by now, which whoever ends all sessions locks first. */
async function refuseEnded(transaction: Database, sessionId: string): Promise<void> {
  const [living] = await transaction.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  if (!living) refuse('unauthenticated', 'The session has just been ended')
}

/** Where a person can be told of something, also by what was replaced within the life of a link. */
export async function addressesOf(
  transaction: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<Place> {
  const { email, phone } = users
  const [person] = await transaction.select({ email, phone }).from(users).where(eq(users.id, userId)).for('update')
  const replaced = await transaction
    .select({ kind: accountChanges.kind, details: accountChanges.details })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        inArray(accountChanges.kind, ['email-changed', 'phone-changed']),
        isNull(accountChanges.undoneAt),
        gt(accountChanges.expiresAt, now),
      ),
    )
    .orderBy(asc(accountChanges.number))
  return { email: person?.email ?? null, phone: person?.phone ?? null, replaced: replaced.map(changeIn) }
}
