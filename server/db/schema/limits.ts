import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What limits have counted, by all servers together. A row whose window has ended counts for nothing, and is forgotten. */
export const limitCounts = pgTable(
  'limit_counts',
  {
    limit: text('limit').notNull(),
    /** The hash of whom or what is counted: who typed which login from where is nobody's business. */
    key: text('key').notNull(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (counted) => [
    primaryKey({ columns: [counted.limit, counted.key] }),
    index('limit_counts_ends_at').on(counted.endsAt),
  ],
)
