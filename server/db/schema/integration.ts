import {
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { importStates } from '#contract/enumerations.ts'
import { bytes, id, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

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

/** Programs of the school that use the integration API. */
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
 * When a record of the import was last written or deleted, by any part of the product: triggers note it, and a job deletes
 * what is older than 400 days. `key` is the primary key in `target`, its parts joined by dots.
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

/** What an import has said about one place of a file, as `server/integration/format-types/reasons.ts` names it. */
type StoredFinding = {
  file: string
  line: number
  column: string
  reason: string
  value?: string | undefined
  isLeftOut?: true
}
type StoredCounts = Record<'read' | 'created' | 'changed' | 'unchanged' | 'deleted' | 'faulty', number>

/** Imports of the school from files, by the admin panel or by the command: the queue, and later the history. */
export const importRuns = pgTable(
  'import_runs',
  {
    id: id(),
    fileName: text('file_name').notNull(),
    /** Null for a folder. */
    size: integer('size'),
    /** Null for the command. */
    startedBy: uuid('started_by').references(() => users.id, { onDelete: 'set null' }),
    isCommand: boolean('is_command').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    state: text('state').notNull(),
    skipFaulty: boolean('skip_faulty').notNull().default(false),
    allowDeletes: boolean('allow_deletes').notNull().default(false),
    /** May give and take roles of administrators. */
    mayAppoint: boolean('may_appoint').notNull().default(false),
    /** The file that is read, and the part of the bundle that has been read, from 0 to 1. */
    progressFile: text('progress_file'),
    progress: real('progress').notNull().default(0),
    /** When the last step ended: the check, the import, or its failure. */
    finishedAt: instant('finished_at'),
    files: json('files').$type<({ file: string } & StoredCounts)[]>(),
    faults: integer('faults').notNull().default(0),
    /** The first of them. */
    findings: json('findings').$type<StoredFinding[]>(),
    /** The uploaded file, until it is imported or discarded. */
    content: bytes('content'),
  },
  (table) => [
    oneOfCheck('import_runs_state', table.state, importStates),
    index('import_runs_created_at').on(table.createdAt, table.id),
    index('import_runs_started_by').on(table.startedBy),
  ],
)
