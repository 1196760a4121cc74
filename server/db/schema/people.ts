import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** The identity provider's `sub`. */
  subject: text('subject').notNull().unique(),
})
