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
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  autopayEndReasons,
  autopayStates,
  chargeStates,
  checkoutMethods,
  checkoutRefusals,
  checkoutStates,
  paymentDifferenceKinds,
  refundReasons,
  refundStates,
} from '#contract/enumerations.ts'
import { id, instant, money, oneOfCheck } from './columns.ts'
import { contracts, payments } from './contracts.ts'
import { users } from './people.ts'

/** Payment providers, as they are named in the database and in the address of their notifications. */
export const paymentProviders = ['yookassa'] as const
export type PaymentProviderName = (typeof paymentProviders)[number]

/**
 * An attempt to pay online; its sum is that of its lines. The provider has its payment under `externalId`, which is null
 * until it has answered. `decidedAt`: from then on the payment at the provider does not change any more. A person can give
 * a checkout up before that, so it is watched until then.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: id(),
    payerId: uuid('payer_id')
      .notNull()
      .references(() => users.id),
    method: text('method', { enum: checkoutMethods }).notNull(),
    state: text('state', { enum: checkoutStates }).notNull().default('started'),
    provider: text('provider', { enum: paymentProviders }).notNull(),
    externalId: text('external_id'),
    confirmationUrl: text('confirmation_url'),
    refusal: text('refusal', { enum: checkoutRefusals }),
    receiptUrl: text('receipt_url'),
    /** What the provider was asked for, so that a repeat is the same; null once it has answered. */
    sentOrder: jsonb('sent_order').$type<Record<string, unknown>>(),
    /** Kopecks that arrived beyond the lines, negative for those that did not; null for none. The staff clears it up. */
    difference: money('difference'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    finishedAt: instant('finished_at'),
    decidedAt: instant('decided_at'),
    /** When the provider was asked last, by the job or for the payer. */
    watchedAt: instant('watched_at'),
    /** When the payer has first seen how it ended, or has got a message about it. */
    seenAt: instant('seen_at'),
    /** An attempt of an automatic payment: it needs no confirmation of the payer. */
    chargeId: uuid('charge_id').references((): AnyPgColumn => autopayCharges.id),
    chargeAttempt: bigint('charge_attempt', { mode: 'number' }),
  },
  (table) => [
    unique('checkouts_external').on(table.provider, table.externalId),
    uniqueIndex('checkouts_charge').on(table.chargeId, table.chargeAttempt).where(sql`${table.chargeId} is not null`),
    index('checkouts_payer').on(table.payerId, table.createdAt),
    index('checkouts_watched').on(table.watchedAt).where(sql`${table.decidedAt} is null`),
    index('checkouts_unseen').on(table.finishedAt).where(sql`${table.state} = 'refused' and ${table.seenAt} is null`),
    index('checkouts_without_receipt')
      .on(table.finishedAt)
      .where(sql`${table.state} = 'paid' and ${table.receiptUrl} is null`),
    oneOfCheck('checkouts_method', table.method, checkoutMethods),
    oneOfCheck('checkouts_state', table.state, checkoutStates),
    oneOfCheck('checkouts_provider', table.provider, paymentProviders),
    oneOfCheck('checkouts_refusal', table.refusal, checkoutRefusals),
    check('checkouts_started', sql`${table.state} <> 'started' or ${table.externalId} is null`),
    check('checkouts_asked', sql`${table.state} not in ('pending', 'paid') or ${table.externalId} is not null`),
    check('checkouts_open', sql`(${table.state} in ('started', 'pending')) = (${table.finishedAt} is null)`),
    check(
      'checkouts_decided',
      sql`case when ${table.state} in ('started', 'pending') then ${table.decidedAt} is null when ${table.state} = 'canceled' then true else ${table.decidedAt} is not null end`,
    ),
    check('checkouts_refused', sql`(${table.state} = 'refused') = (${table.refusal} is not null)`),
    check('checkouts_confirmation', sql`${table.confirmationUrl} is null or ${table.state} = 'pending'`),
    check('checkouts_receipt', sql`${table.receiptUrl} is null or ${table.state} = 'paid'`),
    check('checkouts_expiry', sql`${table.expiresAt} > ${table.createdAt}`),
  ],
)

