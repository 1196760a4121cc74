import type { Database } from '#server/db/client.ts'
import { limitCounts } from '#server/db/schema/limits.ts'

/** As if nobody had asked for anything lately: for who asks more often in a test than anybody would. */
export async function forgetLimits({ database }: { database: Database }): Promise<void> {
  await database.delete(limitCounts)
}
