import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Certificate } from '#contract/billing/tax.ts'
import { publishEvents } from '#server/changes/publish-event.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { type CertificateSubject, certificateNumbers, taxCertificates } from '#server/db/schema/tax.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { nothingPaid, sumPaidByYear } from './paid-amounts.ts'
import { findTaxObstacles, findTaxRules, nextCorrectionNumber } from './rules.ts'
import { findApplicantAndStudent, type TaxPerson } from './tax-people.ts'

/** All columns except the file, which is large. */
const columns = {
  id: taxCertificates.id,
  number: taxCertificates.number,
  studentId: taxCertificates.studentId,
  state: taxCertificates.state,
  amount: taxCertificates.amount,
  requestedAt: taxCertificates.requestedAt,
  preparedAt: taxCertificates.preparedAt,
  readyAt: taxCertificates.readyAt,
  subject: taxCertificates.subject,
}
export type StoredCertificate = Omit<typeof taxCertificates.$inferSelect, 'file' | 'year' | 'applicantId'>

/** The current content of a certificate. */
type Present = { paid: number; applicant: TaxPerson; student: TaxPerson }

export function findCertificates(database: Database, { applicantId, year }: { applicantId: string; year: number }) {
  return database
    .select(columns)
    .from(taxCertificates)
    .where(and(eq(taxCertificates.applicantId, applicantId), eq(taxCertificates.year, year)))
}

export function toCertificate(kept: StoredCertificate, present: Present): Certificate {
  const { id, number, state, amount, requestedAt, preparedAt, readyAt } = kept
  return {
    uuid: id,
    number,
    state,
    amount,
    requestedAt: requestedAt.toISOString(),
    preparedAt: preparedAt?.toISOString() ?? null,
    readyAt: readyAt?.toISOString() ?? null,
    isOutdated: isOutdated(kept, present),
  }
}

/** The paid amount or the personal details have changed since the file was made. Details that are erased or closed are no change. */
function isOutdated({ state, amount, subject }: StoredCertificate, { paid, ...people }: Present): boolean {
  const isKnown = !people.student.isErased && !people.student.isClosed
  const isChanged = isKnown && !isDeepStrictEqual(subject, currentSubject(people))
  return state === 'ready' && (amount !== paid || isChanged)
}

/** The personal details in a certificate, stored with it to detect later changes. */
export function currentSubject({ applicant, student }: Omit<Present, 'paid'>): CertificateSubject {
  return { applicant: namedIn(applicant), student: namedIn(student) }
}

function namedIn({ lastName, firstName, patronym, taxNumber, bornOn }: TaxPerson): CertificateSubject['student'] {
  return { lastName, firstName, patronym, taxNumber, bornOn }
}

type CertificateRequest = { applicantId: string; studentId: string; year: number; now: Date; timeZone: string }

/**
 * Creates one certificate per applicant, student and year; a repeated request returns it, or corrects an outdated one.
 */
export async function requestCertificate(transaction: Transaction, request: CertificateRequest): Promise<Certificate> {
  const { applicantId, studentId, year, now, timeZone } = request
  const { applicant, student } = await findApplicantAndStudent(transaction, request)
  if (!findTaxRules(year)) throwInvalidValue('year', 'wrong-value', 'No rules of the deduction cover this year')
  const sums = (await sumPaidByYear(transaction, request)).find(
    (sum) => sum.studentId === studentId && sum.year === year,
  )
  const { paid, paidByOthers, paidByFund } = sums ?? nothingPaid
  const today = dayInZone(now, timeZone)
  const obstacles = findTaxObstacles({ year, today, applicant, student, paid, paidByOthers, paidByFund })
  if (obstacles.length > 0) throwProblem('state-conflict', `A tax office would not take it: ${obstacles.join(', ')}`)

  const present = { paid, applicant, student }
  const number = sql<string>`${`${year}-`} || lpad(nextval(${certificateNumbers.seqName})::text, 6, '0')`
  const [made] = await transaction
    .insert(taxCertificates)
    .values({ number, year, applicantId, studentId, amount: paid, requestedAt: now })
    .onConflictDoNothing({ target: [taxCertificates.applicantId, taxCertificates.studentId, taxCertificates.year] })
    .returning(columns)
  if (made) await publishRequest(transaction, request, made)
  return toCertificate(made ?? (await knownOrCorrected(transaction, request, present)), present)
}

async function publishRequest(
  transaction: Transaction,
  { year, applicantId, studentId, now }: CertificateRequest,
  { id, number }: StoredCertificate,
): Promise<void> {
  const data = { collection: 'taxCertificates' as const, sourcedId: id, number, year, applicantId, studentId }
  await publishEvents(transaction, now, [{ type: 'certificate.requested', data }])
}

async function knownOrCorrected(
  transaction: Transaction,
  request: CertificateRequest,
  present: Present,
): Promise<StoredCertificate> {
  const { applicantId, studentId, year, now } = request
  const [known] = await transaction
    .select(columns)
    .from(taxCertificates)
    .where(
      and(
        eq(taxCertificates.applicantId, applicantId),
        eq(taxCertificates.studentId, studentId),
        eq(taxCertificates.year, year),
      ),
    )
    .for('update')
  // The job that issues certificates has just deleted it, because its amount became zero.
  if (!known) throwProblem('state-conflict', 'The certificate was given up this moment')
  if (!isOutdated(known, present)) return known
  const [corrected] = await transaction
    .update(taxCertificates)
    .set({
      number: nextCorrectionNumber(known.number),
      state: 'requested',
      amount: present.paid,
      requestedAt: now,
      preparedAt: null,
      readyAt: null,
      subject: null,
      file: null,
    })
    .where(eq(taxCertificates.id, known.id))
    .returning(columns)
  if (corrected) await publishRequest(transaction, request, corrected)
  return corrected ?? known
}
