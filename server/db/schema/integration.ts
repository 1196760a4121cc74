import { boolean, index, json, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'
import type { Outcome } from './idempotency.ts'

/**
 * Ids of records in the systems they are imported from. `key` is the primary key in `target`, its parts joined by dots;
 * both are null for a row that has no record of its own, as an organisation.
 */
export const externalIds = pgTable(
  'external_ids',
  {
    source: text('source').notNull(),
    /** The file without `.csv`. */
    collection: text('collection').notNull(),
    externalId: text('external_id').notNull(),
    /** Name of the table. */
    target: text('target'),
    key: text('key'),
    /** What rows of other files take from this record. */
    attributes: jsonb('attributes').$type<Record<string, unknown>>().notNull(),
    /** Hash of the row that was imported last, so that the same row is not written again. */
    hash: text('hash').notNull(),
    /** To be deleted at the end of the import. */
    isGone: boolean('is_gone').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.collection, table.externalId] }),
    uniqueIndex('external_ids_key').on(table.source, table.collection, table.target, table.key),
    index('external_ids_record').on(table.collection, table.key),
  ],
)

/** Programs of the school that use the integration API (decision 072). */
export const serviceAccounts = pgTable('service_accounts', {
  id: id(),
  name: text('name').notNull().unique(),
  /** Whose ids the program uses: `source` of `external_ids`. */
  source: text('source').notNull(),
  clientId: text('client_id').notNull().unique(),
  secretHash: text('secret_hash').notNull(),
  /** As given to the command: `people:write`. */
  scopes: text('scopes').array().notNull(),
  createdAt: instant('created_at').notNull(),
  /** Null: never. */
  expiresAt: instant('expires_at'),
  /** To the minute. */
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
})

export const serviceTokens = pgTable(
  'service_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => serviceAccounts.id, { onDelete: 'cascade' }),
    scopes: text('scopes').array().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('service_tokens_account').on(table.accountId), index('service_tokens_expiry').on(table.expiresAt)],
)

/**
 * When a record of the import was last written or deleted, by any part of the product: triggers note it. `key` is the
 * primary key in `target`, its parts joined by dots.
 */
export const recordChanges = pgTable(
  'record_changes',
  {
    target: text('target').notNull(),
    key: text('key').notNull(),
    /** The start of the transaction. */
    changedAt: instant('changed_at').notNull(),
    isDeleted: boolean('is_deleted').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.target, table.key] }),
    index('record_changes_time').on(table.target, table.changedAt),
  ],
)

/** Answers of the integration API by the `Idempotency-Key` of the request. */
export const serviceRequests = pgTable(
  'service_requests',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => serviceAccounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** Null only inside the transaction of the request. */
    outcome: json('outcome').$type<Outcome>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('service_requests_created_at').on(table.createdAt),
  ],
)
