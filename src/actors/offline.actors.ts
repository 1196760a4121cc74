import type { Query, QueryClient } from '@tanstack/react-query'
import type { CallQueryKey } from '#src/api/call-query.ts'
import type { NotificationsActor } from '#src/machines/notifications.ts'
import type { SessionActor } from '#src/machines/session.ts'
import type { User } from '#src/machines/setups/session-setup.ts'
import {
  type CachedAnswer,
  forgetAnswers,
  openCachedAnswers,
  readCachedAnswers,
  storeAnswers,
} from '#src/storage/cached-answers.ts'

export type OfflineDependencies = {
  window: Window & typeof globalThis
  queryClient: QueryClient
  session: SessionActor
  notifications: NotificationsActor
  /** Resolves when the pages of the menu are fetched: people open them sooner than they lose the connection. */
  menuFetched: Promise<void>
  /** Reads what the pages that work offline need. */
  prefetchOffline: () => void
  openPath: (path: string) => void
  /** Whether another document is being opened in place of this one, as at a sign-out. */
  isLeaving: () => boolean
}

/** Milliseconds: answers are written together; what the offline pages need is read twice a day. */
const writeDelay = 100
const renewAfter = 12 * 60 * 60_000

/**
 * Makes the account readable without a connection: keeps answers for the present person, and registers the worker. In this
 * order, so a page that opens without a connection finds what was read before.
 */
export function startOffline(dependencies: OfflineDependencies): void {
  const worker = Promise.withResolvers<ServiceWorkerRegistration | null>()
  cacheReadAnswers(dependencies, worker.promise, () =>
    worker.resolve(dependencies.menuFetched.then(() => registerWorker(dependencies))),
  )
}

function cacheReadAnswers(
  { window, queryClient, session, prefetchOffline, isLeaving }: OfflineDependencies,
  worker: Promise<ServiceWorkerRegistration | null>,
  onStored: () => void,
): void {
  const waiting = new Map<string, CachedAnswer>()
  let isScheduled = false
  /** The key by which this page stores answers of the person; null without one, and where storage is blocked or full. */
  let owner: string | null = null
  const person = () => {
    const snapshot = session.getSnapshot()
    const { user, isImpersonating } = snapshot.context
    return snapshot.matches('signedIn') && !isImpersonating && !isLeaving() ? user : null
  }

  const write = async () => {
    isScheduled = false
    const user = person()
    const some = [...waiting.values()]
    waiting.clear()
    if (user !== null && owner !== null) await storeAnswers({ owner, user }, some, Date.now())
  }
  const note = ({ queryKey, state, meta }: Query) => {
    if (state.data === undefined || state.status !== 'success' || !meta?.offline) return
    waiting.set(JSON.stringify(queryKey), {
      queryKey: queryKey as unknown as CallQueryKey,
      data: state.data,
      at: state.dataUpdatedAt,
      ...(meta.offline !== true && { screen: meta.offline }),
    })
  }
  const scheduleWrite = () => {
    if (!isScheduled) window.setTimeout(() => void write().catch(() => undefined), writeDelay)
    isScheduled = true
  }

  let followed: string | null = null
  /** `since`: answers that were read earlier may be of a role or right that the person has lost. */
  const begin = async (user: User, since: number) => {
    const known = await readCachedAnswers(Date.now())
    const opened = await openCachedAnswers(user, Date.now())
    if (followed !== keyOf(user)) return
    owner = opened
    for (const query of queryClient.getQueryCache().getAll()) if (query.state.dataUpdatedAt >= since) note(query)
    await write()
    onStored()
    // Only the page of events and this preload read them: they are as old as all that it has read.
    const isRecent = ({ screen, at }: CachedAnswer) => screen === 'events' && at > Date.now() - renewAfter
    const isCurrent = known !== null && keyOf(known.user) === followed && known.answers.some(isRecent)
    // Without a worker no page opens without a connection.
    if (!isCurrent && (await worker) !== null && followed === keyOf(user)) prefetchOffline()
  }
  const follow = () => {
    const user = person()
    const key = user && keyOf(user)
    if (session.getSnapshot().hasTag('settling') || (key === followed && key !== null)) return
    const isFirst = followed === null
    followed = key
    owner = null
    waiting.clear()
    const done = user === null ? forgetAnswers() : begin(user, isFirst ? 0 : Date.now())
    // Storage may be blocked or full: then nothing is kept, and the page works as it is.
    done.catch(() => undefined).finally(onStored)
  }
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || owner === null) return
    note(event.query as Query)
    scheduleWrite()
  })
  session.subscribe(follow)
  follow()
}

/** A person with other roles, or with other rights for a child, sees other data. */
function keyOf({ id, roles, rightsMark = '' }: User): string {
  return [id, rightsMark, ...roles.map(({ name }) => name).toSorted()].join(' ')
}

/** Null where the browser has no worker or refuses it: then the page needs a connection. */
async function registerWorker({
  window,
  notifications,
  openPath,
}: OfflineDependencies): Promise<ServiceWorkerRegistration | null> {
  try {
    // A sandboxed document throws here, and a browser that blocks workers may answer with nothing.
    const { serviceWorker } = window.navigator
    if (!serviceWorker || !window.isSecureContext) return null
    // A notification was pressed. The worker chooses one of the pages that answer; without an answer it opens a window.
    serviceWorker.addEventListener('message', ({ data, ports: [answer] }) => {
      const { type, path } = (data ?? {}) as { type?: string; path?: string }
      if (type !== 'open-path' || typeof path !== 'string' || !answer) return
      answer.onmessage = () => openPath(path)
      answer.postMessage('ready')
    })
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register('/sw.js')
    if (registration === undefined) return null
    // This page is of the new release already: its documents come from the server.
    registration.waiting?.postMessage('skip-waiting')
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && serviceWorker.controller)
          notifications.send({ type: 'notification.show', kind: 'releaseReady', tone: 'info' })
      })
    })
    return registration
  } catch {
    return null
  }
}
