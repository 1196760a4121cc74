import { asc, gte, sql } from 'drizzle-orm'
import { listEvents, type SchoolEvent } from '#contract/events.ts'
import { events } from '#server/db/schema/content.ts'
import { spell, spelledList } from '#server/db/spelled.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'

const msOfYear = 365 * 86_400_000

/** What is to come, and what was within a year. */
export async function eventsRoutes(app: App) {
  const { id: uuid, title, summary, category, format, startsAt, endsAt, place, url, imageUrl } = events
  const query = app.database
    .select(spell<SchoolEvent>({ uuid, title, summary, category, format, startsAt, endsAt, place, url, imageUrl }))
    .from(events)
    .where(gte(endsAt, sql.placeholder('since')))
    .orderBy(asc(startsAt), asc(title))
    .prepare('events')

  serve(app, listEvents, async () => {
    const since = new Date(app.clock().getTime() - msOfYear)
    return spelledList<SchoolEvent>(await query.execute({ since }))
  })
}
