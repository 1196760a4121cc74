import type { FastifyReply, FastifyRequest } from 'fastify'
import { endFeedLink, getFeedLink, renewFeedLink } from '#contract/learning/schedule.ts'
import type { App, Session } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall, routeWithEtag } from '#server/plugins/calls.ts'
import { prepareFeedItems } from './feed-items.ts'
import {
  canReadStudents,
  endFeed,
  type FeedRoleGroup,
  findFeed,
  findFeedBySecret,
  recordFeedRead,
  renewFeed,
} from './feeds.ts'
import { buildCalendar } from './icalendar.ts'

/** The personal iCalendar feed: of the children in the parent group, of the user in the student group. */
export async function feedRoutes(app: App): Promise<void> {
  const { database, clock, env } = app
  const itemsOf = prepareFeedItems(database)
  const host = new URL(env.PUBLIC_URL).hostname

  registerCall(app, getFeedLink, async ({ session }) => {
    const roleGroup = roleGroupOf(session)
    const feed = roleGroup && (await findFeed(database, { ownerId: session.userId, roleGroup }))
    return { feed: feed && toFeedInfo(feed) }
  })

  registerCall(app, renewFeedLink, async ({ session, body }) => {
    const roleGroup =
      roleGroupOf(session) ?? throwProblem('role-missing', 'Neither the parent nor the student group is selected')
    const ownerId = session.userId
    const [studentIds, kinds] = [[...new Set(body.students)], [...new Set(body.kinds)]]
    if (!(await canReadStudents(database, { ownerId, roleGroup }, studentIds)))
      throwProblem('not-found', 'Not all of them are theirs')
    const feed = { ownerId, roleGroup, studentIds, kinds, createdAt: clock() }
    const secret = await renewFeed(database, feed)
    return { url: `${env.PUBLIC_URL}/calendar/${secret}.ics`, feed: toFeedInfo({ ...feed, lastReadAt: null }) }
  })

  registerCall(app, endFeedLink, async ({ session }) => {
    const roleGroup = roleGroupOf(session)
    if (roleGroup) await endFeed(database, { ownerId: session.userId, roleGroup, now: clock() })
    return undefined
  })

  // Outside of /api and without a session: the secret in the address is the credential, and the log has only the route
  // pattern.
  const address = '/calendar/:secret([A-Za-z0-9_-]{22}).ics'
  const answer = async ({ params }: FastifyRequest, reply: FastifyReply) => {
    const feed = await findFeedBySecret(database, (params as { secret: string }).secret)
    if (!feed) throwProblem('not-found', 'There is no such calendar')
    const now = clock()
    await recordFeedRead(database, feed, now)
    const { TIME_ZONE: timeZone } = env
    const items = await itemsOf(feed, now, timeZone)
    const since = feed.createdAt
    const calendar = buildCalendar({ items, language: feed.language ?? 'ru', timeZone, host, since })
    return reply
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="schedule.ics"')
      .send(calendar)
  }
  routeWithEtag(app, { method: 'GET', url: address, config: { limit: 'feed' }, handler: answer })
}

function roleGroupOf({ group }: Session): FeedRoleGroup | null {
  return group === 'parent' || group === 'student' ? group : null
}

type StoredFeed = NonNullable<Awaited<ReturnType<typeof findFeed>>>
type FeedDetails = Pick<StoredFeed, 'studentIds' | 'kinds' | 'createdAt' | 'lastReadAt'>

function toFeedInfo({ studentIds, kinds, createdAt, lastReadAt }: FeedDetails) {
  return {
    students: studentIds,
    kinds,
    createdAt: createdAt.toISOString(),
    lastReadAt: lastReadAt?.toISOString() ?? null,
  }
}
