import type { QueryClient } from '@tanstack/react-query'
import { createActor, fromCallback } from 'xstate'
import { callChanges } from '#contract/call-changes.ts'
import type { ChangedCalls } from '#contract/change-stream.ts'
import type { Screen } from '#contract/screens.ts'
import { readChangeStream } from '#src/api/change-stream.ts'
import { invalidateCalls, isWriteCall, refetchUnreached } from '#src/api/query-cache.ts'
import { type ConnectionActor, connectionMachine, type StreamEvent } from '#src/machines/connection.ts'
import type { NotificationsActor } from '#src/machines/notifications.ts'
import type { SessionActor } from '#src/machines/session.ts'
import type { RecentRequests } from '#src/storage/recent-requests.ts'
import { reportAbandonedMutations } from './abandoned-mutations.ts'
import { probeServer } from './probe-server.ts'
import { promiseActor } from './promise-actor.ts'

export type ConnectionDependencies = {
  window: Window & typeof globalThis
  baseURL: string
  queryClient: QueryClient
  session: SessionActor
  notifications: NotificationsActor
  recentRequests: RecentRequests
  /** When the server read the data of the document; null where the browser has read all of them. */
  dataFrom: number | null
  isLeaving: () => boolean
  /** The screen that the page shows. */
  screen: () => Pick<Screen, 'endsSession'> | null
}

/** What one tab of the browser sends the others about the stream that it reads. */
type Relayed = StreamEvent | { type: 'changed'; changes: ChangedCalls } | { type: 'tab.asks' }

/** Milliseconds. A person who does nothing must not be kept signed in by what the page asks. */
const poll = { interval: 60_000, attention: 10 * 60_000 }
/** Milliseconds over which pages spread their requests when a server has asked all of them to read again. */
const spread = 5_000

/**
 * Keeps this page up to date: one stream for all tabs of the browser, and polling where there is none. Starts anew when
 * another person is signed in. Returns the actor of the present one.
 */
export function startConnection(dependencies: ConnectionDependencies, onActor: (actor: ConnectionActor) => void): void {
  const { window, queryClient, session } = dependencies
  let userId = userIdOf(session)
  let actor = begin()

  function begin(): ConnectionActor {
    const begun = createActor(provideConnection(dependencies, userId))
    begun.start()
    if (window.navigator.onLine === false) begun.send({ type: 'network.lost' })
    onActor(begun)
    return begun
  }

  session.subscribe(() => {
    const next = userIdOf(session)
    if (next === userId) return
    userId = next
    actor.stop()
    actor = begin()
  })
  window.addEventListener('offline', () => actor.send({ type: 'network.lost' }))
  window.addEventListener('online', () => actor.send({ type: 'network.found' }))
  const noteUnreached = (error: unknown) => {
    if (error instanceof Error && 'type' in error && error.type === 'offline') actor.send({ type: 'call.unreached' })
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') noteUnreached(event.action.error)
  })
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') noteUnreached(event.action.error)
  })
  reportAbandonedMutations(queryClient, dependencies.notifications)
}

function userIdOf(session: SessionActor): string | null {
  return session.getSnapshot().context.user?.id ?? null
}

