import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PaymentDifferenceKind } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { type PaymentProviderName, paymentDifferences } from '#server/db/schema/checkouts.ts'

type Difference = {
  kind: PaymentDifferenceKind
  provider: PaymentProviderName
  externalId: string
  checkoutId: string | null
  amount: number | null
}

/** Puts a difference into the queue of the staff, once: what a person has cleared up does not come back. */
export async function noteDifference(database: Database, difference: Difference, now: Date): Promise<void> {
  await database
    .insert(paymentDifferences)
    .values({ ...difference, foundAt: now })
    .onConflictDoNothing()
}

type Cleared = {
  provider: PaymentProviderName
  kinds: readonly PaymentDifferenceKind[]
  externalIds: readonly string[]
  now: Date
}

/** These payments or refunds do not differ any more. */
export async function clearDifferences(
  database: Database,
  { provider, kinds, externalIds, now }: Cleared,
): Promise<void> {
  if (externalIds.length === 0) return
  await database
    .update(paymentDifferences)
    .set({ clearedAt: now })
    .where(
      and(
        and(eq(paymentDifferences.provider, provider), inArray(paymentDifferences.kind, [...kinds])),
        and(inArray(paymentDifferences.externalId, [...externalIds]), isNull(paymentDifferences.clearedAt)),
      ),
    )
}
