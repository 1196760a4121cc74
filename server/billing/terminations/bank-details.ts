import { eq, isNotNull } from 'drizzle-orm'
import type { StaffTermination } from '#contract/billing/termination.ts'
import type { Database } from '#server/db/client.ts'
import { terminations } from '#server/db/schema/terminations.ts'
import { canOpenSecret, isSealed, openSecret, sealSecret } from '#server/security/stored-secret.ts'

export type BankDetails = NonNullable<NonNullable<StaffTermination['termination']>['details']>

export function sealDetails(details: BankDetails, key: string | undefined): string {
  return sealSecret(JSON.stringify(details), key, 'bank-details')
}

/** Null if there are none, or they were encrypted by another key. */
export function openDetails(stored: string | null, key: string | undefined): BankDetails | null {
  if (stored === null || !canOpenSecret(stored, key, 'bank-details')) return null
  return JSON.parse(openSecret(stored, key, 'bank-details')) as BankDetails
}

/** Encrypts accounts of families that were stored before there was a key. Returns how many. */
export async function sealBankDetails(database: Database, key: string): Promise<number> {
  return database.transaction(async (transaction) => {
    const stored = await transaction
      .select({ id: terminations.id, bankDetails: terminations.bankDetails })
      .from(terminations)
      .where(isNotNull(terminations.bankDetails))
      .for('update')
    const plain = stored.filter(({ bankDetails }) => bankDetails !== null && !isSealed(bankDetails))
    for (const { id, bankDetails } of plain)
      await transaction
        .update(terminations)
        .set({ bankDetails: sealSecret(bankDetails ?? '', key, 'bank-details') })
        .where(eq(terminations.id, id))
    return plain.length
  })
}
