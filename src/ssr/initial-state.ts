import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import type { InitialState } from '#contract/render-page.ts'
import { configQuery } from '#src/api/system.ts'
import type { Clock } from '#src/app/clock.ts'

declare global {
  interface Window {
    /** On a static host, index.html starts these requests before the bundle arrives: responses by URL. */
    earlyResponses?: Record<string, Promise<Response>>
  }
}

/** The state that the server embedded in the document; null on a static host. */
export function readInitialState(document: Document): InitialState | null {
  const text = document.getElementById('initial-state')?.textContent
  return text ? (JSON.parse(text) as InitialState) : null
}

/** Fills the query cache with the answers that the document embeds. They are as old as the document. */
export function restoreQueryData(queryClient: QueryClient, { config, data, now }: InitialState, clock: Clock): void {
  const readAt = Date.now() - (clock.now() - now)
  void queryClient.prefetchQuery({ ...configQuery(), initialData: config })
  if (data === undefined) return
  const queries = data.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: readAt } }))
  hydrate(queryClient, { queries } as DehydratedState, { defaultOptions: queryClient.getDefaultOptions() })
}

/** `fetch` that uses the response of an early request once, where there is one. */
export function createEarlyFetch(window: Window & typeof globalThis): typeof fetch {
  const answers = window.earlyResponses ?? {}
  return (input, init) => {
    const early = typeof input === 'string' && (init?.method ?? 'GET') === 'GET' ? answers[input] : undefined
    if (early === undefined) return window.fetch(input, init)
    delete answers[input as string]
    return early.catch(() => window.fetch(input, init))
  }
}
