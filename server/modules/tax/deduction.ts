import type { Locale } from '#contract/enumerations.ts'
import type { TaxDeduction } from '#contract/tax.ts'
import { dayAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { refuse, refuseValue } from '#server/refusal.ts'
import { certificateOf, certificatesOf } from './certificates.ts'
import { operationsOfYear, paidByYear } from './paid.ts'
import { particularsOf, peopleOf } from './people.ts'
import { isWithinReach, obstaclesOf, refundOf } from './rules.ts'
import { rulesOf, taxRules } from './tax-rules.ts'

type Asked = {
  applicantId: string
  year: number
  now: Date
  timeZone: string
  language: Locale
  /** Of a certificate that is ready. */
  linkTo: (certificateId: string) => Promise<string>
}

/** The year of a person who pays: four questions to the database, however many children and payments there are. */
export async function deductionOf(database: Database, asked: Asked): Promise<TaxDeduction> {
  const { applicantId, year, now, timeZone, language, linkTo } = asked
  const rules = rulesOf(year)
  if (!rules) refuseValue('year', 'wrong-value', 'No rules of the deduction cover this year')
  const [people, sums, operations, certificates] = await Promise.all([
    peopleOf(database, applicantId),
    paidByYear(database, asked),
    operationsOfYear(database, asked),
    certificatesOf(database, asked),
  ])
  const applicant = people.find(({ uuid }) => uuid === applicantId)
  if (!applicant) refuse('not-found', 'The person is gone')
  const today = dayAt(now, timeZone)

  const studentOf = async (student: (typeof people)[number]) => {
    const isApplicant = student.uuid === applicantId
    const { paid, paidByOthers } = sums.find((sum) => sum.studentId === student.uuid && sum.year === year) ?? nothing
    const kept = certificates.find(({ studentId }) => studentId === student.uuid)
    return {
      studentUuid: student.uuid,
      firstName: student.firstName,
      lastName: student.lastName,
      paid,
      ...refundOf(paid, isApplicant, rules),
      certificateUrl: kept?.state === 'ready' ? await linkTo(kept.id) : null,
      particulars: particularsOf(student),
      isApplicant,
      operations: operations
        .filter(({ studentId }) => studentId === student.uuid)
        .map(({ studentId: _, ...operation }) => operation),
      obstacles: obstaclesOf({ year, today, applicant, student, paid, paidByOthers }),
      certificate: kept ? certificateOf(kept, { paid, applicant, student }) : null,
    }
  }
  const { ratePercent, limitOfChild, limitOfOneself } = rules
  const { source, confirmedBy, confirmedOn, validUntil } = taxRules
  return {
    year,
    years: [...new Set(sums.map((sum) => sum.year))].filter((each) => isWithinReach(each, today)),
    applicant: particularsOf(applicant),
    rules: {
      ratePercent,
      limitOfChild,
      limitOfOneself,
      source: source[language],
      confirmedBy: confirmedBy[language],
      confirmedOn,
      validUntil,
    },
    students: await Promise.all(people.filter(({ isStudent }) => isStudent).map(studentOf)),
  }
}

const nothing = { paid: 0, paidByOthers: 0 }
