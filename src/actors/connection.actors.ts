import type { QueryClient } from '@tanstack/react-query'
import { createActor, fromCallback } from 'xstate'
import { callChanges } from '#contract/call-changes.ts'
import type { ChangedCalls } from '#contract/change-stream.ts'
import type { Screen } from '#contract/screens.ts'
import { readChangeStream } from '#src/api/change-stream.ts'
import { forgetPersonalAnswers, invalidateCalls, isWriteCall, refetchUnreached } from '#src/api/query-cache.ts'
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
  /** The position in the log of changes before the server read the document; null where it is unknown. */
  lastChangeId: string | null
  /** Takes the `after` of changes, which later reads send. */
  onReadAfter: (after: string) => void
  isLeaving: () => boolean
  /** The screen that the page shows. */
  screen: () => Pick<Screen, 'endsSession'> | null
}

/** What one tab of the browser sends the others about the stream that it reads. */
type Relayed = StreamEvent | { type: 'changed'; changes: ChangedCalls; id: string | null } | { type: 'tab.asks' }

/** Milliseconds. A person who does nothing must not be kept signed in by what the page asks. */
const poll = { interval: 60_000, attention: 10 * 60_000 }
/** Milliseconds over which pages spread their requests when a server has asked all of them to read again. */
const reconnectJitterMs = 5_000

/**
 * Keeps this page up to date: one stream for all tabs of the browser, and polling where there is none. Starts anew when
 * another person is signed in. Returns the actor of the present one.
 */
