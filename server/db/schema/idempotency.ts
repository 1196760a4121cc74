import { index, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { StoredProblem } from '#server/http-error.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/** The outcome of a request: its response (none for a 204) or its problem. */
export type StoredOutcome = { answer?: unknown } | { refusal: StoredProblem }

/** Idempotency keys of requests (D-25). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    call: text('call').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null only inside the transaction of the request. `json`, because `jsonb` reorders fields. */
    outcome: json('outcome').$type<StoredOutcome>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)
