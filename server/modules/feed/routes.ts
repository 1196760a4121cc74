import { endFeedLink, getFeedLink, renewFeedLink } from '#contract/schedule.ts'
import { serve } from '#server/plugins/calls.ts'
import { etagOf, holds } from '#server/plugins/revalidation.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'
import { calendarOf } from './calendar.ts'
import { feedItemsOf } from './feed-items.ts'
import { endFeed, type Family, feedBySecret, feedOf, mayRead, noteRead, renewFeed } from './feeds.ts'

/** The personal iCalendar subscription: of the children in the parent group, of oneself in the student group (D-8). */
export async function feedRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const itemsOf = feedItemsOf(database)
  const host = new URL(env.PUBLIC_URL).hostname

  serve(app, getFeedLink, async ({ session }) => {
    const family = familyOf(session)
    const feed = family && (await feedOf(database, { ownerId: session.userId, family }))
    return { feed: feed && told(feed) }
  })

  serve(app, renewFeedLink, async ({ session, body }) => {
    const family = familyOf(session) ?? refuse('role-missing', 'Neither the parent nor the student group is selected')
    const ownerId = session.userId
    const [studentIds, kinds] = [[...new Set(body.students)], [...new Set(body.kinds)]]
    if (!(await mayRead(database, { ownerId, family }, studentIds))) refuse('not-found', 'Not all of them are theirs')
    const feed = { ownerId, family, studentIds, kinds, createdAt: clock() }
    const secret = await renewFeed(database, feed)
    return { url: `${env.PUBLIC_URL}/calendar/${secret}.ics`, feed: told({ ...feed, lastReadAt: null }) }
  })

  serve(app, endFeedLink, async ({ session }) => {
    const family = familyOf(session)
    if (family) await endFeed(database, { ownerId: session.userId, family, now: clock() })
    return undefined
  })

  // Outside of /api and of every session: the address alone says whose it is, and the log has only its pattern.
  const address = '/calendar/:secret([A-Za-z0-9_-]{22}).ics'
  app.get<{ Params: { secret: string } }>(address, { config: { limit: 'feed' } }, async (request, reply) => {
    const feed = await feedBySecret(database, request.params.secret)
    if (!feed) refuse('not-found', 'There is no such calendar')
    const now = clock()
    await noteRead(database, feed, now)
    const { TIME_ZONE: timeZone } = env
    const items = await itemsOf(feed, now, timeZone)
    const since = feed.createdAt
    const calendar = calendarOf({ items, language: feed.language ?? 'ru', timeZone, host, since })
    const etag = etagOf(calendar)
    reply.header('etag', etag).header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
    if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="schedule.ics"')
      .send(calendar)
  })
}

function familyOf({ group }: Session): Family | null {
  return group === 'parent' || group === 'student' ? group : null
}

type Kept = NonNullable<Awaited<ReturnType<typeof feedOf>>>
type Telling = Pick<Kept, 'studentIds' | 'kinds' | 'createdAt' | 'lastReadAt'>

function told({ studentIds, kinds, createdAt, lastReadAt }: Telling) {
  return {
    students: studentIds,
    kinds,
    createdAt: createdAt.toISOString(),
    lastReadAt: lastReadAt?.toISOString() ?? null,
  }
}
