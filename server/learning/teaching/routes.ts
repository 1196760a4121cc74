import { getTeacherDay } from '#contract/learning/teaching.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { addDays, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import { findTaughtGroups, findTaughtLessons } from './teacher-day.ts'

const shownDays = 7

/** What a teacher teaches, and the groups of a curator. */
export async function teachingRoutes(app: App) {
  const { database, clock, env } = app
  registerCall(app, getTeacherDay, async ({ session: { userId } }) => {
    const today = dayInZone(clock(), env.TIME_ZONE)
    const startOf = (day: string) => zonedInstant(day, '00:00', env.TIME_ZONE)
    const until = startOf(addDays(today, shownDays))
    const timeZone = env.TIME_ZONE
    const [lessons, groups] = await Promise.all([
      findTaughtLessons(database, { userId, from: startOf(today), until, timeZone }),
      findTaughtGroups(database, { userId, today, now: clock(), until, timeZone }),
    ])
    return { lessons, groups }
  })
}
