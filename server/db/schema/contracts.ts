import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  pgView,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type ContractAction, contractActions } from '#contract/billing/action-table.ts'
import {
  contractStatuses,
  lessonFormats,
  operationKinds,
  paymentKinds,
  paymentSchemes,
  paymentStatuses,
} from '#contract/enumerations.ts'
import { id, idWithYear, instant, money, oneOfCheck } from './columns.ts'
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
    /** The enrolment in a 2035 campaign from which the contract was created. */
    enrolmentId: uuid('enrolment_id')
      .unique()
      .references(() => enrolments.id),
    paymentScheme: text('payment_scheme', { enum: paymentSchemes }).notNull(),
    total: money('total').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Both sides sign it with simple electronic signatures: as the school's file said for its branch when it was made. */
    needsSignatures: boolean('needs_signatures').notNull().default(false),
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
    oneOfCheck('contracts_status', table.status, contractStatuses),
    oneOfCheck('contracts_format', table.format, lessonFormats),
    oneOfCheck('contracts_payment_scheme', table.paymentScheme, paymentSchemes),
    check('contracts_total', sql`${table.total} >= 0`),
  ],
)

/** Columns of an agreement: who has agreed to which text. `text` is the canonical form of what was shown, `hash` its SHA-256. */
export const agreedText = () => ({
  personId: uuid('person_id')
    .notNull()
    .references(() => users.id),
  /** As it was shown, last name first. */
  person: text('person').notNull(),
  version: text('version').notNull(),
  text: text('text').notNull(),
  hash: text('hash').notNull(),
  at: instant('at').notNull(),
  /** Of the device; null if unknown. */
  address: text('address'),
})

/** The hash is that of the text. */
export function hashCheck(name: string, { hash, text: agreed }: Record<'hash' | 'text', AnyPgColumn>) {
  return check(name, sql`${hash} = encode(sha256(convert_to(${agreed}, 'UTF8')), 'hex')`)
}

/**
 * What a person has agreed to when the contract was made. Rows are never changed (trigger `contract_agreements_stay`).
 */
export const contractAgreements = pgTable(
  'contract_agreements',
  {
    contractId: uuid('contract_id')
      .primaryKey()
      .references(() => contracts.id),
    ...agreedText(),
  },
  (table) => [index('contract_agreements_person').on(table.personId), hashCheck('contract_agreements_hash', table)],
)

/** Status changes after the creation of a contract; its `status` is the latest. */
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
    oneOfCheck('contract_states_status', table.status, contractStatuses),
  ],
)

/**
 * A payment of a contract's schedule. The paid amount is the sum of its operations and stored nowhere else. The
 * payments sum up to the contract's total (constraint `plan_is_total`), and no payment is overpaid (`paid_fits`).
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
    /** A return made it due again in a freeze of the school's system: it opens when the freeze ends. */
    opensAfterFreeze: boolean('opens_after_freeze').notNull().default(false),
  },
  (table) => [
    unique('payments_position').on(table.contractId, table.position),
    index('payments_due').on(table.dueOn).where(sql`${table.status} in ('Open', 'Error')`),
    index('payments_after_freeze').on(table.contractId).where(sql`${table.opensAfterFreeze}`),
    oneOfCheck('payments_kind', table.kind, paymentKinds),
    oneOfCheck('payments_status', table.status, paymentStatuses),
    check('payments_amount', sql`${table.amount} >= 0`),
    check('payments_order', sql`${table.position} >= 1`),
  ],
)

/**
 * A movement of money. `amount` is positive; the kind has the direction. Rows are never changed: an error is corrected
 * by another operation (trigger `operations_stay`). Stored by school year of `id`.
 */
