import type { TaxObstacle } from '#contract/enumerations.ts'
import type { Particulars } from '#contract/tax.ts'
import type { Day } from '#server/days.ts'
import { type RulesOfYear, taxRules } from './tax-rules.ts'

/** What the applicant has paid for a student in a year, and what others have. */
export type Paid = { paid: number; paidByOthers: number }

type Case = Paid & {
  year: number
  today: Day
  applicant: Particulars
  student: Particulars
}

/** Kopecks: what counts of the sum, and what comes back of that, rounded down. */
export function refundOf(paid: number, isApplicant: boolean, rules: RulesOfYear) {
  const limit = isApplicant ? rules.limitOfOneself : rules.limitOfChild
  const counted = Math.min(paid, limit)
  return { limit, counted, refund: Math.floor((counted * rules.ratePercent) / 100) }
}

/** The years that a declaration may still be about, the present one among them. */
export function isWithinReach(year: number, today: Day): boolean {
  const present = yearOf(today)
  return present - taxRules.yearsBack <= year && year <= present
}

/** What a tax office would send a certificate back for, and what keeps the school from making one. */
export function obstaclesOf({ year, today, applicant, student, paid, paidByOthers }: Case): TaxObstacle[] {
  const isApplicant = applicant.uuid === student.uuid
  const missing = missingOf(applicant).map((part) => `applicant-${part}` as const)
  const missingOfStudent = isApplicant ? [] : missingOf(student).map((part) => `student-${part}` as const)
  return [
    ...missing,
    ...missingOfStudent,
    ...(paid === 0 && paidByOthers > 0 ? (['another-payer'] as const) : []),
    ...(paid === 0 && paidByOthers <= 0 ? (['nothing-paid'] as const) : []),
    // A sum that still grows would be certified too low, and there is one certificate for a year.
    ...(year >= yearOf(today) ? (['year-not-over'] as const) : []),
    ...(year < yearOf(today) && !isWithinReach(year, today) ? (['too-long-ago'] as const) : []),
  ]
}

/** The first has the number alone; what puts it right has the same and its own after the stroke. */
export function correctedNumber(number: string): string {
  const { base, correction } = numberParts(number)
  return `${base}/${correction + 1}`
}

export function numberParts(number: string): { base: string; correction: number } {
  const [base = '', correction = '0'] = number.split('/')
  return { base, correction: Number(correction) }
}

function missingOf({ lastName, firstName, patronym, bornOn, taxNumber }: Particulars) {
  const isNamed = isWritten(lastName) && isWritten(firstName) && !isLetter(firstName)
  const isInFull = isNamed && (!patronym || (isWritten(patronym) && !isLetter(patronym)))
  return [
    ...(isInFull ? [] : (['name'] as const)),
    ...(bornOn === null ? (['birth-date'] as const) : []),
    ...(taxNumber === null ? (['tax-number'] as const) : []),
  ]
}

/** What ends with a full stop is an abbreviation. */
function isWritten(name: string): boolean {
  return name.trim() !== '' && !name.includes('.')
}

/** An initial; there are surnames of one letter. */
function isLetter(name: string): boolean {
  return name.trim().length === 1
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4))
}
