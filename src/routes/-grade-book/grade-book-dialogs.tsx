import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import type { SelectedTerm } from './journal.ts'

const CourseDialog = lazyComponent('course-dialog', () => import('./school/course-dialog.tsx'), 'CourseDialog')

/** Dialog of the course selected in the URL; the dialog of a selected mark has precedence. */
export function CourseDialogRoute(opened: SelectedTerm) {
  const { search, close, open } = useScreenSearch('grade-book')
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

CourseDialogRoute.prefetch = CourseDialog.prefetch

const MarkDialog = lazyComponent('mark-dialog', () => import('./mark-dialog.tsx'), 'MarkDialog')

/** Dialog of the mark, or of the day without a mark, selected in the URL. */
export function MarkDialogRoute(opened: SelectedTerm) {
  const { search, close, replace } = useScreenSearch('grade-book')
  const { mark } = search
  if (mark === undefined) return null
  return (
    <MarkDialog
      {...opened}
      entryKey={mark}
      onClose={() => close({ mark: undefined })}
      onCourse={(course) => replace({ mark: undefined, course })}
    />
  )
}

MarkDialogRoute.prefetch = MarkDialog.prefetch
