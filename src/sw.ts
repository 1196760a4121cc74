import { enable } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { PushMessage } from '#contract/notifications.ts'

type LateEvent = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = LateEvent & { data: { json: () => unknown } }
/** Not every browser gives the new subscription. */
type RenewalEvent = LateEvent & { newSubscription?: PushSubscription | null }
type ClickEvent = LateEvent & { notification: Notification }
type OpenWindow = { focus: () => Promise<unknown>; postMessage: (message: unknown, transfer: Transferable[]) => void }

/** The part of the scope of a service worker that is used here; the library of types would clash with that of pages. */
type WorkerScope = {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  skipWaiting: () => Promise<void>
  registration: {
    showNotification: (title: string, options: NotificationOptions) => Promise<void>
    pushManager: PushManager
  }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<OpenWindow[]>
    openWindow: (path: string) => Promise<unknown>
  }
  addEventListener: ((type: 'message', listener: (event: MessageEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'pushsubscriptionchange', listener: (event: RenewalEvent) => void) => void) &
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
    (navigation) =>
      Promise.race([answerOf(navigation), late()]).catch(
        async () => (await matchPrecache('/offline.html')) ?? Response.error(),
      ),
    { denylist: [/^\/(api|auth|storage|calendar|assets)\//, /\.\w+$/] },
  ),
)

// Without an answer from here the browser requests the address a second time beside the preload: WebKit opened the
// one-time link of a sign-out twice.
registerRoute(new NavigationRoute(answerOf, { allowlist: [/^\/auth\//] }))

async function answerOf({ request, event }: { request: Request; event: Event }): Promise<Response> {
  const { preloadResponse } = event as Event & { preloadResponse?: Promise<Response | undefined> }
  return (await preloadResponse) ?? fetch(request)
}

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

// The push service has ended the subscription of this browser, or given it another address or other keys.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

async function renewSubscription({ newSubscription }: RenewalEvent): Promise<void> {
  const subscription = newSubscription ?? (await subscribeAgain())
  if (!subscription) return
  const answer = await fetch('/api/v1/push-subscription/renewal', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'lk' },
    body: JSON.stringify(registrationOf(subscription)),
  })
  // The server sends nothing to this browser any more: its session was ended, or another person has signed in.
  if (answer.status === 404) await subscription.unsubscribe()
}

async function subscribeAgain(): Promise<PushSubscription | null> {
  const answer = await fetch('/api/v1/push-subscription/key')
  const { publicKey } = (await answer.json()) as { publicKey?: string | null }
  if (!publicKey) return null
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** The contract has no expiration time. */
function registrationOf(subscription: PushSubscription): object {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data as { path: string }
  event.waitUntil(openPath(path))
})

/**
 * Milliseconds in which an open page must answer: its code may not be loaded yet. Firefox opens a window only within a
 * second after the press.
 */
const pageTimeout = 500

/** In one of the open windows, which leads there without losing what is typed; otherwise in a new one. */
async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), pageTimeout))
  const first = await Promise.race([Promise.any(windows.map((open) => ask(open, path))), late]).catch(() => null)
  if (first === null) return void (await self.clients.openWindow(path))
  first.answer.postMessage('open')
  // Refused without a press that is recent enough: the page has changed all the same.
  await first.open.focus().catch(() => undefined)
}

/** Resolves when the page answers that it can lead there. */
function ask(open: OpenWindow, path: string): Promise<{ open: OpenWindow; answer: MessagePort }> {
  const { port1: answer, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    answer.onmessage = () => resolve({ open, answer })
    open.postMessage({ type: 'open-path', path }, [port2])
  })
}
