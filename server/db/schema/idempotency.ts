import { sql } from 'drizzle-orm'
import { check, index, json, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { StoredProblem } from '#server/http/http-error.ts'
import { instant } from './columns.ts'
import { serviceAccounts } from './integration.ts'
import { users } from './people.ts'

/** The outcome of a request: its response (none for a 204) or its problem. */
export type StoredOutcome = { answer?: unknown } | { refusal: StoredProblem }

/** Idempotency keys of requests: of a user, or of a service account of the integration API. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').references(() => serviceAccounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    call: text('call').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null only inside the transaction of the request. `json`, because `jsonb` reorders fields. */
    outcome: json('outcome').$type<StoredOutcome>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('idempotency_keys_of_user').on(table.userId, table.key),
    unique('idempotency_keys_of_account').on(table.accountId, table.key),
    check('idempotency_keys_owner', sql`num_nonnulls(${table.userId}, ${table.accountId}) = 1`),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)
