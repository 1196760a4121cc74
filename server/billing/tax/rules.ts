import type { PersonalDetails } from '#contract/billing/tax.ts'
import type { TaxObstacle } from '#contract/enumerations.ts'
import type { Day } from '#server/time/calendar-days.ts'

/**
 * Rates and limits of the tax deduction. SCHOOL_FILE names who has confirmed them. A test fails when a selectable year
 * has no rules.
 */
export const taxRules = {
  /** Article 219 has the limits, 224 the rate. */
  source: { ru: 'ст. 219 и 224 НК РФ', en: 'Arts. 219 and 224 of the Russian Tax Code' },
  /** A declaration may cover this many past years. */
  yearsBack: 3,
  /** Kopecks. The limit of a child is per child and for both parents together. */
  ofYears: [
    { from: 2018, until: 2023, ratePercent: 13, limitOfChild: 5_000_000, limitOfOneself: 12_000_000 },
    { from: 2024, until: 2027, ratePercent: 13, limitOfChild: 11_000_000, limitOfOneself: 15_000_000 },
  ],
} as const

export type TaxRulesOfYear = (typeof taxRules.ofYears)[number]

export function findTaxRules(year: number): TaxRulesOfYear | undefined {
  return taxRules.ofYears.find(({ from, until }) => from <= year && year <= until)
}

/** Kopecks paid for a student in a year: by the applicant, by other people, and from maternity capital. */
type Paid = { paid: number; paidByOthers: number; paidByFund: number }

type Case = Paid & {
  year: number
  today: Day
  applicant: PersonalDetails
  student: PersonalDetails & { isErased?: boolean; isClosed?: boolean }
}

/** Kopecks: the part of the amount within the limit, and the refund, rounded down. */
export function calculateRefund(paid: number, isApplicant: boolean, rules: TaxRulesOfYear) {
  const limit = isApplicant ? rules.limitOfOneself : rules.limitOfChild
  const counted = Math.min(paid, limit)
  return { limit, counted, refund: Math.floor((counted * rules.ratePercent) / 100) }
}

/** Whether a declaration may still cover the year; the current year included. */
export function isYearDeductible(year: number, today: Day): boolean {
  const present = yearOf(today)
  return present - taxRules.yearsBack <= year && year <= present
}

/** Reasons why the tax office would reject a certificate or the school cannot issue one. */
export function findTaxObstacles({ year, today, applicant, student, ...sums }: Case): TaxObstacle[] {
  const isApplicant = applicant.uuid === student.uuid
  const missing = missingOf(applicant).map((part) => `applicant-${part}` as const)
  const missingOfStudent =
    isApplicant || student.isErased || student.isClosed
      ? []
      : missingOf(student).map((part) => `student-${part}` as const)
  return [
    ...missing,
    ...missingOfStudent,
    // They are not entered again.
    ...(student.isErased ? (['data-erased'] as const) : student.isClosed ? (['child-closed'] as const) : []),
    ...(sums.paid === 0 ? [whyNothingIsPaid(sums)] : []),
    // A certificate for the current year would miss later payments, and there is only one per year.
    ...(year >= yearOf(today) ? (['year-not-over'] as const) : []),
    ...(year < yearOf(today) && !isYearDeductible(year, today) ? (['too-long-ago'] as const) : []),
  ]
}

function whyNothingIsPaid({ paidByOthers, paidByFund }: Paid): TaxObstacle {
  if (paidByOthers > 0) return 'another-payer'
  return paidByFund > 0 ? 'maternity-capital' : 'nothing-paid'
}

/** The first certificate has a plain number; each correction appends `/1`, `/2` and so on. */
export function nextCorrectionNumber(number: string): string {
  const { base, correction } = parseCertificateNumber(number)
  return `${base}/${correction + 1}`
}

export function parseCertificateNumber(number: string): { base: string; correction: number } {
  const [base = '', correction = '0'] = number.split('/')
  return { base, correction: Number(correction) }
}

/** A person with one name has no last name. */
function missingOf({ lastName, firstName, patronym, bornOn, taxNumber }: PersonalDetails) {
  const isNamed = (lastName === '' || isWritten(lastName)) && isWritten(firstName) && !isLetter(firstName)
  const isInFull = isNamed && (!patronym || (isWritten(patronym) && !isLetter(patronym)))
  return [
    ...(isInFull ? [] : (['name'] as const)),
    ...(bornOn === null ? (['birth-date'] as const) : []),
    ...(taxNumber === null ? (['tax-number'] as const) : []),
  ]
}

/** A name with a full stop is an abbreviation. */
function isWritten(name: string): boolean {
  return name.trim() !== '' && !name.includes('.')
}

/** A single letter is an initial; surnames may have one letter. */
function isLetter(name: string): boolean {
  return name.trim().length === 1
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4))
}
