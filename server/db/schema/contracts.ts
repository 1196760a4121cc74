import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  contractStatuses,
  lessonFormats,
  operationKinds,
  paymentSchemes,
  paymentStatuses,
} from '#contract/enumerations.ts'
import { id, instant, money, oneOf } from './columns.ts'
import { users } from './people.ts'
import { campaigns, opportunities, programs, studyGroups, territories } from './programs.ts'

export const contracts = pgTable(
  'contracts',
  {
    id: id(),
    number: text('number').notNull().unique(),
    status: text('status', { enum: contractStatuses }).notNull(),
    concludedOn: date('concluded_on'),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => users.id),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    programId: uuid('program_id')
      .notNull()
      .references(() => programs.id),
    groupId: uuid('group_id').references(() => studyGroups.id),
    territoryId: uuid('territory_id').references(() => territories.id),
    format: text('format', { enum: lessonFormats }).notNull(),
    paymentScheme: text('payment_scheme', { enum: paymentSchemes }).notNull(),
    total: money('total').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('contracts_student').on(table.studentId),
    index('contracts_customer').on(table.customerId),
    index('contracts_campaign').on(table.campaignId),
    index('contracts_program').on(table.programId),
    index('contracts_group').on(table.groupId),
    index('contracts_territory').on(table.territoryId),
    oneOf('contracts_status', table.status, contractStatuses),
    oneOf('contracts_format', table.format, lessonFormats),
    oneOf('contracts_payment_scheme', table.paymentScheme, paymentSchemes),
    check('contracts_total', sql`${table.total} >= 0`),
  ],
)

/** One line of a contract's payment schedule. What was paid of it is the sum of its operations, stored nowhere else. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    title: text('title').notNull(),
    dueOn: date('due_on').notNull(),
    amount: money('amount').notNull(),
    status: text('status', { enum: paymentStatuses }).notNull(),
  },
  (table) => [
    unique('payments_position').on(table.contractId, table.position),
    oneOf('payments_status', table.status, paymentStatuses),
    check('payments_amount', sql`${table.amount} >= 0`),
    check('payments_order', sql`${table.position} >= 1`),
  ],
)

/** Money that moved. `amount` is positive; the kind says which way. */
export const operations = pgTable(
  'operations',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: operationKinds }).notNull(),
    amount: money('amount').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('operations_payment').on(table.paymentId),
    index('operations_at').on(table.at),
    oneOf('operations_kind', table.kind, operationKinds),
    check('operations_amount', sql`${table.amount} > 0`),
  ],
)

/** What is about to become a contract, at most once. The basket of a 2035 opportunity names no student. */
export const baskets = pgTable(
  'baskets',
  {
    id: id(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    groupId: uuid('group_id').references(() => studyGroups.id),
    opportunityId: uuid('opportunity_id')
      .references(() => opportunities.id)
      .unique(),
    studentId: uuid('student_id').references(() => users.id),
    filledById: uuid('filled_by_id').references(() => users.id),
    paymentScheme: text('payment_scheme', { enum: paymentSchemes }).notNull(),
    contractId: uuid('contract_id')
      .references(() => contracts.id)
      .unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('baskets_campaign').on(table.campaignId),
    index('baskets_group').on(table.groupId),
    index('baskets_student').on(table.studentId),
    index('baskets_filled_by').on(table.filledById),
    oneOf('baskets_payment_scheme', table.paymentScheme, paymentSchemes),
    check('baskets_content', sql`num_nonnulls(${table.groupId}, ${table.opportunityId}) = 1`),
  ],
)
