import type { ConnectionActor, ConnectionEvent } from '#src/machines/connection.ts'

/** `dataFrom`: when the newest data on the page were read, in milliseconds; null if there are none. */
type ConnectionStatus = { isOffline: boolean; dataFrom: number | null }

const online: ConnectionStatus = { isOffline: false, dataFrom: null }

/** What the shell shows of the connection machine, whose code is loaded when the first page is at rest. */
export function createConnectionStatus(newestData: () => number | null) {
  const listeners = new Set<() => void>()
  let status = online
  let actor: ConnectionActor | null = null
  let updateFromBrowser: () => void = () => undefined

  function change(isOffline: boolean): void {
    if (isOffline === status.isOffline) return
    status = isOffline ? { isOffline, dataFrom: newestData() } : online
    for (const notify of listeners) notify()
  }

  return {
    read: () => status,
    readOnServer: () => online,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send: (event: ConnectionEvent) => (actor ? actor.send(event) : updateFromBrowser()),
    /** Shows what the browser itself reports until an actor is followed. */
    watch(window: Window) {
      updateFromBrowser = () => {
        if (actor === null) change(!window.navigator.onLine)
      }
      for (const event of ['online', 'offline']) window.addEventListener(event, updateFromBrowser)
    },
    /** Shows the state of this actor from now on. */
    follow(followed: ConnectionActor) {
      actor = followed
      if (status.isOffline) followed.send({ type: 'network.lost' })
      change(followed.getSnapshot().hasTag('offline'))
      followed.subscribe((snapshot) => {
        if (actor === followed) change(snapshot.hasTag('offline'))
      })
    },
  }
}

/** Milliseconds from the load of the page until parts are loaded that it does not need to be complete. */
const restAfter = 3_000

/** Calls `begin` when the page has been loaded for a while and the browser has nothing else to do. */
export function whenAtRest(window: Window & typeof globalThis, begin: () => void): void {
  const wait = () => void window.setTimeout(() => void whenIdle(window).then(begin), restAfter)
  if (window.document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}

/** Resolves when the browser has nothing else to do. */
export function whenIdle(window: Window & typeof globalThis): Promise<unknown> {
  return new Promise((resolve) =>
    window.requestIdleCallback ? window.requestIdleCallback(resolve, { timeout: 10_000 }) : resolve(undefined),
  )
}
