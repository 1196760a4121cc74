import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { noticePlaceOf, queueMessage } from '#server/delivery/queue.ts'
import { spokenName } from './person.ts'

type Visit = { userId: string; administratorId: string; reason: string; now: Date }

/** Tells a user afterwards who has looked at the account, and why (D-37): by email, or by phone where there is none. */
export async function tellOfVisit(
  transaction: Database,
  { userId, administratorId, reason, now }: Visit,
): Promise<void> {
  const administrators = alias(users, 'administrators')
  const { firstName, lastName } = administrators
  const [known] = await transaction
    .select({ email: users.email, phone: users.phone, language: users.language, firstName, lastName })
    .from(users)
    .innerJoin(administrators, eq(administrators.id, administratorId))
    .where(eq(users.id, userId))
  const to = known && noticePlaceOf(known)
  if (!to) return
  const values = { by: spokenName(known), reason }
  // Whoever has never been here is spoken to in the source language (D-29).
  const language = known.language ?? 'ru'
  await queueMessage(transaction, { to, kind: 'account-visited', language, values, now })
}
