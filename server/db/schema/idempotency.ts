import { index, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { KeptRefusal } from '#server/refusal.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/** What a request came to: its answer (none for a 204), or what its handler refused with. */
export type Outcome = { answer?: unknown } | { refusal: KeptRefusal }

/** Requests that are done once, however often they are sent (D-25). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    call: text('call').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null only inside the transaction that is about to find out. `json` and not `jsonb`, which reorders fields. */
    outcome: json('outcome').$type<Outcome>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)
