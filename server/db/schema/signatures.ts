import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { signatureMethods, signatureSides } from '#contract/enumerations.ts'
import { instant, oneOfCheck } from './columns.ts'
import { agreedText, contractAgreements, hashCheck } from './contracts.ts'
import { users } from './people.ts'

/**
 * Agreements on the use of a simple electronic signature (63-FZ, article 9), once for each person and text. Rows are never
 * changed (trigger `signing_agreements_stay`).
 */
export const signingAgreements = pgTable('signing_agreements', agreedText(), (table) => [
  primaryKey({ columns: [table.personId, table.hash] }),
  hashCheck('signing_agreements_hash', table),
])

/**
 * Simple electronic signatures of a contract, one of each side; they sign the text of its agreement. Rows are never changed
 * (trigger `contract_signatures_stay`).
 */
export const contractSignatures = pgTable(
  'contract_signatures',
  {
    contractId: uuid('contract_id').notNull(),
    side: text('side', { enum: signatureSides }).notNull(),
    /** Null for the representative of the school's file. */
    personId: uuid('person_id').references(() => users.id),
    /** Last name first. */
    person: text('person').notNull(),
    /** Position and power of who signs for the school; null for the customer. */
    capacity: text('capacity'),
    method: text('method', { enum: signatureMethods }).notNull(),
    /** Masked contact to which the code was sent. */
    target: text('target'),
    /** The agreement on the use of the signature; null for the school. */
    agreementHash: text('agreement_hash'),
    at: instant('at').notNull(),
    /** Of the device; null if unknown, and for a signature without one. */
    address: text('address'),
  },
  (table) => [
    primaryKey({ columns: [table.contractId, table.side] }),
    foreignKey({
      name: 'contract_signatures_text',
      columns: [table.contractId],
      foreignColumns: [contractAgreements.contractId],
    }),
    foreignKey({
      name: 'contract_signatures_agreement',
      columns: [table.personId, table.agreementHash],
      foreignColumns: [signingAgreements.personId, signingAgreements.hash],
    }),
    index('contract_signatures_person').on(table.personId, table.agreementHash),
    oneOfCheck('contract_signatures_side', table.side, signatureSides),
    oneOfCheck('contract_signatures_method', table.method, signatureMethods),
    check('contract_signatures_customer', sql`(${table.side} = 'customer') = (${table.agreementHash} is not null)`),
  ],
)
