import fastifySse from '@fastify/sse'
import { and, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type ChangedCalls, changeStreamPath } from '#contract/change-stream.ts'
import { idleCutoff, sessionLifetime } from '#server/access/session-lifetime.ts'
import type { App, Session } from '#server/app-types.ts'
import { type ChangeNotification, changeChannel } from '#server/changes/announce-changes.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import type { Listen } from '#server/db/listen.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { ChangeLog } from './change-log.ts'
import { type OpenStream, OpenStreams, sendEvent, sendSignOfLife } from './open-streams.ts'
import { announceOwnChanges } from './own-changes.ts'

/** Times in milliseconds. Tests shorten them. */
export const streamLimits = {
  /** Open streams of one person on one server: a browser has one for all its tabs. */
  perPerson: 20,
  /** Between two signs of life, which also look for sessions that have expired. Proxies close a silent connection at 60 s. */
  heartbeat: 25_000,
  /** Before the browser connects again; it adds jitter and grows it. */
  retry: 3_000,
  /** How many notifications are kept for browsers that come back. */
  kept: 1_000,
}

/**
 * Streams the names of calls whose answers have changed to the open pages of a person (decision 079). Other modules
 * announce changes by `server/changes/announce-changes.ts`; a successful call of a person announces its row of
 * `contract/call-changes.ts` in `own-changes.ts`.
 */
export async function changeStream(app: App, listen: Listen, changes: ChangeLog): Promise<void> {
  await app.register(fastifySse)
  const streams = new OpenStreams()
  serveStream(app, streams, changes)
  announceOwnChanges(app)
  deliverChanges(app, { listen, streams, changes })
}

function serveStream(app: App, streams: OpenStreams, changes: ChangeLog): void {
  let isStopping = false
  app.get(
    `/api${changeStreamPath}`,
    {
      // A HEAD request would never be answered.
      exposeHeadRoute: false,
      sse: { kind: 'only', heartbeat: false },
      // The limit of the server would cut it off.
      handlerTimeout: sessionLifetime,
      compress: false,
      config: { access: { who: 'signed-in' }, isStream: true },
    },
    async ({ session, headers }: FastifyRequest, reply) => {
      if (isStopping) throwProblem('unavailable', 'The server is stopping')
      if (!session) throwProblem('unauthenticated', 'The stream needs a session')
      const stream = { session, reply }
      streams.add(stream, streamLimits.perPerson)
      reply.header('cache-control', 'no-store').hijack()
      reply.sse.keepAlive()
      const known = headers['last-event-id']
      const missed = typeof known === 'string' ? changes.missedSince(known, session.userId) : null
      if (missed) {
        const after = app.readsReplicas ? changes.lastChangeOf(session.userId) : null
        sendEvent(stream, { event: 'changed', data: withAfter(missed, after), id: changes.lastId })
      }
      // Last: a page that only wants to know what it has missed stops reading here.
      sendEvent(stream, { event: 'opened', data: null, id: changes.lastId, retry: streamLimits.retry })
      // The session may have ended since the request was admitted, when its stream was not open yet.
      const active = await findActiveSessions(app, [stream]).catch((error: unknown) => logUnlessOutage(app, error))
      if (active?.has(session.id) === false) endStreams([stream], changes)
    },
  )
  // A stream never finishes by itself: the server would wait for it.
  app.addHook('preClose', async () => {
    isStopping = true
    for (const { reply } of streams.all()) reply.sse.close()
  })
}

type Delivery = { listen: Listen; streams: OpenStreams; changes: ChangeLog }

/** Passes on what any server announces, and ends the streams of sessions that have ended. */
function deliverChanges(app: App, { listen, streams, changes }: Delivery): void {
  let heartbeat: NodeJS.Timeout | null = null
  let listening: { close(): Promise<void> } | null = null

  function receive(payload: string): void {
    const notification = JSON.parse(payload) as ChangeNotification
    if ('endedSessions' in notification) {
      const ids = new Set(notification.endedSessions)
      const isEnded = ({ id, administrator }: Session) => ids.has(id) || ids.has(administrator?.sessionId ?? '')
      endStreams(
        streams.all().filter(({ session }) => isEnded(session)),
        changes,
      )
      return
    }
    changes.add(notification)
    const { users, calls, by, transaction } = notification
    const data = withAfter({ calls, by }, app.readsReplicas ? transaction : null)
    for (const userId of users)
      for (const stream of streams.of(userId)) sendEvent(stream, { event: 'changed', data, id: changes.lastId })
  }

  function announceGap(transaction: string): void {
    changes.clear(transaction)
    const data = withAfter({ calls: 'all', by: null }, app.readsReplicas ? transaction : null)
    for (const stream of streams.all()) sendEvent(stream, { event: 'changed', data, id: changes.lastId })
  }

  /** Sessions expire without an announcement, and one may be missed during an outage. */
  async function checkSessions(): Promise<void> {
    const open = streams.all()
    const active = await findActiveSessions(app, open)
    endStreams(
      open.filter(({ session }) => !active.has(session.id)),
      changes,
    )
    for (const stream of open) if (active.has(stream.session.id)) sendSignOfLife(stream)
  }

  app.addHook('onReady', async () => {
    listening = await listen(changeChannel, { onMessage: receive, onGap: announceGap })
    heartbeat = setInterval(
      () => void checkSessions().catch((error) => logUnlessOutage(app, error)),
      streamLimits.heartbeat,
    )
    heartbeat.unref()
  })
  app.addHook('preClose', async () => {
    if (heartbeat) clearInterval(heartbeat)
  })
  app.addHook('onClose', async () => listening?.close())
}

function withAfter(data: ChangedCalls, after: string | null): ChangedCalls {
  return after === null ? data : { ...data, after }
}

function endStreams(ended: readonly OpenStream[], changes: ChangeLog): void {
  for (const stream of ended) {
    sendEvent(stream, { event: 'session-ended', data: null, id: changes.lastId })
    stream.reply.sse.close()
  }
}

async function findActiveSessions(app: App, open: readonly OpenStream[]): Promise<Set<string>> {
  if (open.length === 0) return new Set()
  const now = app.clock()
  const active = await app.database
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        inArray(sessions.id, [...new Set(open.map(({ session }) => session.id))]),
        isNotNull(sessions.tokenHash),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, idleCutoff(now)),
        or(isNull(sessions.impersonationUntil), gt(sessions.impersonationUntil, now)),
      ),
    )
  return new Set(active.map(({ id }) => id))
}

function logUnlessOutage(app: App, error: unknown): undefined {
  if (!isConnectionError(error)) app.log.error({ err: error }, 'changes were not announced')
}
