import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { verifiedContacts } from '#server/db/schema/one-time-codes.ts'
import type { Target } from '#server/delivery/queue.ts'
import { codePlaceOf, type OneTimeCodes } from '#server/identity/one-time-codes.ts'
import type { Session } from '#server/surroundings.ts'

/** Remembers what was proved for as long as the session lives, until it is saved (D-27). */
export async function verifyContact(
  codes: OneTimeCodes,
  { session, to, code, language }: { session: Session; to: Target; code: string; language: Locale },
): Promise<{ verified: true }> {
  const { userId, id: sessionId } = session
  return codes.redeem({ userId, purpose: 'verification', to, code, language }, async (transaction, now) => {
    await remember(transaction, { sessionId, ...codePlaceOf(to), verifiedAt: now })
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
