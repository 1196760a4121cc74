import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'
import type { AppRouter } from '#src/app/router.ts'

/**
 * Mounts the app in `root`. Hydrates the server-rendered page if the router resolves to the same screen without
 * errors; otherwise renders from scratch.
 */
export async function hydrateApp(root: HTMLElement, page: ReactNode, router: AppRouter): Promise<void> {
  const { rendered } = root.dataset
  if (rendered !== undefined) {
    await router.load()
    const { matches } = router.state
    if (deepestRouteMetadata(matches)?.name === rendered && matches.every(({ status }) => status === 'success')) {
      // The server renders no Suspense boundary around the root match; this flag makes the client render equal.
      router.ssr = { manifest: undefined }
      startTransition(() => void hydrateRoot(root, page))
      return
    }
  }
  createRoot(root).render(page)
}

/** Milliseconds after which responses are released even if hydration has not finished. */
const maxHydrationWait = 5000

/** `fetch` whose responses wait until hydration has finished: a response during hydration would cause a mismatch. */
export function fetchAfterHydration(
  { promise, resolve }: PromiseWithResolvers<void>,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  setTimeout(resolve, maxHydrationWait)
  return (...asked) => fetch(...asked).then((answer) => promise.then(() => answer))
}
