import { listCourseStudents, listCourses, readCourse } from '#contract/catalog.ts'
import { askerOf } from '#server/modules/moves/contracts.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { courseList } from './course-list.ts'
import { courseStudents } from './course-students.ts'
import { detailedCourse } from './courses.ts'

/** The catalog, open to everyone; what a course is to one's own children is asked apart. */
export async function catalogRoutes(app: App) {
  const { database } = app
  const moment = () => ({ now: app.clock(), timeZone: app.env.TIME_ZONE })

  serve(app, listCourses, (asked) => courseList(database, moment(), asked))
  serve(app, readCourse, ({ params }) => detailedCourse(database, moment(), params.id))
  serve(app, listCourseStudents, ({ session, params }) =>
    courseStudents(database, askerOf(session), moment(), params.id),
  )
}
