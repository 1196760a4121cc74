import fastifySse from '@fastify/sse'
import { and, gt, inArray, isNotNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { callChanges, type GetCall, type WriteCall } from '#contract/call-changes.ts'
import { changeStreamPath } from '#contract/change-stream.ts'
import { announceOwnChanges, type ChangeNotification, changeChannel } from '#server/access/announce-changes.ts'
import type { App, Session } from '#server/app-types.ts'
import { idleCutoff, sessionLifetime } from '#server/auth/sessions/session-store.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import type { Listen } from '#server/db/listen.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { throwProblem } from '#server/http-error.ts'
import { ChangeLog } from './change-log.ts'
import { type OpenStream, OpenStreams, sendEvent } from './open-streams.ts'

/** Times in milliseconds. Tests shorten them. */
export const streamLimits = {
  /** Open streams of one person on one server: a browser has one for all its tabs. */
  perPerson: 20,
  /** Between two signs of life, which also look for sessions that have expired. Proxies close a silent connection at 60 s. */
  heartbeat: 25_000,
  /** Before the browser connects again; it adds jitter and grows it. */
  retry: 3_000,
  /** Milliseconds in which changes of answered requests are collected into one event. */
  batch: 20,
  /** How many notifications are kept for browsers that come back. */
  kept: 1_000,
}

/**
 * Streams the names of calls whose answers have changed to the open pages of a person (decision 079). Other modules
 * announce changes by `server/access/announce-changes.ts`; a successful call of a person announces its row of
 * `contract/call-changes.ts` here.
 */
export async function changeStream(app: App, listen: Listen): Promise<void> {
  await app.register(fastifySse)
  const streams = new OpenStreams()
  const changes = new ChangeLog({ startedAt: app.clock(), longest: streamLimits.kept })
  serveStream(app, streams, changes)
  announceAnsweredCalls(app)
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
      await sendEvent(stream, { event: 'opened', data: null, id: changes.lastId, retry: streamLimits.retry })
      if (typeof known === 'string')
        for (const data of changes.missedSince(known, session.userId))
          await sendEvent(stream, { event: 'changed', data, id: changes.lastId })
    },
  )
  // A stream never finishes by itself: the server would wait for it.
  app.addHook('preClose', async () => {
    isStopping = true
    for (const { reply } of streams.all()) reply.sse.close()
  })
}

/** Announces what the successful calls of a person change, those of a moment together. */
function announceAnsweredCalls(app: App): void {
  const answered: { calls: readonly GetCall[]; userId: string; by: string }[] = []
  let batch: NodeJS.Timeout | null = null
  async function announce(): Promise<void> {
    if (batch) clearTimeout(batch)
    batch = null
    const some = answered.splice(0)
    if (some.length > 0) await announceOwnChanges(app.database, some).catch((error) => logUnlessOutage(app, error))
  }
  app.addHook('onResponse', async ({ session, routeOptions, id: by }, { statusCode }) => {
    const { call } = routeOptions.config
    if (!session || !call || statusCode >= 300 || !Object.hasOwn(callChanges, call.address)) return
    const calls = callChanges[call.address as WriteCall]
    if (calls.length === 0) return
    answered.push({ calls, userId: session.userId, by })
    batch ??= setTimeout(() => void announce(), streamLimits.batch)
  })
  app.addHook('onClose', announce)
}

type Delivery = { listen: Listen; streams: OpenStreams; changes: ChangeLog }

/** Passes on what any server announces, and ends the streams of sessions that have ended. */
function deliverChanges(app: App, { listen, streams, changes }: Delivery): void {
  let heartbeat: NodeJS.Timeout | null = null
  let listening: { close(): Promise<void> } | null = null

  function end(ended: readonly OpenStream[]): void {
    for (const stream of ended)
      void sendEvent(stream, { event: 'session-ended', data: null, id: changes.lastId }).finally(() =>
        stream.reply.sse.close(),
      )
  }

  function receive(payload: string): void {
    const notification = JSON.parse(payload) as ChangeNotification
    if ('endedSessions' in notification) {
      const ids = new Set(notification.endedSessions)
      const isEnded = ({ id, administrator }: Session) => ids.has(id) || ids.has(administrator?.sessionId ?? '')
      end(streams.all().filter(({ session }) => isEnded(session)))
      return
    }
    changes.add(notification, app.clock())
    const { users, calls, by } = notification
    for (const userId of users)
      for (const stream of streams.of(userId))
        void sendEvent(stream, { event: 'changed', data: { calls, by }, id: changes.lastId })
  }

  function announceGap(): void {
    changes.clear()
    for (const stream of streams.all())
      void sendEvent(stream, { event: 'changed', data: { calls: 'all', by: null }, id: changes.lastId })
  }

  /** Sessions expire without an announcement, and one may be missed during an outage. */
  async function checkSessions(): Promise<void> {
    const open = streams.all()
    const active = await findActiveSessions(app, open)
    end(open.filter(({ session }) => !active.has(session.id)))
    for (const { reply, session } of open) if (active.has(session.id)) reply.raw.write(': alive\n\n')
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
      ),
    )
  return new Set(active.map(({ id }) => id))
}

function logUnlessOutage(app: App, error: unknown): void {
  if (!isConnectionError(error)) app.log.error({ err: error }, 'changes were not announced')
}
