import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'

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
