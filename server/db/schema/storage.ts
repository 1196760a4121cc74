import { index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { users } from './people.ts'

/** Uploaded avatars (D-24). The name is the secret part of the address; nothing else leads to a picture. */
export const pictures = pgTable(
  'pictures',
  {
    name: text('name').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: bytes('content').notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [
    index('pictures_owner').on(table.ownerId, table.uploadedAt),
    index('pictures_uploaded').on(table.uploadedAt),
  ],
)

/** How many avatars a person has uploaded since when: one row for whoever ever did, kept by all servers. */
export const avatarUploads = pgTable('avatar_uploads', {
  ownerId: uuid('owner_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  since: instant('since').notNull(),
  count: smallint('count').notNull(),
})
