import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { locales } from '#contract/enumerations.ts'
import { roles } from '#contract/roles.ts'
import { id, instant, oneOf } from './columns.ts'
import { searchWords } from './search-words.ts'

/**
 * Every person of the school. `subject` is the identity provider's `sub`; a person without one
 * (a small child, a teacher of another school) is known and cannot sign in.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    subject: text('subject').unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    patronym: text('patronym'),
    avatar: text('avatar'),
    email: text('email'),
    phone: text('phone'),
    /** When a code first showed that `phone` is the person's; without it nobody signs in by the number. */
    phoneVerifiedAt: instant('phone_verified_at'),
    crmUuid: uuid('crm_uuid').unique(),
    /** What the school's own list calls the person (`npm run import:people`). */
    externalId: text('external_id').unique(),
    grade: smallint('grade'),
    hasPassword: boolean('has_password').notNull().default(false),
    /** What the person last used; null for someone who has not been here, and then the source language (D-29). */
    language: text('language', { enum: locales }),
    lastSignInAt: instant('last_sign_in_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    searchWords: searchWords('search_words', {
      words: ['last_name', 'first_name', 'patronym', 'email'],
      phone: 'phone',
    }),
  },
  (table) => [
    oneOf('users_language', table.language, locales),
    check('users_grade', sql`${table.grade} between 1 and 11`),
    index('users_name').on(table.lastName, table.firstName),
    index('users_email').on(sql`lower(${table.email})`),
    index('users_phone').on(table.phone),
    index('users_search_words').using('gin', table.searchWords),
  ],
)

/** Who may have given a role, the weaker first: a role that two have given is the stronger one's. */
export const roleGivers = ['provider', 'import', 'school'] as const
export type RoleGiver = (typeof roleGivers)[number]

/** Only `server/identity/roles.ts` changes them. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: roles }).notNull(),
    givenBy: text('given_by', { enum: roleGivers }).notNull().default('school'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.role] }),
    index('user_roles_role').on(table.role),
    oneOf('user_roles_known', table.role, roles),
    oneOf('user_roles_given_by', table.givenBy, roleGivers),
  ],
)

/** Who answers for whom. A child may have several guardians; a family is what these pairs connect. */
export const guardianships = pgTable(
  'guardianships',
  {
    guardianId: uuid('guardian_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    childId: uuid('child_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.guardianId, table.childId] }),
    index('guardianships_child').on(table.childId),
    check('guardianships_of_another', sql`${table.guardianId} <> ${table.childId}`),
  ],
)
