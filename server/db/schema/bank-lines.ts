import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bankLineStates } from '#contract/enumerations.ts'
import { id, instant, money, oneOfCheck } from './columns.ts'
import { contracts } from './contracts.ts'
import { users } from './people.ts'

/**
 * Money of a statement or registry that was not certain enough to be booked by itself. A person decides: it is booked to
 * one or several contracts, or is not the school's to book (`foreign`). A row stays, so that another file does not bring
 * it again.
 */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: id(),
    /** Number, day, sum and account of the document: the same in every file that has it. */
    key: text('key').notNull().unique(),
    fileName: text('file_name').notNull(),
    /** When the money arrived. */
    at: instant('at').notNull(),
    amount: money('amount').notNull(),
    payerName: text('payer_name'),
    purpose: text('purpose').notNull(),
    /** Why it was not booked, by the names of the import. */
    doubt: text('doubt').notNull(),
    createdAt: instant('created_at').notNull(),
    state: text('state', { enum: bankLineStates }).notNull().default('waiting'),
    /** How many operations were made of it: what was undone keeps its operations. */
    bookings: smallint('bookings').notNull().default(0),
    /** Why it is not the school's. */
    reason: text('reason'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('bank_lines_state').on(table.state, table.at, table.id),
    index('bank_lines_decided_by').on(table.decidedBy),
    oneOfCheck('bank_lines_states', table.state, bankLineStates),
    check('bank_lines_amount', sql`${table.amount} > 0`),
    check('bank_lines_foreign', sql`(${table.state} = 'foreign') = (${table.reason} is not null)`),
  ],
)

/** What a booked line went to: one contract with the whole sum, or several with parts of it. */
export const bankLineParts = pgTable(
  'bank_line_parts',
  {
    lineId: uuid('line_id')
      .notNull()
      .references(() => bankLines.id, { onDelete: 'cascade' }),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id),
    amount: money('amount').notNull(),
    /** Of its operations. */
    externalId: text('external_id').notNull().unique(),
    /** The booking concluded the contract, which nothing undoes. */
    hasConcluded: boolean('has_concluded').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineId, table.contractId] }),
    index('bank_line_parts_contract').on(table.contractId),
    check('bank_line_parts_amount', sql`${table.amount} > 0`),
  ],
)
