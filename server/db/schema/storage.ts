import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { dataExportStates } from '#contract/enumerations.ts'
import type { GuardianRight } from '#contract/people/guardian-rights.ts'
import { bytes, id, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

/** Uploaded avatars. The name is the secret part of the address. */
export const avatars = pgTable(
  'avatars',
  {
    name: text('name').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: bytes('content').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [
    index('avatars_owner').on(table.ownerId, table.uploadedAt),
    index('avatars_uploaded').on(table.uploadedAt),
  ],
)

/** Copies of the data of a person. The encrypted file is in FILES_DIR, its key here: without the row it is unreadable. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text('state', { enum: dataExportStates }).notNull().default('asked'),
    askedAt: instant('asked_at').notNull(),
    /** Runs of the job that have begun; the last one names the file. */
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    readyAt: instant('ready_at'),
    expiresAt: instant('expires_at'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Key of the file, sealed by SECRETS_KEY; null as soon as the copy is over. */
    sealedKey: text('sealed_key'),
    /** What the person could see of others when it was made: it is closed once something of it was taken away. */
    seen: jsonb('seen').$type<{ children: Record<GuardianRight, string[]>; contracts: string[] }>(),
  },
  (table) => [
    uniqueIndex('data_exports_under_way').on(table.userId).where(sql`${table.state} in ('asked', 'making')`),
    index('data_exports_user').on(table.userId, table.askedAt),
    index('data_exports_ready').on(table.expiresAt).where(sql`${table.state} = 'ready'`),
    oneOfCheck('data_exports_state', table.state, dataExportStates),
    check('data_exports_key', sql`(${table.state} = 'ready') = (${table.sealedKey} is not null)`),
    check(
      'data_exports_whole',
      sql`num_nonnulls(${table.readyAt}, ${table.expiresAt}, ${table.bytes}, ${table.seen}) in (0, 4)`,
    ),
  ],
)
