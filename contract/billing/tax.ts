import { z } from 'zod'
import { call } from '#contract/call.ts'
import { certificateStates, operationKinds, taxObstacles, taxPayers } from '#contract/enumerations.ts'
import { taxNumber } from '#contract/forms.ts'
import { day, iso, kopecks, uuid } from '#contract/schemas.ts'

/** Personal details that the tax office requires. */
const particulars = z.object({
  uuid,
  lastName: z.string(),
  firstName: z.string(),
  patronym: z.string().nullable(),
  taxNumber: z.string().nullable(),
  bornOn: day.nullable(),
})
export type PersonalDetails = z.infer<typeof particulars>

export const certificate = z.object({
  uuid,
  number: z.string(),
  state: z.enum(certificateStates),
  amount: kopecks,
  requestedAt: iso,
  preparedAt: iso.nullable(),
  readyAt: iso.nullable(),
  /** The data has changed since: a correction can be requested. */
  isOutdated: z.boolean(),
})
export type Certificate = z.infer<typeof certificate>

const taxStudent = z.object({
  studentUuid: uuid,
  firstName: z.string(),
  lastName: z.string(),
  /** Paid by the applicant in the year, minus refunds. */
  paid: kopecks,
  /** The deductible part, up to the limit. */
  counted: kopecks,
  limit: kopecks,
  refund: kopecks,
  certificateUrl: z.string().nullable(),
  particulars,
  isApplicant: z.boolean(),
  operations: z.array(
    z.object({
      uuid,
      at: iso,
      kind: z.enum(operationKinds),
      amount: kopecks,
      contractNumber: z.string(),
      /** Null if the payer is unknown. */
      payer: z.string().nullable(),
      paidBy: z.enum(taxPayers),
    }),
  ),
  /** Why no certificate can be requested, or why the tax office would reject it. */
  obstacles: z.array(z.enum(taxObstacles)),
  certificate: certificate.nullable(),
})
export type TaxStudent = z.infer<typeof taxStudent>

export const taxDeduction = z.object({
  year: z.int(),
  years: z.array(z.int()),
  applicant: particulars,
  /** The rules of the sums (`server/billing/tax/rules.ts`). */
  rules: z.object({
    ratePercent: z.int(),
    limitOfChild: kopecks,
    limitOfOneself: kopecks,
    source: z.string(),
    /** Who has confirmed the rules, and until when that is valid. Null where the school has no such statement. */
    confirmation: z.object({ confirmedBy: z.string(), confirmedOn: day, validUntil: day }).nullable(),
  }),
  students: z.array(taxStudent),
})
export type TaxDeduction = z.infer<typeof taxDeduction>

export const getTaxDeduction = call('GET /v1/profile/tax-deduction', {
  summary: 'Per student: what was paid in the year, what counts, the expected refund and the certificate',
  added: true,
  access: { who: 'signed-in' },
  query: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
  answer: taxDeduction,
})

export const changePersonalDetails = call('PATCH /v1/profile/tax-deduction/particulars', {
  summary: 'Tax number and date of birth, of oneself or of a child',
  added: true,
  access: { who: 'signed-in' },
  body: z.strictObject({
    userUuid: uuid,
    taxNumber: z.nullish(taxNumber),
    bornOn: day.nullable().optional(),
  }),
  answer: particulars,
})

export const requestCertificate = call('POST /v1/profile/tax-deduction/certificate', {
  summary: 'Asks for the certificate of a year and a student; 409 while something stands against it',
  added: true,
  access: { who: 'signed-in' },
  idempotent: true,
  body: z.strictObject({ year: z.int().min(2000).max(2100), studentUuid: uuid }),
  answer: certificate,
})