export function startConnection(dependencies: ConnectionDependencies, onActor: (actor: ConnectionActor) => void): void {
  const { window, queryClient, session } = dependencies
  let userId = userIdOf(session)
  let rightsMark = rightsMarkOf(session)
  let leaving = new AbortController()
  let actor = begin()

  function begin(): ConnectionActor {
    const begun = createActor(provideConnection(dependencies, userId, leaving.signal))
    begun.start()
    if (window.navigator.onLine === false) begun.send({ type: 'network.lost' })
    onActor(begun)
    return begun
  }

  session.subscribe(() => {
    const next = userIdOf(session)
    const hadRights = rightsMark
    rightsMark = rightsMarkOf(session)
    if (next === userId && rightsMark !== hadRights) forgetPersonalAnswers(queryClient)
    if (next === userId) return
    userId = next
    actor.stop()
    leaving.abort()
    leaving = new AbortController()
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

function rightsMarkOf(session: SessionActor): string | undefined {
  return session.getSnapshot().context.user?.rightsMark
}

/** `signal` is aborted when another person is signed in. */
function provideConnection(dependencies: ConnectionDependencies, userId: string | null, signal: AbortSignal) {
  const { window, queryClient, session } = dependencies
  const applyChanges = createChanges(dependencies, signal)
  // A new stream goes on where the last one ended.
  let lastEventId = dependencies.lastChangeId
  // Polling pauses for a try of the stream, which is no sign of the person.
  let activeAt = Date.now()

  return connectionMachine.provide({
    actors: {
      stream: fromCallback<StreamEvent, { attempts: number }>(({ sendBack, input }) => {
        if (userId === null) return
        const closing = new AbortController()
        const channel = openChannel(window, `changes-${userId}`)
        let isLive = false
        // Until then changes that other tabs relay do not mean that this page knows the earlier ones.
        let hasCaughtUp = false
        const receive = (message: Relayed) => {
          if (message.type === 'changed') {
            applyChanges(message.changes)
            if (hasCaughtUp) lastEventId = message.id ?? lastEventId
          } else if (message.type === 'tab.asks') isLive && channel?.postMessage({ type: 'stream.opened' })
          else sendBack(message)
        }
        channel?.addEventListener('message', ({ data }: MessageEvent<Relayed>) => receive(data))
        const streamOf = (reading: AbortSignal) => ({
          baseURL: dependencies.baseURL,
          userId,
          lastEventId,
          signal: reading,
          fetch: window.fetch.bind(window),
          onEventId(id: string) {
            // Without a position of the document it is unknown what has changed since.
            if (lastEventId === null) applyChanges(everything)
            lastEventId = id
          },
        })
        const publish = (message: Relayed) => {
          if (closing.signal.aborted) return
          channel?.postMessage(message)
          receive(message)
        }
        const jitter = () => pause(window, input.attempts && Math.random() * 2 ** input.attempts * 1000, closing.signal)
        const readStream = async () => {
          await jitter()
          if (closing.signal.aborted) return
          const failure = await readChangeStream(streamOf(closing.signal), {
            onOpened() {
              isLive = true
              hasCaughtUp = true
              activeAt = Date.now()
              publish({ type: 'stream.opened' })
            },
            onChanged: (changes) => publish({ type: 'changed', changes, id: lastEventId }),
          })
          isLive = false
          if (failure === 'for-another') session.send({ type: 'call.answeredForAnother' })
          else if (failure === 'session-ended') publish({ type: 'stream.sessionEnded' })
          else publish({ type: failure === 'lost' ? 'stream.lost' : 'stream.refused' })
        }
        /** Reads what has changed before this tab began to listen to the one that reads the stream. */
        const catchUp = async () => {
          await jitter()
          if (closing.signal.aborted) return
          const caughtUp = new AbortController()
          const reading = AbortSignal.any([closing.signal, caughtUp.signal])
          const failure = await readChangeStream(streamOf(reading), {
            onOpened() {
              hasCaughtUp = true
              caughtUp.abort()
            },
            onChanged: applyChanges,
          })
          if (closing.signal.aborted || hasCaughtUp) return
          if (failure === 'for-another') session.send({ type: 'call.answeredForAnother' })
          else if (failure === 'session-ended') sendBack({ type: 'stream.sessionEnded' })
          else applyChanges(everything)
        }
        channel?.postMessage({ type: 'tab.asks' })
        void runInOneTab(window, { name: `changes-${userId}`, run: readStream, wait: catchUp, signal: closing.signal })
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
        const snapshot = session.getSnapshot()
        // Also while an impersonation starts or ends: that ends a session too.
        const isOwn = dependencies.isLeaving() || dependencies.screen()?.endsSession || snapshot.hasTag('busy')
        if (isOwn) return
        // The administrator is still signed in, as themselves.
        session.send({ type: snapshot.context.isImpersonating ? 'call.answeredForAnother' : 'stream.sessionEnded' })
      },
    },
  })
}

const everything: ChangedCalls = { calls: 'all', by: null }

/** Milliseconds in which changes are collected, and the answer to a call of this tab comes. */
const collecting = 150

/**
 * Applies changes to the cache of this tab until `signal` is aborted; a hidden tab does so when it is seen again.
 */
function createChanges(
  { window, queryClient, session, recentRequests, onReadAfter }: ConnectionDependencies,
  signal: AbortSignal,
): (changes: ChangedCalls) => void {
  let waiting: ChangedCalls[] = []
  let timer: number | undefined

  /** A change is announced before its call is answered, so its request is known only some time later. */
  function withoutOwn({ calls, by }: ChangedCalls): ChangedCalls['calls'] {
    const own = recentRequests.noted.find(({ requestId }) => requestId === by)?.call
    return calls === 'all' || !isWriteCall(own) ? calls : calls.filter((call) => !callChanges[own].includes(call))
  }

  function apply(): void {
    timer = undefined
    if (window.document.visibilityState === 'hidden' || waiting.length === 0) return
    const some = waiting.map(withoutOwn)
    waiting = []
    const calls = some.includes('all') ? 'all' : some.flatMap((one) => (one === 'all' ? [] : one))
    if (calls === 'all' || calls.includes('GET /v1/profile')) session.send({ type: 'profile.changed' })
    void invalidateCalls(queryClient, calls)
  }
  window.document.addEventListener('visibilitychange', apply, { signal })
  signal.addEventListener('abort', () => window.clearTimeout(timer))

  return (changes) => {
    if (signal.aborted) return
    if (changes.after !== undefined) onReadAfter(changes.after)
    waiting.push(changes)
    timer ??= window.setTimeout(apply, changes.calls === 'all' ? Math.random() * reconnectJitterMs : collecting)
  }
}

type InOneTab = { name: string; run: () => Promise<void>; wait: () => Promise<void>; signal: AbortSignal }

/**
 * Calls `run` in one tab at a time, and `wait` in a tab in which it does not begin at once; where locks are missing or
 * blocked, `run` in every tab.
 */
async function runInOneTab({ navigator }: Window, { name, run, wait, signal }: InOneTab): Promise<void> {
  try {
    if (navigator.locks) {
      const isTaken = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await run()
        return lock === null
      })
      if (!isTaken || signal.aborted) return
      void wait()
      return await navigator.locks.request(name, { signal }, run)
    }
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
