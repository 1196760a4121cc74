import type { Locale, RouteName } from './enumerations.ts'
import type { Profile } from './people/profile.ts'
import type { PrefetchCall } from './screens.ts'
import type { Config } from './system.ts'

/** Request to render a page. Plain data, because it is posted to a worker thread. */
export type RenderRequest = {
  /** Path and query of the request. */
  address: string
  language: Locale
  /** Role group from the cookie. */
  roleGroup: string | null
  /** JSON of `InitialState`, exactly as embedded in the document. */
  initialState: string
  /** Milliseconds since the epoch after which the result is not needed. */
  deadline: number
}

/** The rendered page, or the redirect of the route guard. */
export type RenderedPage =
  | { screen: RouteName; title: string; markup: string; leadsTo?: undefined }
  /** A URL of this app. */
  | { leadsTo: string }

/** Renders a page; null on failure or timeout: then the shell is sent. */
export type RenderPage = (request: RenderRequest) => Promise<RenderedPage | null>

/** State that the server embeds in the document, so that the page needs no requests for it. */
export type InitialState = {
  config: Config
  /** Server time of the document in milliseconds: the rendered page shows this instant. */
  now: number
  /** The position in the log of changes before the first read; null if unknown (decision 079). */
  lastChangeId: string | null
  /** The current user, null for a visitor. Absent if the server could not load it: then the page requests it. */
  profile?: Profile | null
  /** Server time in milliseconds after which the next page is opened as a document, which asks the provider. */
  providerCheckAt?: number
  /** Answers of the prefetched calls. */
  answers: { prefetch: PrefetchCall; answer: unknown }[]
}
