import { randomUUID } from 'node:crypto'
import fastifySse from '@fastify/sse'
import { and, gt, inArray, isNotNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callChanges, type GetCall, type WriteCall } from '#contract/call-changes.ts'
import { type ChangedCalls, type ChangeStreamEvents, changeStreamPath } from '#contract/change-stream.ts'
import { announceOwnChanges, type ChangeNotification, changeChannel } from '#server/access/announce-changes.ts'
import type { App, Session } from '#server/app-types.ts'
import { idleCutoff, sessionLifetime } from '#server/auth/sessions/session-store.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import type { Listen } from '#server/db/listen.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { throwProblem } from '#server/http-error.ts'

/** Times in milliseconds. Tests shorten them. */
export const streamLimits = {
  /** Open streams of one person on one server: a browser has one for all its tabs. */
  perPerson: 20,
  /** Between two signs of life, which also look for sessions that have expired. Proxies close a silent connection at 60 s. */
  heartbeat: 25_000,
  /** Before the browser connects again; it adds jitter and grows it. */
  retry: 3_000,
  /** Changes of answered requests are told together. */
  batch: 20,
  /** How many notifications are kept for browsers that come back. */
  kept: 1_000,
}

type AnnouncedChange = Extract<ChangeNotification, { users: string[] }>
type OpenStream = { session: Session; reply: FastifyReply }

/**
 * Streams the names of calls whose answers have changed to the open pages of a person (decision 079). Other modules
 * announce changes by `server/access/announce-changes.ts`; a successful call of a person announces its row of
 * `contract/call-changes.ts` here.
 */
export async function changeStream(app: App, listen: Listen): Promise<void> {
  await app.register(fastifySse)
  const streams = new Map<string, Set<OpenStream>>()
  const recent: (AnnouncedChange & { at: number })[] = []
  const startedAt = app.clock().getTime()
  let lastId: string = randomUUID()
  let isStopping = false

  app.get(
    `/api${changeStreamPath}`,
    {
      sse: { kind: 'only', heartbeat: false },
      // The limit of the server would cut it off.
      handlerTimeout: sessionLifetime,
      compress: false,
      config: { access: { who: 'signed-in' }, isStream: true },
    },
    async (request, reply) => {
      if (isStopping) throwProblem('unavailable', 'The server is stopping')
      if (!request.session) throwProblem('unauthenticated', 'The stream needs a session')
      await open(request, reply, request.session)
    },
  )

  async function open(request: FastifyRequest, reply: FastifyReply, session: Session): Promise<void> {
    const own = streams.get(session.userId) ?? new Set()
    if (own.size >= streamLimits.perPerson)
      throwProblem('too-many-requests', 'The person has too many open streams', { retryAfter: 60 })
    const stream = { session, reply }
    streams.set(session.userId, own.add(stream))
    reply.sse.onClose(() => {
      own.delete(stream)
      if (own.size === 0 && streams.get(session.userId) === own) streams.delete(session.userId)
    })
    reply.header('cache-control', 'no-store').hijack()
    reply.sse.keepAlive()
    const known = request.headers['last-event-id']
    await write(stream, 'opened', null)
    if (typeof known === 'string')
      for (const changes of missedSince(known, session.userId)) await write(stream, 'changed', changes)
  }

  /** `known` is the id of the last event that the browser has, or the time of its data, as milliseconds. */
  function missedSince(known: string, userId: string): ChangedCalls[] {
    if (known === lastId) return []
    const time = /^\d+$/.test(known) ? Number(known) : null
    const last = recent.findIndex(({ id }) => id === known)
    const isUnknown = time === null ? last === -1 : time < startedAt
    if (isUnknown) return [{ calls: 'all', by: null }]
    return recent
      .filter(({ users, at }, index) => users.includes(userId) && (time === null ? index > last : at >= time))
      .map(({ calls, by }) => ({ calls, by }))
  }

  async function write<Name extends keyof ChangeStreamEvents>(
    { reply }: OpenStream,
    event: Name,
    data: ChangeStreamEvents[Name],
  ): Promise<void> {
    if (!reply.sse.isConnected) return
    await reply.sse.send({ event, data, id: lastId, ...(event === 'opened' && { retry: streamLimits.retry }) })
  }

  const everyStream = () => [...streams.values()].flatMap((some) => [...some])

  function end(ended: readonly OpenStream[]): void {
    for (const stream of ended) void write(stream, 'session-ended', null).finally(() => stream.reply.sse.close())
  }

  function receive(payload: string): void {
    const notification = JSON.parse(payload) as ChangeNotification
    if ('endedSessions' in notification) {
      const ids = new Set(notification.endedSessions)
      end(
        everyStream().filter(
          ({ session: { id, administrator } }) => ids.has(id) || ids.has(administrator?.sessionId ?? ''),
        ),
      )
      return
    }
    lastId = notification.id
    recent.push({ ...notification, at: app.clock().getTime() })
    if (recent.length > streamLimits.kept) recent.shift()
    const { users, calls, by } = notification
    for (const userId of users) {
      for (const stream of streams.get(userId) ?? []) void write(stream, 'changed', { calls, by })
    }
  }

  function tellAll(): void {
    lastId = randomUUID()
    recent.length = 0
    for (const stream of everyStream()) void write(stream, 'changed', { calls: 'all', by: null })
  }

  /** Sessions expire without an announcement, and one may be missed during an outage. */
  async function checkSessions(): Promise<void> {
    const open = everyStream()
    if (open.length === 0) return
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
    const ids = new Set(active.map(({ id }) => id))
    end(open.filter(({ session }) => !ids.has(session.id)))
    for (const { reply, session } of open) if (ids.has(session.id)) reply.raw.write(': alive\n\n')
  }

  const own: { calls: readonly GetCall[]; userId: string; by: string }[] = []
  let batch: NodeJS.Timeout | null = null
  async function announceOwn(): Promise<void> {
    if (batch) clearTimeout(batch)
    batch = null
    const told = own.splice(0)
    if (told.length > 0) await announceOwnChanges(app.database, told).catch(ignoreOutage)
  }
  function ignoreOutage(error: unknown): void {
    if (!isConnectionError(error)) app.log.error({ err: error }, 'changes were not announced')
  }

  app.addHook('onResponse', async ({ session, routeOptions, id: by }, { statusCode }) => {
    const { call } = routeOptions.config
    if (!session || !call || statusCode >= 300 || !Object.hasOwn(callChanges, call.address)) return
    const calls = callChanges[call.address as WriteCall]
    if (calls.length === 0) return
    own.push({ calls, userId: session.userId, by })
    batch ??= setTimeout(() => void announceOwn(), streamLimits.batch)
  })

  let heartbeat: NodeJS.Timeout | null = null
  let listening: { close(): Promise<void> } | null = null
  app.addHook('onReady', async () => {
    listening = await listen(changeChannel, { onMessage: receive, onGap: tellAll })
    heartbeat = setInterval(() => void checkSessions().catch(ignoreOutage), streamLimits.heartbeat)
    heartbeat.unref()
  })
  // A stream never finishes by itself: the server would wait for it.
  app.addHook('preClose', async () => {
    isStopping = true
    if (heartbeat) clearInterval(heartbeat)
    for (const { reply } of everyStream()) reply.sse.close()
  })
  app.addHook('onClose', async () => {
    await announceOwn()
    await listening?.close()
  })
}