/** Money that is given back by the provider. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    amount: money('amount').notNull(),
    reason: text('reason', { enum: refundReasons }).notNull(),
    state: text('state', { enum: refundStates }).notNull().default('pending'),
    /** Of the present attempt. */
    externalId: text('external_id').unique(),
    /** Attempts that the provider has not made. */
    failedAttempts: bigint('failed_attempts', { mode: 'number' }).notNull().default(0),
    /** What the provider was asked for, so that a repeat is the same; null once the refund has ended. */
    sentOrder: jsonb('sent_order').$type<Record<string, unknown>>(),
    /** Address of the fiscal receipt. */
    receiptUrl: text('receipt_url'),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    watchedAt: instant('watched_at'),
  },
  (table) => [
    // What is left over is known when the money arrives, once.
    uniqueIndex('refunds_surplus')
      .on(table.checkoutId, table.reason)
      .where(sql`${table.reason} in ('paid-twice', 'contract-ended')`),
    index('refunds_checkout').on(table.checkoutId),
    index('refunds_watched').on(table.watchedAt).where(sql`${table.state} = 'pending'`),
    index('refunds_without_receipt')
      .on(table.finishedAt)
      .where(sql`${table.state} = 'succeeded' and ${table.receiptUrl} is null`),
    oneOfCheck('refunds_reason', table.reason, refundReasons),
    oneOfCheck('refunds_state', table.state, refundStates),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_finished', sql`(${table.state} = 'pending') = (${table.finishedAt} is null)`),
    check('refunds_succeeded', sql`${table.state} <> 'succeeded' or ${table.externalId} is not null`),
  ],
)

/**
 * An instalment of a checkout and what is paid of it. `booked` is null until the money arrives; the rest of the amount then
 * belongs to a refund.
 */
export const checkoutLines = pgTable(
  'checkout_lines',
  {
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: money('amount').notNull(),
    booked: money('booked'),
    refundId: uuid('refund_id').references(() => refunds.id),
  },
  (table) => [
    primaryKey({ columns: [table.checkoutId, table.paymentId] }),
    index('checkout_lines_payment').on(table.paymentId),
    index('checkout_lines_refund').on(table.refundId),
    check('checkout_lines_amount', sql`${table.amount} > 0`),
    check('checkout_lines_booked', sql`${table.booked} between 0 and ${table.amount}`),
    check(
      'checkout_lines_refund_of_rest',
      sql`coalesce(${table.booked} < ${table.amount}, false) = (${table.refundId} is not null)`,
    ),
  ],
)

/**
 * What a person has agreed to: instalments of a contract that fall due after `fromOn` are charged to a saved card. A new
 * agreement is a new row.
 */
export const autopays = pgTable(
  'autopays',
  {
    id: id(),
    contractId: uuid('contract_id')
      .notNull()
      .references(() => contracts.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: autopayStates }).notNull(),
    /** The payment that saves the card; null for one that was turned on again. */
    checkoutId: uuid('checkout_id').references((): AnyPgColumn => checkouts.id),
    /** The provider's id of the card, encrypted by `SECRETS_KEY`; null as soon as it is not needed. */
    savedMethod: text('saved_method'),
    cardDigits: text('card_digits'),
    termsVersion: bigint('terms_version', { mode: 'number' }).notNull(),
    fromOn: date('from_on').notNull(),
    agreedAt: instant('agreed_at').notNull(),
    /** Network address of the person. */
    agreedAddress: text('agreed_address').notNull(),
    /** The contract was paid in instalments before: it will be again. */
    isSchemeChanged: boolean('is_scheme_changed').notNull().default(false),
    endedAt: instant('ended_at'),
    endReason: text('end_reason', { enum: autopayEndReasons }),
  },
  (table) => [
    uniqueIndex('autopays_on').on(table.contractId).where(sql`${table.state} = 'on'`),
    index('autopays_contract').on(table.contractId, table.agreedAt),
    index('autopays_person').on(table.personId),
    index('autopays_checkout').on(table.checkoutId),
    oneOfCheck('autopays_state', table.state, autopayStates),
    oneOfCheck('autopays_end_reason', table.endReason, autopayEndReasons),
    check(
      'autopays_card',
      sql`${table.state} <> 'on' or (${table.savedMethod} is not null and ${table.cardDigits} is not null)`,
    ),
    check(
      'autopays_ended',
      sql`(${table.state} = 'off') = (${table.endedAt} is not null) and (${table.endedAt} is null) = (${table.endReason} is null)`,
    ),
  ],
)

