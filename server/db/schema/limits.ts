import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Counters of rate limits, shared by all servers. Rows whose window has ended are ignored and deleted. */
export const limitCounts = pgTable(
  'limit_counts',
  {
    limit: text('limit').notNull(),
    /** Hash of the counted key, so that logins and addresses are not stored. */
    key: text('key').notNull(),
    count: integer('count').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (counted) => [
    primaryKey({ columns: [counted.limit, counted.key] }),
    index('limit_counts_ends_at').on(counted.endsAt),
  ],
)
