import type { Course, CoursesForStudent } from '#contract/enrolment/catalog.ts'
import { firstCollegeGrade } from '#contract/limits.ts'

type Seeker = Pick<CoursesForStudent['students'][number], 'grade' | 'isAtCollege'>

/**
 * Whether a course is suggested to a student. Without classes it is for every one; a programme of the college, for those
 * who finish grade 9 and for students without a class who are not at the college yet.
 */
export function suitsStudent({ branch, grades }: Pick<Course, 'branch' | 'grades'>, { grade, isAtCollege }: Seeker) {
  if (grades.length > 0) return grade !== null && grades.includes(grade)
  return branch !== 'college' || (!isAtCollege && (grade === null || grade === firstCollegeGrade))
}
