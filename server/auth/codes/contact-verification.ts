import type { Locale } from '#contract/enumerations.ts'
import type { Session } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import type { Target } from '#server/notifications/queue-message.ts'
import { codeTargetOf, type OneTimeCodes } from './one-time-codes.ts'

/** Stores the verified contact until the profile is saved or the session ends (D-27). */
export async function verifyContact(
  codes: OneTimeCodes,
  { session, to, code, language }: { session: Session; to: Target; code: string; language: Locale },
): Promise<{ verified: true }> {
  const { userId, id: sessionId } = session
  return codes.redeem({ userId, purpose: 'verification', to, code, language }, async (transaction, now) => {
    await remember(transaction, { sessionId, ...codeTargetOf(to), verifiedAt: now })
    return { verified: true }
  })
}

async function remember(transaction: Database, contact: typeof verifiedContacts.$inferInsert): Promise<void> {
  const { target, verifiedAt } = contact
  await transaction
    .insert(verifiedContacts)
    .values(contact)
    .onConflictDoUpdate({
      target: [verifiedContacts.sessionId, verifiedContacts.channel],
      set: { target, verifiedAt },
    })
}
