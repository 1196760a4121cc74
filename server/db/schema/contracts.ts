import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  pgTable,
  pgView,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  contractStatuses,
  lessonFormats,
  operationKinds,
  paymentKinds,
  paymentSchemes,
  paymentStatuses,
} from '#contract/enumerations.ts'
import { id, instant, money, oneOf } from './columns.ts'
import { users } from './people.ts'
import { campaigns, enrolments, opportunities, programs, studyGroups, territories } from './programs.ts'

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
    /** The enrolment in a 2035 campaign that it came of. */
    enrolmentId: uuid('enrolment_id')
      .unique()
      .references(() => enrolments.id),
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
    uniqueIndex('contracts_place')
      .on(table.studentId, table.groupId)
      .where(sql`${table.status} not in ('Termination', 'NotPaid')`),
    index('contracts_open').on(table.createdAt).where(sql`${table.status} = 'Open'`),
    oneOf('contracts_status', table.status, contractStatuses),
    oneOf('contracts_format', table.format, lessonFormats),
    oneOf('contracts_payment_scheme', table.paymentScheme, paymentSchemes),
    check('contracts_total', sql`${table.total} >= 0`),
  ],
)

/** The states that a contract has been in besides that of its making: its own `status` is the latest. */
export const contractStates = pgTable(
  'contract_states',
  {
    id: id(),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id),
    status: text('status', { enum: contractStatuses }).notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('contract_states_contract').on(table.contractId, table.at),
    oneOf('contract_states_status', table.status, contractStatuses),
  ],
)

/**
 * One line of a contract's payment schedule. What was paid of it is the sum of its operations, stored nowhere else. The lines
 * of a contract come to its total (constraint `plan_is_total`), and what is paid of one to its amount at most (`paid_fits`).
 */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id),
    position: smallint('position').notNull(),
    title: text('title').notNull(),
    kind: text('kind', { enum: paymentKinds }).notNull().default('other'),
    dueOn: date('due_on').notNull(),
    amount: money('amount').notNull(),
    status: text('status', { enum: paymentStatuses }).notNull(),
  },
  (table) => [
    unique('payments_position').on(table.contractId, table.position),
    index('payments_due').on(table.dueOn).where(sql`${table.status} in ('Open', 'Error')`),
    oneOf('payments_kind', table.kind, paymentKinds),
    oneOf('payments_status', table.status, paymentStatuses),
    check('payments_amount', sql`${table.amount} >= 0`),
    check('payments_order', sql`${table.position} >= 1`),
  ],
)

/**
 * Money that moved. `amount` is positive; the kind says which way. Rows are added and never changed: a mistake is put
 * right by another operation (trigger `operations_stay`).
 */
export const operations = pgTable(
  'operations',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind', { enum: operationKinds }).notNull(),
    amount: money('amount').notNull(),
    at: instant('at').notNull(),
    /** Who paid, or was paid back; both null where nobody knows, the name alone for somebody who has no account. */
    payerId: uuid('payer_id').references(() => users.id),
    payerName: text('payer_name'),
    /** What the bank calls it: what is imported twice is there once. A receipt may be spread over several lines. */
    externalId: text('external_id'),
  },
  (table) => [
    unique('operations_external').on(table.externalId, table.paymentId),
    index('operations_payment').on(table.paymentId),
    index('operations_payer').on(table.payerId),
    index('operations_at').on(table.at),
    oneOf('operations_kind', table.kind, operationKinds),
    check('operations_amount', sql`${table.amount} > 0`),
  ],
)

/** What came in of each line less what went back: the one place where it is counted. */
export const balances = pgView('payment_balances', {
  paymentId: uuid('payment_id').notNull(),
  contractId: uuid('contract_id').notNull(),
  paid: bigint('paid', { mode: 'number' }).notNull(),
}).existing()

/**
 * What is about to become a contract, at most once. The basket of a 2035 opportunity is everyone's who enrols in it: it
 * names no student, and what came of it is told by `enrolment_id` of the contracts.
 */
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
    /** Of the group, when the basket was filled. */
    price: money('price'),
    droppedAt: instant('dropped_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('baskets_unfinished')
      .on(table.filledById, table.studentId, table.groupId)
      .where(sql`${table.contractId} is null and ${table.droppedAt} is null`),
    index('baskets_campaign').on(table.campaignId),
    index('baskets_group').on(table.groupId),
    index('baskets_student').on(table.studentId),
    index('baskets_filled_by').on(table.filledById),
    oneOf('baskets_payment_scheme', table.paymentScheme, paymentSchemes),
    check('baskets_content', sql`num_nonnulls(${table.groupId}, ${table.opportunityId}) = 1`),
    check('baskets_price', sql`(${table.groupId} is null) = (${table.price} is null)`),
    check('baskets_end', sql`num_nonnulls(${table.contractId}, ${table.droppedAt}) <= 1`),
  ],
)
