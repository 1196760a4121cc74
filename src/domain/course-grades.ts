import type { Course } from '#contract/enrolment/catalog.ts'
import { firstCollegeGrade } from '#contract/limits.ts'

/**
 * Whether a course is for a student of the class. Without classes it is for every one; one of the college, for those who
 * finish grade 9 or have finished it, such as students without a class.
 */
export function isForGrade({ branch, grades }: Pick<Course, 'branch' | 'grades'>, grade: number | null): boolean {
  if (grades.length > 0) return grade !== null && grades.includes(grade)
  return branch !== 'college' || grade === null || grade >= firstCollegeGrade
}
