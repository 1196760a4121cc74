import type { QueryClient } from '@tanstack/react-query'
import type { InitialState } from '#contract/render-page.ts'
import type { CallQueryKey } from '#src/api/call-query.ts'
import { configQuery } from '#src/api/system.ts'

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

/** Fills the query cache with the answers that the document embeds. */
export function restoreQueryData(queryClient: QueryClient, { config, answers }: InitialState): void {
  queryClient.setQueryData(configQuery().queryKey, config)
  for (const { prefetch: asked, answer } of answers) {
    const queryKey: CallQueryKey = asked.args === undefined ? [asked.call] : [asked.call, asked.args]
    queryClient.setQueryData(queryKey, asked.paginated ? { pages: [answer], pageParams: [1] } : answer)
  }
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
