import { sql } from 'drizzle-orm'
import { bigint, check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type PaymentStatus, terminationStates } from '#contract/enumerations.ts'
import { id, instant, money, oneOfCheck } from './columns.ts'
import { contracts } from './contracts.ts'
import { users } from './people.ts'

/**
 * The end of a contract before its course: what was agreed to, and what became of the money. The sums are those that were
 * agreed to until the last day, then those that were settled; `given` stays.
 */
export const terminations = pgTable(
  'terminations',
  {
    id: id(),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id),
    state: text('state', { enum: terminationStates }).notNull().default('asked'),
    /** Last day of lessons. */
    lastDay: date('last_day').notNull(),
    askedById: uuid('asked_by_id')
      .notNull()
      .references(() => users.id),
    askedAt: instant('asked_at').notNull(),
    /** Network address of the person; null if unknown. */
    address: text('address'),
    /** Of the staff, in words; empty for the customer. */
    reason: text('reason').notNull().default(''),
    /** Of the preview that was agreed to. */
    hash: text('hash').notNull(),
    lessonsHeld: bigint('lessons_held', { mode: 'number' }).notNull(),
    lessonsPlanned: bigint('lessons_planned', { mode: 'number' }).notNull(),
    price: money('price').notNull(),
    given: money('given').notNull(),
    toReturn: money('to_return').notNull(),
    due: money('due').notNull(),
    online: money('online').notNull(),
    bank: money('bank').notNull(),
    moved: money('moved').notNull(),
    moveToId: uuid('move_to_id').references(() => contracts.id),
    /** Account of the family, encrypted by `SECRETS_KEY`; null as soon as it is not needed. */
    bankDetails: text('bank_details'),
    /** When the customer was asked for an account; null once it is given, or not needed any more. */
    accountAskedAt: instant('account_asked_at'),
    /** Payment order by which the school has transferred the last part. */
    documentNumber: text('document_number'),
    /** Statuses of the instalments that are not asked for meanwhile, by id: a withdrawal restores them. */
    deferred: jsonb('deferred').$type<Record<string, PaymentStatus>>().notNull(),
    /** The known end of the membership in the group, which a withdrawal restores. */
    previousLeftOn: date('previous_left_on'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('terminations_open').on(table.contractId).where(sql`${table.state} in ('asked', 'returning')`),
    index('terminations_contract').on(table.contractId, table.askedAt),
    index('terminations_asked_by').on(table.askedById),
    index('terminations_move_to').on(table.moveToId),
    index('terminations_due').on(table.lastDay).where(sql`${table.state} in ('asked', 'returning')`),
    oneOfCheck('terminations_state', table.state, terminationStates),
    check('terminations_parts', sql`${table.toReturn} = ${table.online} + ${table.bank} + ${table.moved}`),
    check(
      'terminations_sums',
      sql`least(${table.given}, ${table.due}, ${table.online}, ${table.bank}, ${table.moved}) >= 0`,
    ),
    check('terminations_ended', sql`(${table.state} in ('asked', 'returning')) = (${table.endedAt} is null)`),
    check('terminations_details', sql`${table.bankDetails} is null or ${table.state} in ('asked', 'returning')`),
  ],
)