function provideConnection(dependencies: ConnectionDependencies, userId: string | null) {
  const { window, queryClient, session } = dependencies
  const applyChanges = createChanges(dependencies)
  // A new stream goes on where the last one ended.
  let lastEventId = dependencies.dataFrom === null ? null : String(dependencies.dataFrom)
  // Polling pauses for a try of the stream, which is no sign of the person.
  let activeAt = Date.now()

  return connectionMachine.provide({
    actors: {
      stream: fromCallback<StreamEvent, { attempts: number }>(({ sendBack, input }) => {
        if (userId === null) return
        const closing = new AbortController()
        const channel = openChannel(window, `changes-${userId}`)
        let isLive = false
        const receive = (message: Relayed) => {
          if (message.type === 'changed') applyChanges(message.changes)
          else if (message.type === 'tab.asks') isLive && channel?.postMessage({ type: 'stream.opened' })
          else sendBack(message)
        }
        channel?.addEventListener('message', ({ data }: MessageEvent<Relayed>) => receive(data))
        const publish = (message: Relayed) => {
          if (closing.signal.aborted) return
          channel?.postMessage(message)
          receive(message)
        }
        const readStream = async () => {
          await pause(window, input.attempts && Math.random() * 2 ** input.attempts * 1000, closing.signal)
          if (closing.signal.aborted) return
          const options = {
            baseURL: dependencies.baseURL,
            userId,
            lastEventId,
            signal: closing.signal,
            fetch: window.fetch.bind(window),
          }
          const failure = await readChangeStream(
            { ...options, onEventId: (id) => (lastEventId = id) },
            {
              onOpened() {
                isLive = true
                activeAt = Date.now()
                publish({ type: 'stream.opened' })
              },
              onChanged: (changes) => publish({ type: 'changed', changes }),
            },
          )
          isLive = false
          if (failure === 'for-another') session.send({ type: 'call.answeredForAnother' })
          else if (failure === 'session-ended') publish({ type: 'stream.sessionEnded' })
          else publish({ type: failure === 'lost' ? 'stream.lost' : 'stream.refused' })
        }
        channel?.postMessage({ type: 'tab.asks' })
        void runInOneTab(window, `changes-${userId}`, readStream, closing.signal)
        // A page that is left must not act on the end of its own session.
        const leave = () => closing.abort()
        window.addEventListener('pagehide', leave)
        return () => {
          window.removeEventListener('pagehide', leave)
          closing.abort()
          channel?.close()
        }
      }),
      probe: promiseActor<void>(({ signal }) => probeServer(window, signal)),
      poll: fromCallback<StreamEvent>(() => {
        const note = () => {
          activeAt = Date.now()
        }
        const timer = window.setInterval(() => {
          const isWatched = window.document.visibilityState === 'visible' && Date.now() - activeAt < poll.attention
          if (userId !== null && isWatched) void queryClient.refetchQueries({ type: 'active', stale: true })
        }, poll.interval)
        for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, note, { passive: true })
        return () => {
          window.clearInterval(timer)
          for (const name of ['pointerdown', 'keydown']) window.removeEventListener(name, note)
        }
      }),
    },
    actions: {
      retryQueries: () => void refetchUnreached(queryClient),
      // A sign-out of this tab opens its own page.
      endSession() {
        const isOwn = dependencies.isLeaving() || dependencies.screen()?.endsSession
        if (!isOwn) session.send({ type: 'stream.sessionEnded' })
      },
    },
  })
}

/** Applies changes to the cache of this tab; a hidden tab does so when it is seen again. */
function createChanges({ window, queryClient, session, recentRequests }: ConnectionDependencies) {
  let waiting: Set<string> | 'all' = new Set()
  let isScheduled = false

  function apply(): void {
    isScheduled = false
    if (window.document.visibilityState === 'hidden') return
    const calls = waiting
    waiting = new Set()
    if (calls === 'all' || calls.has('GET /v1/profile')) session.send({ type: 'profile.changed' })
    void invalidateCalls(queryClient, calls === 'all' ? calls : ([...calls] as Exclude<ChangedCalls['calls'], 'all'>))
  }
  window.document.addEventListener('visibilitychange', () => {
    if (waiting === 'all' || waiting.size > 0) apply()
  })

  return ({ calls, by }: ChangedCalls): void => {
    const own = recentRequests.noted.find(({ requestId }) => requestId === by)?.call
    const invalidated = isWriteCall(own) ? callChanges[own] : []
    if (calls === 'all' || waiting === 'all') waiting = 'all'
    else for (const call of calls) if (!invalidated.includes(call)) waiting.add(call)
    if (!isScheduled) window.setTimeout(apply, calls === 'all' ? Math.random() * spread : 50)
    isScheduled = true
  }
}

/** Calls `run` in one tab at a time; where locks are missing or blocked, in every tab. */
async function runInOneTab(
  { navigator }: Window,
  name: string,
  run: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (navigator.locks) return await navigator.locks.request(name, { signal }, run)
  } catch {
    if (signal.aborted) return
  }
  await run()
}

/** Null where it is missing or blocked. */
function openChannel(window: Window & typeof globalThis, name: string): BroadcastChannel | null {
  try {
    return new window.BroadcastChannel(name)
  } catch {
    return null
  }
}

function pause(window: Window, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = window.setTimeout(done, milliseconds)
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer)
      done()
    })
  })
}
