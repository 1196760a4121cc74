import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import type { OpenedTerm } from './opened.ts'

const CourseDialog = latePart('course-dialog', () =>
  import('./course-dialog.tsx').then((module) => module.CourseDialog),
)

/** The course that the address names, by itself; a mark that is open lies over it. */
export function OpenedCourse(opened: OpenedTerm) {
  const { search, close, open } = useAddress('grade-book')
  const course = opened.book.courses.find(({ uuid }) => uuid === search.course)
  if (course === undefined || search.mark !== undefined) return null
  return (
    <CourseDialog
      {...opened}
      course={course}
      onClose={() => close({ course: undefined })}
      onMark={(mark) => open({ mark })}
    />
  )
}

OpenedCourse.warm = CourseDialog.warm
