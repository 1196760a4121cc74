import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgSequence, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { certificateStates } from '#contract/enumerations.ts'
import { bytes, id, instant, money, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

/** Personal details that only the tax office needs. */
export const personalDetails = pgTable(
  'personal_details',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    taxNumber: text('tax_number'),
    bornOn: date('born_on'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [check('personal_details_tax_number', sql`${table.taxNumber} ~ '^[0-9]{12}$'`)],
)

type Named = { lastName: string; firstName: string; patronym: string | null }
type Known = Named & { taxNumber: string | null; bornOn: string | null }
export type CertificateSubject = { applicant: Known; student: Known }

export const certificateNumbers = pgSequence('certificate_numbers')

/** A tax certificate (form KND 1151158). Its amount is fixed when it is prepared, its file when it is ready. */
export const taxCertificates = pgTable(
  'tax_certificates',
  {
    id: id(),
    number: text('number').notNull().unique(),
    year: smallint('year').notNull(),
    applicantId: uuid('applicant_id')
      .notNull()
      .references(() => users.id),
    studentId: uuid('student_id')
      .notNull()
      .references(() => users.id),
    amount: money('amount').notNull(),
    state: text('state', { enum: certificateStates }).notNull().default('requested'),
    requestedAt: instant('requested_at').notNull(),
    preparedAt: instant('prepared_at'),
    readyAt: instant('ready_at'),
    /** The personal details in the file. */
    subject: jsonb('subject').$type<CertificateSubject>(),
    file: bytes('file'),
  },
  (table) => [
    unique('tax_certificates_once').on(table.applicantId, table.studentId, table.year),
    index('tax_certificates_student').on(table.studentId),
    index('tax_certificates_under_way').on(table.requestedAt).where(sql`${table.state} <> 'ready'`),
    oneOfCheck('tax_certificates_state', table.state, certificateStates),
    check('tax_certificates_amount', sql`${table.amount} > 0`),
    check('tax_certificates_file', sql`(${table.state} = 'ready') = (${table.file} is not null)`),
  ],
)
