import { enable } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The part of the scope of a service worker that is used here; the library of types would clash with that of pages. */
type WorkerScope = {
  __WB_MANIFEST: (PrecacheEntry | string)[]
  skipWaiting: () => Promise<void>
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
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
