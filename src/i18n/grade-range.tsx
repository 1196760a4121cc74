import { Trans } from '@lingui/react/macro'
import type { Course } from '#contract/enrolment/catalog.ts'
import { firstCollegeGrade } from '#contract/limits.ts'

/** Grades of a course; consecutive ones as a range: «5–7, 9 классы». */
export function GradeRange({ branch, grades }: Pick<Course, 'branch' | 'grades'>) {
  const ranges = rangesOf(grades)
  if (grades.length === 0 && branch === 'college') return <Trans>После {firstCollegeGrade} класса</Trans>
  if (grades.length === 0) return <Trans>Любой класс</Trans>
  return grades.length === 1 ? <Trans>{ranges} класс</Trans> : <Trans>{ranges} классы</Trans>
}

function rangesOf(grades: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const grade of grades.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1)
    if (range !== undefined && range[1] + 1 >= grade) range[1] = grade
    else ranges.push([grade, grade])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ')
}
