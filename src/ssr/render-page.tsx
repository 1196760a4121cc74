import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, isRedirect, type ParsedLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import type { Cell, ListFileRequest } from '#contract/people/list-files.ts'
import type {
  InitialState,
  PageData,
  ReadCall,
  RenderedPage,
  RenderLinks,
  RenderRequest,
} from '#contract/render-page.ts'
import { configQuery } from '#src/api/system.ts'
import { fixedClock } from '#src/app/clock.ts'
import { createApp } from '#src/app/create-app.tsx'
import { titleOfPage } from '#src/app/page-title.ts'
import { deepestRouteMetadata, guardRoute } from '#src/app/route-guard.ts'
import type { AppRouter } from '#src/app/router.ts'
import { describeList } from './list-files/describe-list.ts'

/** Redirects to a canonical search string that are followed before rendering is given up. */
const maxRedirects = 3

/**
 * Renders the page of a URL for one user, in an application of its own, with the answers that the loaders of its routes
 * have read. A query without an answer renders as pending. Null when the page cannot be rendered completely.
 */
export async function renderPage(
  { address, language, roleGroup, initialState, deadline }: RenderRequest,
  { read, onLoaded }: RenderLinks,
): Promise<RenderedPage | null> {
  if (Date.now() > deadline) return null
  const state = JSON.parse(initialState) as InitialState
  const app = createApp({
    initialState: state,
    recallRoleGroup: () => roleGroup,
    locale: language,
    history: createMemoryHistory({ initialEntries: [address] }),
    clock: fixedClock(state.now),
    fetch: read === null ? () => new Promise(() => undefined) : fetchThrough(read),
    waitsForData: read !== null,
  })
  try {
    const element = await app.start()
    prepareForServer(app.router)
    // What cannot be read at once is left to the browser.
    const { queries, ...defaults } = app.queryClient.getDefaultOptions()
    app.queryClient.setDefaultOptions({ ...defaults, queries: { ...queries, retry: false } })
    const location = await resolveLocation(app.router)
    if (location === null) return null
    if (location.pathname !== new URL(address, placeholderOrigin).pathname) return { leadsTo: location.href }
    // The same page with a canonical search string: render it; the browser corrects its URL without a round trip.
    app.router.history.replace(location.href)
    await app.router.load()
    if (read !== null) onLoaded(JSON.stringify(takeData(app.queryClient, state.now)))
    if (Date.now() > deadline) return null
    const { matches } = app.router.state
    const screen = deepestRouteMetadata(matches)
    const title = titleOfPage(matches, app.queryClient, language)
    if (screen === null || title === null || !matches.every(({ status }) => status === 'success')) return null
    return { screen: screen.name, title, markup: renderToString(element) }
  } finally {
    app.session.stop()
    app.notifications.stop()
    app.queryClient.clear()
  }
}

const placeholderOrigin = 'http://here'

/** Options of the router that differ on the server. */
export function prepareForServer(router: AppRouter): void {
  router.update({
    ...router.options,
    // Its inline script would violate the content security policy.
    scrollRestoration: false,
    InnerWrap: MatchesBoundary,
  })
}

/** In the browser the router itself renders a boundary around the matches, on the server none. */
function MatchesBoundary({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>
}

/**
 * The location at which the page can be loaded: with a canonical search string, after the redirects of the route guard.
 * Null if there are too many. `load` would follow no redirect on the server, and keeps that only in a private field.
 */
export async function resolveLocation(router: AppRouter): Promise<ParsedLocation | null> {
  const { session, chosenChild } = router.options.context
  let { location }: { location: ParsedLocation } = router.state
  for (let tries = 0; tries < maxRedirects; tries += 1) {
    const matches = router.matchRoutes(location.pathname, location.search)
    const canonical = router.buildLocation({ to: location.pathname, search: matches.at(-1)?.search ?? {} })
    try {
      await guardRoute(session, matches, canonical, chosenChild.recall)
      return canonical
    } catch (error) {
      if (!isRedirect(error)) throw error
      location = router.buildLocation(error.options)
    }
    if (location.pathname !== canonical.pathname) return location
  }
  return null
}

/** The answers that were read, of the moment before the first of them. What could not be read is left to the browser. */
function takeData(queryClient: QueryClient, readAt: number): PageData {
  const cache = queryClient.getQueryCache()
  for (const query of cache.findAll({ predicate: ({ state }) => state.status !== 'success' })) cache.remove(query)
  const [config] = configQuery().queryKey
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: ({ queryKey }) => queryKey[0] !== config })
  return { queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt: readAt } })) }
}

function fetchThrough(read: ReadCall): typeof fetch {
  return async (input) => {
    const answer = await read(String(input))
    if (answer === null) throw new TypeError('The browser must ask for this')
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  }
}

/** In the worker: what `RenderLinks` of the other thread do goes through messages. */
type WorkerTask = { request: RenderRequest; hasData: boolean; port: MessagePort }

export async function renderInWorker({ request, hasData, port }: WorkerTask): Promise<RenderedPage | null> {
  const waiting: ((answer: string | null) => void)[] = []
  port.onmessage = ({ data: answers }: MessageEvent<{ id: number; answer: string | null }[]>) => {
    for (const { id, answer } of answers) waiting[id]?.(answer)
  }
  const read = hasData ? askTogether((calls) => port.postMessage({ calls }), waiting) : null
  try {
    return await renderPage(request, { read, onLoaded: (data) => port.postMessage({ data }) })
  } finally {
    port.close()
  }
}

/** In the worker: rows of a list for a file. */
export function describeInWorker(request: ListFileRequest): Promise<Cell[][]> {
  return describeList(request)
}

/** The calls that the loaders make at once go in one message. */
function askTogether(send: (calls: Call[]) => void, waiting: ((answer: string | null) => void)[]): ReadCall {
  let calls: Call[] = []
  const sendAll = () => {
    send(calls)
    calls = []
  }
  return (url) =>
    new Promise((resolve) => {
      if (calls.length === 0) setImmediate(sendAll)
      calls.push({ id: waiting.push(resolve) - 1, url })
    })
}

type Call = { id: number; url: string }
