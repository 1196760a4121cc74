import { asc, gte, sql } from 'drizzle-orm'
import { listEvents } from '#contract/events.ts'
import { events } from '#server/db/schema/content.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'

const msOfYear = 365 * 86_400_000

/** What is to come, and what was within a year. */
export async function eventsRoutes(app: App) {
  const { id: uuid, title, summary, category, format, startsAt, endsAt, place, url, imageUrl } = events
  const query = app.database
    .select({ uuid, title, summary, category, format, startsAt, endsAt, place, url, imageUrl })
    .from(events)
    .where(gte(endsAt, sql.placeholder('since')))
    .orderBy(asc(startsAt), asc(title))
    .prepare('events')

  serve(app, listEvents, async () => {
    const found = await query.execute({ since: new Date(app.clock().getTime() - msOfYear) })
    return found.map((event) => ({
      ...event,
      startsAt: event.startsAt.toISOString(),
      endsAt: event.endsAt.toISOString(),
    }))
  })
}
