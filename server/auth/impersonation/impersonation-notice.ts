import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { displayName } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { noticePlaceOf, queueMessage } from '#server/notifications/queue-message.ts'

type Visit = { userId: string; administratorId: string; reason: string; now: Date }

/** Notifies a user after an impersonation: who and why (D-37). By email, else by phone. */
export async function queueImpersonationNotice(
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
  const values = { by: displayName(known), reason }
  // Users who have never signed in get the source language (D-29).
  const language = known.language ?? 'ru'
  await queueMessage(transaction, { to, kind: 'account-visited', language, values, now })
}
