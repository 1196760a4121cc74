import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
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
