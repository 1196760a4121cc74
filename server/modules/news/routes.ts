import { type SQL, sql } from 'drizzle-orm'
import { getNews, listNewMarks, markNewsSeen } from '#contract/learning.ts'
import { listScheduleChanges } from '#contract/schedule.ts'
import { childrenOf, personOf } from '#server/modules/schedule/schedule-items.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App, Session } from '#server/surroundings.ts'
import { keepLook } from './last-looks.ts'
import { newestMarksOf, newMarks } from './newest-marks.ts'
import { newChanges, scheduleChangesOf } from './schedule-changes.ts'

/** What is new to a person: of the children in the parent group, of oneself in the student group (D-8). */
export async function newsRoutes(app: App) {
  const families = { parent: newsOf(app, 'of_children', childrenOf), student: newsOf(app, 'of_person', personOf) }

  /** In the other groups there is nothing to tell. */
  const familyOf = ({ group }: Session) => (group === 'parent' || group === 'student' ? families[group] : null)
  const asking = ({ userId }: Session) => ({ userId, now: app.clock().toISOString(), timeZone: app.env.TIME_ZONE })

  serve(app, listScheduleChanges, ({ session }) => familyOf(session)?.changes(asking(session)) ?? [])
  serve(app, listNewMarks, ({ session }) => familyOf(session)?.marks(asking(session)) ?? [])
  serve(app, getNews, ({ session }) => familyOf(session)?.counts(asking(session)) ?? [])

  serve(app, markNewsSeen, ({ session: { userId }, body: { section, at } }) =>
    keepLook(app.database, { userId, section, seenAt: new Date(Math.min(Date.parse(at), app.clock().getTime())) }),
  )
}

function newsOf({ database }: App, name: string, students: SQL) {
  const counted = database
    .select({
      changes: newChanges(database, students).mapWith(Number),
      marks: newMarks(database, students).mapWith(Number),
    })
    .from(sql`(values (1)) as once`)
    .prepare(`news_${name}`)
  return {
    changes: scheduleChangesOf(database, name, students),
    marks: newestMarksOf(database, name, students),
    async counts(asking: { userId: string; now: string; timeZone: string }) {
      const [found] = await counted.execute(asking)
      return [
        { section: 'schedule' as const, count: found?.changes ?? 0 },
        { section: 'grade-book' as const, count: found?.marks ?? 0 },
      ]
    },
  }
}
