import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { deepestRule } from './admission.ts'
import type { AppRouter } from './router.ts'

/**
 * Shows the app in `root`. A page that the server has painted there is taken over as it stands, once its code is here;
 * where the app comes to another page, or there is none, it is drawn anew.
 */
export async function takeOver(root: HTMLElement, page: ReactNode, router: AppRouter): Promise<void> {
  const { painted } = root.dataset
  if (painted !== undefined) {
    await router.load()
    const { matches } = router.state
    if (deepestRule(matches)?.name === painted && matches.every(({ status }) => status === 'success')) {
      // The router then draws no boundary around everything, as it does not where it paints.
      router.ssr = { manifest: undefined }
      startTransition(() => void hydrateRoot(root, page))
      return
    }
  }
  createRoot(root).render(page)
}

/** However it goes, answers wait no longer for the page. */
const patience = 5000

/**
 * `fetch`, whose answers wait until the page is drawn: with one of them it would not be what the server has painted, and
 * would be drawn anew.
 */
export function answeringAfter(
  { promise, resolve }: PromiseWithResolvers<void>,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  setTimeout(resolve, patience)
  return (...asked) => fetch(...asked).then((answer) => promise.then(() => answer))
}
