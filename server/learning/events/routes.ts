import { asc, gte, sql } from 'drizzle-orm'
import { listEvents, type SchoolEvent } from '#contract/learning/events.ts'
import type { App } from '#server/app-types.ts'
import { selectJson, toRawJsonList } from '#server/db/json-select.ts'
import { events } from '#server/db/schema/content.ts'
import { registerCall } from '#server/plugins/calls.ts'

const msOfYear = 365 * 86_400_000

/** Events of the last year and all future ones. */
export async function eventsRoutes(app: App) {
  const { id: uuid, title, summary, category, format, startsAt, endsAt, place, url, imageUrl } = events
  const query = app.database
    .select(selectJson<SchoolEvent>({ uuid, title, summary, category, format, startsAt, endsAt, place, url, imageUrl }))
    .from(events)
    .where(gte(endsAt, sql.placeholder('since')))
    .orderBy(asc(startsAt), asc(title))
    .prepare('events')

  registerCall(app, listEvents, async () => {
    const since = new Date(app.clock().getTime() - msOfYear)
    return toRawJsonList<SchoolEvent>(await query.execute({ since }))
  })
}
