import { listChildrenSchedule, listOwnSchedule } from '#contract/learning/schedule.ts'
import { prepareForRoleGroups } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { monthGridRange, prepareSchedule } from '#server/schedule-items/schedule-items.ts'
import { addDays, type Day, zonedInstant } from '#server/time/calendar-days.ts'

/** The calls of a family return the schedule of the children or of the user. */
export async function scheduleRoutes(app: App) {
  const { TIME_ZONE } = app.env
  const { parent: findItemsOfChildren, student: findOwnItems } = prepareForRoleGroups(
    'seesLearning',
    (name, students) => prepareSchedule(app.database, `schedule_${name}`, students),
  )

  function periodOf(userId: string, day: Day) {
    const { from, to } = monthGridRange(day)
    return { userId, timeZone: TIME_ZONE, from: startOf(from), until: startOf(addDays(to, 1)) }
  }

  const startOf = (day: Day) => zonedInstant(day, '00:00', TIME_ZONE).toISOString()

  registerCall(app, listChildrenSchedule, ({ session, query }) =>
    findItemsOfChildren(periodOf(session.userId, query.month_date)),
  )
  registerCall(app, listOwnSchedule, ({ session, query }) => findOwnItems(periodOf(session.userId, query.month_date)))
}
