import type { Locale, RouteName } from './enumerations.ts'

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
  until: number
}

/** The rendered page, or the redirect of the route guard. */
export type RenderedPage =
  | { screen: RouteName; title: string; markup: string; leadsTo?: undefined }
  /** A URL of this app. */
  | { leadsTo: string }

/** Renders a page; null on failure or timeout: then the shell is sent. */
export type RenderPage = (asked: RenderRequest) => Promise<RenderedPage | null>
