import { type SQL, sql } from 'drizzle-orm'
import type { NewsSection } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { lastLooks } from '#server/db/schema/learning.ts'

/** Placeholders of every question about news: who asks, and when. */
const userId = sql.placeholder('userId')
export const now = sql`${sql.placeholder('now')}::timestamptz`

/**
 * Since when a section is new to the person; for whoever has never looked the last week is. A look is told in
 * milliseconds, and the instant that it was told of may have more digits than that.
 */
export function newSince(section: NewsSection): SQL {
  return sql`coalesce(
    (select ${lastLooks.seenAt} + interval '1 millisecond' from ${lastLooks} where ${lastLooks.userId} = ${userId}::uuid and ${lastLooks.section} = ${section}),
    ${now} - interval '7 days'
  )`
}

/** A look never goes back: of two tabs the later one counts. */
export async function keepLook(
  database: Database,
  look: { userId: string; section: NewsSection; seenAt: Date },
): Promise<undefined> {
  await database
    .insert(lastLooks)
    .values(look)
    .onConflictDoUpdate({
      target: [lastLooks.userId, lastLooks.section],
      set: { seenAt: sql`greatest(${lastLooks.seenAt}, excluded.seen_at)` },
    })
}
