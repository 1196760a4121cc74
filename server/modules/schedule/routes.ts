import { listChildrenSchedule, listOwnSchedule } from '#contract/schedule.ts'
import { addDays, type Day, instantAt } from '#server/days.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { ofFamilies } from './families.ts'
import { sheetOf } from './rules.ts'
import { scheduleOf } from './schedule-items.ts'

/** Which family of calls one uses decides whose schedule it is: the children's or one's own (D-8). */
export async function scheduleRoutes(app: App) {
  const { TIME_ZONE } = app.env
  const { parent: ofChildren, student: ofPerson } = ofFamilies((name, students) =>
    scheduleOf(app.database, `schedule_${name}`, students),
  )

  function sheet(userId: string, day: Day) {
    const { from, to } = sheetOf(day)
    return { userId, timeZone: TIME_ZONE, from: startOf(from), until: startOf(addDays(to, 1)) }
  }

  const startOf = (day: Day) => instantAt(day, '00:00', TIME_ZONE).toISOString()

  serve(app, listChildrenSchedule, ({ session, query }) => ofChildren(sheet(session.userId, query.month_date)))
  serve(app, listOwnSchedule, ({ session, query }) => ofPerson(sheet(session.userId, query.month_date)))
}
