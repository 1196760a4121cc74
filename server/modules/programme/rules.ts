import type { OfferStudent } from '#contract/schedule.ts'
import { addDays, type Day } from '#server/days.ts'

type Rule = OfferStudent['opportunities'][number]['rules'][number]

export type Asked = {
  opportunity: { grades: readonly number[]; isForOwn: boolean }
  student: { grade: number | null; studiesHere: boolean; isEnrolled: boolean }
  enrolUntil: Day
  today: Day
}

/** What enrolment in an opportunity asks of a student; what it does not ask for is left out. */
export function rulesOf({ opportunity: { grades, isForOwn }, student, enrolUntil, today }: Asked): Rule[] {
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

/** Days for which the place of an enrolment that costs something waits for its contract. */
export const contractGrace = 7

/** The last of them. */
export function keptUntil(enrolledOn: Day): Day {
  return addDays(enrolledOn, contractGrace)
}
