import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { GuardianRights } from '#contract/people/guardian-rights.ts'
import type { Role } from '#contract/roles.ts'
import { id, instant } from './columns.ts'
import { type RoleGiver, users } from './people.ts'

/** `issuer`: of a provider. */
export type RoleGrant = { role: Role; givenBy: RoleGiver; issuer: string | null }

/** Columns of `users` that a join changes, as they were. */
export type AccountBeforeJoin = {
  firstName: string
  lastName: string
  patronym: string | null
  email: string | null
  phone: string | null
  phoneVerifiedAt: string | null
  subject: string | null
  issuer: string | null
  hasPassword: boolean
  roles: RoleGrant[]
}

/** The rights of a pair that both accounts were: of the kept account before and since. */
export type PairBeforeJoin = { guardianId: string; childId: string; before: GuardianRights; after: GuardianRights }

/** Accounts that were joined to another one of the same person (`users.joined_into`), also those that were separated. */
export const accountJoins = pgTable(
  'account_joins',
  {
    id: id(),
    keptId: uuid('kept_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joinedId: uuid('joined_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The administrator. */
    byId: uuid('by_id').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
    /** What the undoing needs. Erased when it is not possible any more. */
    before: jsonb('before').$type<Record<'kept' | 'joined', AccountBeforeJoin> & { pairs?: PairBeforeJoin[] }>(),
    undoneAt: instant('undone_at'),
  },
  (join) => [
    index('account_joins_kept').on(join.keptId),
    uniqueIndex('account_joins_once').on(join.joinedId).where(sql`${join.undoneAt} is null`),
    index('account_joins_joined').on(join.joinedId),
    index('account_joins_by').on(join.byId),
    index('account_joins_undoable').on(join.at).where(sql`${join.before} is not null`),
  ],
)

/** Rows that a join has moved, until it cannot be undone any more. */
export const accountJoinRows = pgTable(
  'account_join_rows',
  {
    joinId: uuid('join_id')
      .notNull()
      .references(() => accountJoins.id, { onDelete: 'cascade' }),
    /** `table.column`, see `findUserReferences`. */
    reference: text('reference').notNull(),
    /** The primary key as JSON, without the column that moved. */
    key: text('key').notNull(),
  },
  (row) => [primaryKey({ columns: [row.joinId, row.reference, row.key] })],
)
