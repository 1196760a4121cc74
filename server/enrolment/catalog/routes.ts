import {
  listCourseStudents,
  listCourses,
  listCoursesForStudent,
  listGroupStudents,
  listGroups,
  readCourse,
} from '#contract/enrolment/catalog.ts'
import type { Locale } from '#contract/enumerations.ts'
import { viewerOf } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { findCoursePage } from './course-list.ts'
import { findCoursePageOfStudent } from './course-list-of-student.ts'
import { findCourseStudents, findGroupStudents } from './course-students.ts'
import { findComparedGroups, findCourseDetails } from './courses.ts'
import type { WholeCatalog } from './whole-catalog.ts'

/** The catalog is public; what a course means for the user's students is a separate call. */
export async function catalogRoutes(app: App) {
  const { database } = app
  const currentTime = () => ({
    now: app.clock(),
    timeZone: app.env.TIME_ZONE,
    priceOfLateStart: app.env.SCHOOL.priceOfLateStart ?? 'whole',
  })

  const whole: WholeCatalog = { counted: null }
  const namesIn = (language: Locale) => app.env.SCHOOL.names?.[language]

  registerCall(app, listCourses, (request) =>
    findCoursePage(database, currentTime(), { ...request, whole, names: namesIn(request.language) }),
  )
  registerCall(app, listCoursesForStudent, ({ session, ...request }) =>
    findCoursePageOfStudent(database, viewerOf(session), currentTime(), {
      ...request,
      whole,
      names: namesIn(request.language),
    }),
  )
  registerCall(app, readCourse, ({ params }) => findCourseDetails(database, currentTime(), params.id))
  registerCall(app, listCourseStudents, ({ session, params }) =>
    findCourseStudents(database, viewerOf(session), currentTime(), params.id),
  )
  registerCall(app, listGroups, ({ query }) => findComparedGroups(database, currentTime(), query.groupUuids))
  registerCall(app, listGroupStudents, ({ session, query }) =>
    findGroupStudents(database, viewerOf(session), currentTime(), query.groupUuids),
  )
}
