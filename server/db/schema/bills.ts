import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { id, instant, money } from './columns.ts'
import { payments } from './contracts.ts'
import { users } from './people.ts'

/**
 * A bill for several payments to one payee. Its number is in the purpose of the transfer, so that the money is found by
 * it. What was asked for never changes.
 */
export const bills = pgTable(
  'bills',
  {
    id: id(),
    /** Of seven digits: shorter ones would be like other numbers of a purpose. */
    number: integer('number').notNull().unique().generatedAlwaysAsIdentity({ startWith: 1_000_001 }),
    payerId: uuid('payer_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('bills_payer').on(table.payerId)],
)

/** What was left to pay when the bill was made. */
export const billLines = pgTable(
  'bill_lines',
  {
    billId: uuid('bill_id')
      .notNull()
      .references(() => bills.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: money('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.billId, table.paymentId] }),
    index('bill_lines_payment').on(table.paymentId),
    check('bill_lines_amount', sql`${table.amount} > 0`),
  ],
)
