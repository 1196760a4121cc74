import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { NewsSection } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { lastLooks, openedNews } from '#server/db/schema/learning.ts'
import type { Source } from '#server/modules/schedule/schedule-item.ts'

/** Placeholders of every question about news: who asks, and when. */
const userId = sql`${sql.placeholder('userId')}::uuid`
export const now = sql`${sql.placeholder('now')}::timestamptz`

/** A look is told in milliseconds, and the instant that it was told of may have more digits than that. */
const within = sql`interval '1 millisecond'`

/** Since when a section is new to the person; for whoever has never looked the last week is. */
export function newSince(section: NewsSection): SQL {
  return sql`coalesce(
    (select ${lastLooks.seenAt} + ${within} from ${lastLooks} where ${lastLooks.userId} = ${userId} and ${lastLooks.section} = ${section}),
    ${now} - interval '7 days'
  )`
}

/** Whether what was changed then is new to the person, who has neither seen the section since nor opened the item. */
export function isNewIn(section: NewsSection, itemId: AnyPgColumn | SQL.Aliased, changedAt: Source): SQL<boolean> {
  const opened = sql`select 1 from ${openedNews} where ${openedNews.userId} = ${userId} and ${openedNews.section} = ${section} and ${openedNews.itemId} = ${itemId} and ${openedNews.seenAt} + ${within} > ${changedAt}`
  return sql`(${changedAt} >= ${newSince(section)} and not exists (${opened}))`
}

type Look = { userId: string; section: NewsSection; seenAt: Date }

/** A look never goes back: of two tabs the later one counts. What was opened before it need not be remembered. */
export async function keepLook(database: Database, look: Look): Promise<undefined> {
  await database.transaction(async (transaction) => {
    await transaction
      .insert(lastLooks)
      .values(look)
      .onConflictDoUpdate({
        target: [lastLooks.userId, lastLooks.section],
        set: { seenAt: sql`greatest(${lastLooks.seenAt}, excluded.seen_at)` },
      })
    const isOwn = and(eq(openedNews.userId, look.userId), eq(openedNews.section, look.section))
    await transaction.delete(openedNews).where(and(isOwn, lte(openedNews.seenAt, look.seenAt)))
  })
}

/** What is opened is seen as it was then: changed once more, it is new once more. */
export async function keepOpened(database: Database, opened: Look & { itemId: string }): Promise<undefined> {
  await database
    .insert(openedNews)
    .values(opened)
    .onConflictDoUpdate({
      target: [openedNews.userId, openedNews.section, openedNews.itemId],
      set: { seenAt: sql`greatest(${openedNews.seenAt}, excluded.seen_at)` },
    })
}
