import type { Locale, RouteName } from './enumerations.ts'
import type { Profile } from './people/profile.ts'
import type { Config } from './system.ts'

/** Request to render a page. Plain data, because it is posted to a worker thread. */
export type RenderRequest = {
  /** Path and query of the request. */
  address: string
  language: Locale
  /** Role group from the cookie. */
  roleGroup: string | null
  /** JSON of `InitialState`, as embedded in the document, without the data that the rendering reads. */
  initialState: string
  /** Milliseconds since the epoch after which the result is not needed. */
  deadline: number
}

/** The rendered page, or the redirect of the route guard. */
export type RenderedPage =
  | { screen: RouteName; title: string; markup: string; leadsTo?: undefined }
  /** A URL of this app. */
  | { leadsTo: string }

/** Makes a GET call for the person of the page. The answer as JSON; null if the browser must ask for it. */
export type ReadCall = (url: string) => Promise<string | null>

/** What a rendering needs of the server. */
export type RenderLinks = {
  /** Null for a page that shows no data. */
  read: ReadCall | null
  /**
   * Takes the JSON of `PageData` as soon as all queries of the page have been read, before the page is rendered: one that
   * is not rendered in time has them too.
   */
  onLoaded: (data: string) => void
}

/** Renders a page; null on failure or timeout: then the shell is sent. */
export type RenderPage = (request: RenderRequest, links: RenderLinks) => Promise<RenderedPage | null>

/** The answers of the page's queries, as TanStack Query dehydrates them. */
export type PageData = {
  queries: { queryKey: readonly unknown[]; state: { data?: unknown; dataUpdatedAt: number } }[]
}

/** State that the server embeds in the document, so that the page needs no requests for it. */
export type InitialState = {
  config: Config
  /** Server time in milliseconds before the first read: the rendered page shows this instant, and data are of it. */
  now: number
  /** The position in the log of changes before the first read; null if unknown. */
  lastChangeId: string | null
  /** The current user, null for a visitor. Absent if the server could not load it: then the page requests it. */
  profile?: Profile | null
  /** Server time in milliseconds after which the next page is opened as a document, which asks the provider. */
  providerCheckAt?: number
  /** Absent if the server has not read them: then the page requests them. */
  data?: PageData
}
