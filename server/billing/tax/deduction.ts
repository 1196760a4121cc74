import type { TaxDeduction } from '#contract/billing/tax.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'
import { findCertificates, toCertificate } from './certificates.ts'
import { listOperationsOfYear, nothingPaid, sumPaidByYear } from './paid-amounts.ts'
import { calculateRefund, findTaxObstacles, findTaxRules, isYearDeductible, taxRules } from './rules.ts'
import { findTaxPeople, toPersonalDetails } from './tax-people.ts'

type DeductionQuery = {
  applicantId: string
  year: number
  now: Date
  timeZone: string
  language: Locale
  /** Who has confirmed the rules (SCHOOL_FILE). */
  confirmation: { confirmedBy: Record<Locale, string>; confirmedOn: Day; validUntil: Day } | undefined
  /** Link to a certificate that is ready. */
  linkTo: (certificateId: string) => Promise<string>
}

/** The tax deduction of an applicant for a year, in four queries for any number of children and payments. */
export async function findTaxDeduction(database: Database, query: DeductionQuery): Promise<TaxDeduction> {
  const { applicantId, year, now, timeZone, language, confirmation, linkTo } = query
  const rules = findTaxRules(year)
  if (!rules) throwInvalidValue('year', 'wrong-value', 'No rules of the deduction cover this year')
  const [people, sums, operations, certificates] = await Promise.all([
    findTaxPeople(database, applicantId),
    sumPaidByYear(database, query),
    listOperationsOfYear(database, query),
    findCertificates(database, query),
  ])
  const applicant = people.find(({ uuid }) => uuid === applicantId)
  if (!applicant) throwProblem('not-found', 'The person is gone')
  const today = dayInZone(now, timeZone)

  const studentOf = async (student: (typeof people)[number]) => {
    const isApplicant = student.uuid === applicantId
    const { paid, paidByOthers, paidByFund } =
      sums.find((sum) => sum.studentId === student.uuid && sum.year === year) ?? nothingPaid
    const kept = certificates.find(({ studentId }) => studentId === student.uuid)
    return {
      studentUuid: student.uuid,
      firstName: student.firstName,
      lastName: student.lastName,
      paid,
      ...calculateRefund(paid, isApplicant, rules),
      certificateUrl: kept?.state === 'ready' ? await linkTo(kept.id) : null,
      particulars: toPersonalDetails(student),
      isApplicant,
      operations: operations
        .filter(({ studentId }) => studentId === student.uuid)
        .map(({ studentId: _, ...operation }) => operation),
      obstacles: findTaxObstacles({ year, today, applicant, student, paid, paidByOthers, paidByFund }),
      certificate: kept ? toCertificate(kept, { paid, applicant, student }) : null,
    }
  }
  const { ratePercent, limitOfChild, limitOfOneself } = rules
  return {
    year,
    years: [...new Set(sums.map((sum) => sum.year))].filter((each) => isYearDeductible(each, today)),
    applicant: toPersonalDetails(applicant),
    rules: {
      ratePercent,
      limitOfChild,
      limitOfOneself,
      source: taxRules.source[language],
      confirmation: confirmation ? { ...confirmation, confirmedBy: confirmation.confirmedBy[language] } : null,
    },
    students: await Promise.all(people.filter(({ isStudent }) => isStudent).map(studentOf)),
  }
}
