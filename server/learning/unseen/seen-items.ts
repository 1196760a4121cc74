import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { UnseenSection } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { openedItems, seenSections } from '#server/db/schema/learning.ts'
import type { SqlSource } from '#server/schedule-items/schedule-items.ts'

/** Placeholders of every query of unseen changes. */
const userId = sql`${sql.placeholder('userId')}::uuid`
export const now = sql`${sql.placeholder('now')}::timestamptz`

/** `seen_at` comes from the browser in milliseconds, while instants in the database have microseconds. */
const within = sql`interval '1 millisecond'`

/** Start of the period that is new to the user: the last visit of the section, or a week ago without one. */
export function newSince(section: UnseenSection): SQL {
  return sql`coalesce(
    (select ${seenSections.seenAt} + ${within} from ${seenSections} where ${seenSections.userId} = ${userId} and ${seenSections.section} = ${section}),
    ${now} - interval '7 days'
  )`
}

/** Whether a change is new: the user has neither visited the section nor opened the item since. */
export function isNewInSection(
  section: UnseenSection,
  itemId: AnyPgColumn | SQL.Aliased,
  changedAt: SqlSource,
): SQL<boolean> {
  const opened = sql`select 1 from ${openedItems} where ${openedItems.userId} = ${userId} and ${openedItems.section} = ${section} and ${openedItems.itemId} = ${itemId} and ${openedItems.seenAt} + ${within} > ${changedAt}`
  return sql`(${changedAt} >= ${newSince(section)} and not exists (${opened}))`
}

type Look = { userId: string; section: UnseenSection; seenAt: Date }

/**
 * Records a visit of a section. It never goes back: the later of two tabs counts. Opened items before it are deleted.
 */
export async function saveSectionSeen(database: Database, look: Look): Promise<undefined> {
  await database.transaction(async (transaction) => {
    await transaction
      .insert(seenSections)
      .values(look)
      .onConflictDoUpdate({
        target: [seenSections.userId, seenSections.section],
        set: { seenAt: sql`greatest(${seenSections.seenAt}, excluded.seen_at)` },
      })
    const isOwn = and(eq(openedItems.userId, look.userId), eq(openedItems.section, look.section))
    await transaction.delete(openedItems).where(and(isOwn, lte(openedItems.seenAt, look.seenAt)))
  })
}

/** Records that items were opened; a later change makes an item new again. */
export async function saveItemsSeen(database: Database, look: Look, items: readonly string[]): Promise<undefined> {
  await database
    .insert(openedItems)
    .values([...new Set(items)].map((itemId) => ({ ...look, itemId })))
    .onConflictDoUpdate({
      target: [openedItems.userId, openedItems.section, openedItems.itemId],
      set: { seenAt: sql`greatest(${openedItems.seenAt}, excluded.seen_at)` },
    })
}
