import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { autopays } from '#server/db/schema/checkouts.ts'
import { canOpenSecret, isSealed, sealSecret } from '#server/security/stored-secret.ts'

/** Cards that are looked at: a changed key does not open any of the oldest. */
const sampleSize = 20

/** Whether this `SECRETS_KEY` opens the saved cards; others cannot be charged. */
export async function canReadSavedCards(database: Database, key: string | undefined): Promise<boolean> {
  const stored = await database
    .select({ savedMethod: autopays.savedMethod })
    .from(autopays)
    .where(and(eq(autopays.state, 'on'), isNotNull(autopays.savedMethod)))
    .orderBy(asc(autopays.agreedAt))
    .limit(sampleSize)
  return stored.every(({ savedMethod }) => canOpenSecret(savedMethod ?? '', key, 'saved-cards'))
}

/** Encrypts the ids of cards that were stored before there was a key. Returns how many. */
export async function sealSavedCards(database: Database, key: string): Promise<number> {
  return database.transaction(async (transaction) => {
    const stored = await transaction
      .select({ id: autopays.id, savedMethod: autopays.savedMethod })
      .from(autopays)
      .where(isNotNull(autopays.savedMethod))
      .for('update')
    const plain = stored.filter(({ savedMethod }) => savedMethod !== null && !isSealed(savedMethod))
    for (const { id, savedMethod } of plain)
      await transaction
        .update(autopays)
        .set({ savedMethod: sealSecret(savedMethod ?? '', key, 'saved-cards') })
        .where(eq(autopays.id, id))
    return plain.length
  })
}
