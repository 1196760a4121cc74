import type { OfferStudent } from '#contract/learning/schedule.ts'
import { addDays, type Day } from '#server/time/calendar-days.ts'

type Rule = OfferStudent['opportunities'][number]['rules'][number]

export type EnrolmentCase = {
  opportunity: { grades: readonly number[]; isForOwn: boolean }
  student: { grade: number | null; studiesHere: boolean; isEnrolled: boolean }
  enrolUntil: Day
  today: Day
}

/** The enrolment rules of an opportunity for a student; rules that it does not have are left out. */
export function evaluateEnrolmentRules({
  opportunity: { grades, isForOwn },
  student,
  enrolUntil,
  today,
}: EnrolmentCase): Rule[] {
  const rule = (name: Rule['rule'], isMet: boolean): Rule => ({ rule: name, isMet, grades: null })
  return [
    ...(grades.length > 0
      ? [
          {
            rule: 'grade' as const,
            isMet: student.grade !== null && grades.includes(student.grade),
            grades: [...grades],
          },
        ]
      : []),
    ...(isForOwn ? [rule('studies-here', student.studiesHere)] : []),
    rule('before-deadline', today <= enrolUntil),
    rule('not-enrolled', !student.isEnrolled),
  ]
}

/** Days for which the place of a paid enrolment is kept without a contract. */
export const contractGraceDays = 7

/** The last day on which the place is kept. */
export function enrolmentExpiryDay(enrolledOn: Day): Day {
  return addDays(enrolledOn, contractGraceDays)
}

/** The last day to withdraw an enrolment: the day before its group starts; null if it is over or there is a contract. */
export function lastWithdrawalDay({
  startsOn,
  hasContract,
  today,
}: {
  startsOn: Day
  hasContract: boolean
  today: Day
}): Day | null {
  return hasContract || today >= startsOn ? null : addDays(startsOn, -1)
}
