import { enable } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { PushMessage } from '#contract/notifications.ts'

type LateEvent = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = LateEvent & { data: { json: () => unknown } }
type ClickEvent = LateEvent & { notification: Notification }
type OpenWindow = { focus: () => Promise<unknown>; postMessage: (message: unknown, transfer: Transferable[]) => void }

/** The part of the scope of a service worker that is used here; the library of types would clash with that of pages. */
type WorkerScope = {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  skipWaiting: () => Promise<void>
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<OpenWindow[]>
    openWindow: (path: string) => Promise<unknown>
  }
  addEventListener: ((type: 'message', listener: (event: MessageEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: ClickEvent) => void) => void)
}
declare const self: WorkerScope

/**
 * Milliseconds after which a document that has not begun to arrive counts as unreachable. The server renders pages within
 * one second; a very slow line still gets the page of the server.
 */
const documentTimeout = 10_000

// Files of the build only: answers with data of people are in no cache of this worker (decision 080).
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()
enable()

/** The page of the server, or without a connection the app itself, which shows what it has kept. */
registerRoute(
  new NavigationRoute(
    async ({ request, event }) => {
      try {
        const { preloadResponse } = event as Event & { preloadResponse?: Promise<Response | undefined> }
        return await Promise.race([
          preloadResponse?.then((response) => response ?? fetch(request)) ?? fetch(request),
          late(),
        ])
      } catch {
        return (await matchPrecache('/offline.html')) ?? Response.error()
      }
    },
    { denylist: [/^\/(api|auth|storage|calendar|assets)\//, /\.\w+$/] },
  ),
)

function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No document in time')), documentTimeout))
}

// The page of a new release asks for it. Until then open pages of the old one keep their files.
self.addEventListener('message', ({ data }) => {
  if (data === 'skip-waiting') void self.skipWaiting()
})

// Browsers end the subscription of a site that shows nothing.
self.addEventListener('push', (event) => {
  const { title, body, tag, path, language } = event.data.json() as PushMessage
  const options = { body, tag, lang: language, data: { path }, icon: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as { path: string }
  event.waitUntil(openPath(path))
})

/** Milliseconds in which an open page must answer; its code may not be loaded yet. */
const pageTimeout = 1_000

/** In an open window, which leads there without losing what is typed; otherwise in a new one. */
async function openPath(path: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isShown = open !== undefined && (await showIn(open, path))
  if (!isShown) await self.clients.openWindow(path)
}

async function showIn(open: OpenWindow, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), pageTimeout)
  })
  open.postMessage({ type: 'open-path', path }, [port2])
  if (!(await answered)) return false
  // Refused without a press that is recent enough: the page has changed all the same.
  await open.focus().catch(() => undefined)
  return true
}