export const operations = pgTable(
  'operations',
  {
    id: idWithYear(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind', { enum: operationKinds }).notNull(),
    amount: money('amount').notNull(),
    at: instant('at').notNull(),
    /** The payer or recipient: both null if unknown, only a name for a person without an account. The name is as it was booked. */
    payerId: uuid('payer_id').references(() => users.id),
    payerName: text('payer_name'),
    /** The bank's id, which prevents importing an operation twice. A receipt may have several rows, one per payment. */
    externalId: text('external_id'),
  },
  (table) => [
    // Of the operations of a year; the trigger `paid_fits` compares all years.
    unique('operations_external').on(table.externalId, table.paymentId),
    index('operations_payment').on(table.paymentId),
    index('operations_payer').on(table.payerId),
    index('operations_at').on(table.at),
    oneOfCheck('operations_kind', table.kind, operationKinds),
    check('operations_amount', sql`${table.amount} > 0`),
  ],
)

/** What an action needs to be undone, by what it did. */
export type ActionState = {
  /** Its effect in words of the ledger: days, sums, numbers. */
  detail: string
  /** Former statuses of payments, by id: without a freeze, and with the signature that is waited for. */
  statuses?: Record<string, (typeof paymentStatuses)[number]>
  /** Last day of a freeze. */
  until?: string
  /** The first day without lessons, and the end of the membership that was known before. */
  leftOn?: string
  previousLeftOn?: string | null
  dueOn?: { before: string; after: string }
  /** The new payment of a split, as it was made. */
  splitOff?: { id: string; amount: number; status: (typeof paymentStatuses)[number]; dueOn: string }
  /** Money that was booked, and by which document. */
  booked?: { externalId: string; amount: number; hasConcluded: boolean }
  document?: { paidOn: string; documentNumber: string }
  paper?: { signedOn: string; documentNumber: string | null; neededSignatures: boolean }
}

/**
 * What the staff has done with a contract or a payment, and why. Rows stay; one that is undone says so. A freeze is undone
 * by the end of the freeze.
 */
export const contractActionEntries = pgTable(
  'contract_actions',
  {
    id: id(),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'set null' }),
    action: text('action').$type<ContractAction>().notNull(),
    /** Null for a job. */
    byId: uuid('by_id').references(() => users.id),
    at: instant('at').notNull(),
    reason: text('reason').notNull(),
    state: jsonb('state').$type<ActionState>().notNull(),
    undoneAt: instant('undone_at'),
    undoneById: uuid('undone_by_id').references(() => users.id),
    undoneReason: text('undone_reason'),
  },
  (table) => [
    index('contract_actions_contract').on(table.contractId, table.at),
    index('contract_actions_payment').on(table.paymentId),
    index('contract_actions_by').on(table.byId),
    index('contract_actions_undone_by').on(table.undoneById),
    uniqueIndex('contract_actions_frozen')
      .on(table.contractId)
      .where(sql`${table.action} = 'freeze' and ${table.undoneAt} is null`),
    oneOfCheck('contract_actions_action', table.action, contractActions),
    check('contract_actions_undone', sql`(${table.undoneAt} is null) = (${table.undoneReason} is null)`),
  ],
)

/** Receipts minus returns of each payment: the only place where the balance is calculated. */
export const balances = pgView('payment_balances', {
  paymentId: uuid('payment_id').notNull(),
  contractId: uuid('contract_id').notNull(),
  paid: bigint('paid', { mode: 'number' }).notNull(),
}).existing()

/**
 * Becomes a contract at most once. The basket of a 2035 opportunity is shared by all enrolled students: it has no
 * student, and its contracts refer to it by `enrolment_id`.
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
    /** The price of the group when the basket was filled. */
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
    oneOfCheck('baskets_payment_scheme', table.paymentScheme, paymentSchemes),
    check('baskets_content', sql`num_nonnulls(${table.groupId}, ${table.opportunityId}) = 1`),
    check('baskets_price', sql`(${table.groupId} is null) = (${table.price} is null)`),
    check('baskets_end', sql`num_nonnulls(${table.contractId}, ${table.droppedAt}) <= 1`),
  ],
)