/** The automatic payment of an instalment, from its message on. Its attempts are checkouts. */
export const autopayCharges = pgTable(
  'autopay_charges',
  {
    id: id(),
    autopayId: uuid('autopay_id')
      .notNull()
      .references(() => autopays.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** As the message says; never more is charged. */
    amount: money('amount').notNull(),
    state: text('state', { enum: chargeStates }).notNull().default('announced'),
    /** Day of the next attempt, or of the last one. */
    chargeOn: date('charge_on').notNull(),
    /** Day of the first attempt, from which the next ones are counted. */
    firstOn: date('first_on'),
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Why the last attempt failed. */
    refusal: text('refusal', { enum: checkoutRefusals }),
    announcedAt: instant('announced_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    unique('autopay_charges_payment').on(table.autopayId, table.paymentId),
    index('autopay_charges_of_payment').on(table.paymentId),
    index('autopay_charges_due').on(table.chargeOn).where(sql`${table.state} in ('announced', 'charging')`),
    oneOfCheck('autopay_charges_state', table.state, chargeStates),
    oneOfCheck('autopay_charges_refusal', table.refusal, checkoutRefusals),
    check('autopay_charges_amount', sql`${table.amount} > 0`),
    check('autopay_charges_attempts', sql`(${table.attempts} = 0) = (${table.firstOn} is null)`),
    check(
      'autopay_charges_finished',
      sql`(${table.state} in ('announced', 'charging')) = (${table.finishedAt} is null)`,
    ),
  ],
)

/** Why the staff returns money, in words. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    refundId: uuid('refund_id')
      .primaryKey()
      .references(() => refunds.id),
    /** Null for a refund that was made in the panel of the provider. */
    requestedById: uuid('requested_by_id').references(() => users.id),
    note: text('note').notNull(),
  },
  (table) => [index('refund_requests_requested_by').on(table.requestedById)],
)

/** Booked money of an instalment that a refund takes back. What arrived beyond the instalments has none. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: money('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.paymentId] }),
    index('refund_lines_payment').on(table.paymentId),
    check('refund_lines_amount', sql`${table.amount} > 0`),
  ],
)

/** Where provider and ledger differ, until it is cleared up: by a later comparison, or by a person with a note. */
export const paymentDifferences = pgTable(
  'payment_differences',
  {
    id: id(),
    kind: text('kind', { enum: paymentDifferenceKinds }).notNull(),
    provider: text('provider', { enum: paymentProviders }).notNull(),
    /** Of the payment or refund at the provider; `unknown` if it cannot be read. */
    externalId: text('external_id').notNull(),
    checkoutId: uuid('checkout_id').references(() => checkouts.id),
    /** Kopecks that are in question, negative for what did not arrive; null if unknown. */
    amount: money('amount'),
    foundAt: instant('found_at').notNull(),
    clearedAt: instant('cleared_at'),
    clearedById: uuid('cleared_by_id').references(() => users.id),
    note: text('note'),
  },
  (table) => [
    unique('payment_differences_object').on(table.provider, table.kind, table.externalId),
    index('payment_differences_checkout').on(table.checkoutId),
    index('payment_differences_cleared_by').on(table.clearedById),
    index('payment_differences_open').on(table.foundAt).where(sql`${table.clearedAt} is null`),
    oneOfCheck('payment_differences_kind', table.kind, paymentDifferenceKinds),
    oneOfCheck('payment_differences_provider', table.provider, paymentProviders),
    check(
      'payment_differences_cleared',
      sql`(${table.clearedById} is null) = (${table.note} is null) and (${table.clearedById} is null or ${table.clearedAt} is not null)`,
    ),
  ],
)
