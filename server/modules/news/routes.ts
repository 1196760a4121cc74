import { type SQL, sql } from 'drizzle-orm'
import type { NewsSection } from '#contract/enumerations.ts'
import { getNews, listNewMarks, markNewsSeen } from '#contract/learning.ts'
import { listScheduleChanges } from '#contract/schedule.ts'
import { ofFamilies } from '#server/modules/schedule/families.ts'
import { serve } from '#server/plugins/calls.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'
import { keepLook, keepOpened } from './last-looks.ts'
import { newestMarksOf, newMarks } from './newest-marks.ts'
import { type Asking, newChanges, scheduleChangesOf } from './schedule-changes.ts'

/** What is new to a person: of the children in the parent group, of oneself in the student group (D-8). */
export async function newsRoutes(app: App) {
  const families = ofFamilies((name, students) => newsOf(app, name, students))

  /** In the other groups there is nothing to tell. */
  const familyOf = ({ group }: Session) => (group === 'parent' || group === 'student' ? families[group] : null)
  const asking = ({ userId }: Session) => ({ userId, now: app.clock().toISOString(), timeZone: app.env.TIME_ZONE })

  serve(app, listScheduleChanges, ({ session }) => familyOf(session)?.changes(asking(session)) ?? [])
  serve(app, listNewMarks, ({ session }) => familyOf(session)?.marks(asking(session)) ?? [])
  serve(app, getNews, ({ session }) => familyOf(session)?.counts(asking(session)) ?? [])

  serve(app, markNewsSeen, async ({ session, body: { section, at, item } }) => {
    const seenAt = new Date(Math.min(Date.parse(at), app.clock().getTime()))
    const look = { userId: session.userId, section, seenAt }
    if (item === undefined) return keepLook(app.database, look)
    const told = (await familyOf(session)?.toldOf(section, asking(session))) ?? []
    if (!told.includes(item)) refuse('not-found', 'No such news, or not theirs')
    return keepOpened(app.database, { ...look, itemId: item })
  })
}

function newsOf({ database }: App, name: string, students: SQL) {
  const counted = database
    .select({
      changes: newChanges(database, students).mapWith(Number),
      marks: newMarks(database, students).mapWith(Number),
    })
    .from(sql`(values (1)) as once`)
    .prepare(`news_${name}`)
  const changes = scheduleChangesOf(database, name, students)
  const marks = newestMarksOf(database, name, students)
  return {
    changes,
    marks,
    /** What the lists of a section hold: of nothing else can anybody say that they have seen it. */
    async toldOf(section: NewsSection, asking: Asking): Promise<string[]> {
      if (section === 'schedule') return (await changes(asking)).read().map(({ itemUuid }) => itemUuid)
      return (await marks(asking)).read().map(({ uuid }) => uuid)
    },
    async counts(asking: Asking) {
      const [found] = await counted.execute(asking)
      return [
        { section: 'schedule' as const, count: found?.changes ?? 0 },
        { section: 'grade-book' as const, count: found?.marks ?? 0 },
      ]
    },
  }
}
