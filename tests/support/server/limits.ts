import type { Database } from '#server/db/client.ts'
import { limitCounts } from '#server/db/schema/limits.ts'

/** Clears the rate-limit counters, for tests that send more requests than a user would. */
export async function forgetLimits({ database }: { database: Database }): Promise<void> {
  await database.delete(limitCounts)
}
