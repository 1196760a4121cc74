import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { transferStates } from '#contract/enumerations.ts'
import { id, instant, money, oneOfCheck } from './columns.ts'
import { contracts } from './contracts.ts'
import { users } from './people.ts'
import { studyGroups } from './programs.ts'

/**
 * A transfer of a contract to another group. The new place is taken at the request; the old one is kept until the
 * transfer takes effect, so that it can be withdrawn.
 */
export const transfers = pgTable(
  'transfers',
  {
    id: id(),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    fromGroupId: uuid('from_group_id')
      .notNull()
      .references(() => studyGroups.id),
    toGroupId: uuid('to_group_id')
      .notNull()
      .references(() => studyGroups.id),
    requestedById: uuid('requested_by_id')
      .notNull()
      .references(() => users.id),
    requestedAt: instant('requested_at').notNull(),
    /** First day of the month of the request: one transfer per month. */
    month: date('month').notNull(),
    effectiveFrom: date('effective_from').notNull(),
    state: text('state', { enum: transferStates }).notNull().default('coming'),
    withdrawnAt: instant('withdrawn_at'),
    /** The known end of the membership in the old group, restored by a withdrawal. */
    previousLeftOn: date('previous_left_on'),
    /** Change of the contract's total, in kopecks. */
    priceChange: money('price_change').notNull().default(0),
  },
  (table) => [
    uniqueIndex('transfers_under_way').on(table.contractId).where(sql`${table.state} = 'coming'`),
    uniqueIndex('transfers_month').on(table.contractId, table.month).where(sql`${table.state} <> 'withdrawn'`),
    index('transfers_contract').on(table.contractId, table.requestedAt),
    index('transfers_student').on(table.studentId),
    index('transfers_from').on(table.fromGroupId),
    index('transfers_to').on(table.toGroupId),
    index('transfers_requested_by').on(table.requestedById),
    index('transfers_coming').on(table.effectiveFrom).where(sql`${table.state} = 'coming'`),
    oneOfCheck('transfers_state', table.state, transferStates),
    check('transfers_another', sql`${table.fromGroupId} <> ${table.toGroupId}`),
    check('transfers_withdrawn', sql`(${table.state} = 'withdrawn') = (${table.withdrawnAt} is not null)`),
  ],
)

/** `held`: a freed place is held for the student until `held_until`; it counts as taken. */
export const waitingListStates = ['waiting', 'held', 'taken', 'left', 'lapsed'] as const

/** Waiting lists of full groups, first come, first served. */
export const waitingListEntries = pgTable(
  'waiting_list_entries',
  {
    id: id(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => studyGroups.id),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    /** The contract to transfer; null for a purchase. */
    contractId: uuid('contract_id').references(() => contracts.id),
    requestedById: uuid('requested_by_id')
      .notNull()
      .references(() => users.id),
    joinedAt: instant('joined_at').notNull(),
    state: text('state', { enum: waitingListStates }).notNull().default('waiting'),
    heldUntil: instant('held_until'),
  },
  (table) => [
    uniqueIndex('waiting_list_entries_once')
      .on(table.studentId, table.groupId)
      .where(sql`${table.state} in ('waiting', 'held')`),
    index('waiting_list_entries_order')
      .on(table.groupId, table.joinedAt, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('waiting_list_entries_held').on(table.heldUntil).where(sql`${table.state} = 'held'`),
    index('waiting_list_entries_contract').on(table.contractId),
    index('waiting_list_entries_requested_by').on(table.requestedById),
    oneOfCheck('waiting_list_entries_state', table.state, waitingListStates),
    check('waiting_list_entries_hold', sql`(${table.state} = 'held') = (${table.heldUntil} is not null)`),
  ],
)
