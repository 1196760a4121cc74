import { listHomework } from '#contract/learning/homework.ts'
import { prepareForRoleGroups, viewerOf } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { addDays, mondayOf, zonedInstant } from '#server/time/calendar-days.ts'
import { prepareHomework } from './homework-tasks.ts'

/** Homework of the children in the parent group, of the user in the student group. */
export async function homeworkRoutes(app: App) {
  const { clock, env } = app
  const prepared = prepareForRoleGroups('seesLearning', (name, students) =>
    prepareHomework(app.database, name, students),
  )
  const midnight = (day: string) => zonedInstant(day, '00:00', env.TIME_ZONE).toISOString()

  registerCall(app, listHomework, ({ session, query: { date, weeks = 1 } }) => {
    const { roleGroup, userId } = viewerOf(session)
    const monday = mondayOf(date)
    return prepared[roleGroup]({
      userId,
      timeZone: env.TIME_ZONE,
      now: clock().toISOString(),
      from: midnight(monday),
      until: midnight(addDays(monday, weeks * 7)),
    })
  })
}
