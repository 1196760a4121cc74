import type { BrowserContextOptions } from 'playwright'

/** A scripted response; `offline` stands for an unreachable server. */
export type Reply = { status: number; type: string; body: string } | 'offline'

/** A call as the browser sent it. */
export type ApiRequest = {
  /** Method and path without the prefix of the API. */
  address: string
  query: object
  body: unknown
  headers: Record<string, string>
}

/** Data of the scripted server that writes change and later reads show. */
export type ServerState = {
  /** The body of a read; undefined if it does not concern this data. */
  read: (call: string) => unknown
  /** The body of the response to a successful write. */
  write: (apiRequest: ApiRequest) => unknown
  /** Stores the body of a successful response to a write. */
  accept: (apiRequest: ApiRequest, answer: unknown) => void
}

/** A language of the app. `foreign` matches words of the other languages; `words` are the exceptions in its catalog. */
export type Language = { name: string; foreign: RegExp; words: () => ReadonlySet<string> }

/** What the browser level must know about the app. */
export type AppUnderTest = {
  /** The folder of the build. */
  pages: string
  context: BrowserContextOptions
  /** The broadcast channel between tabs. */
  channel: string
  /** The path prefix of API calls; other paths that are intercepted too. */
  api: string
  otherCalls: readonly string[]
  parseQuery: (search: string) => object
  /** The violation of the contract by a request or response; null if there is none. */
  requestViolation: (apiRequest: ApiRequest) => string | null
  responseViolation: (call: string, reply: Reply) => string | null
  /** Responses to requests that any page may send and no path tests. */
  responses: Record<string, Reply>
  languages: readonly [Language, ...Language[]]
  /** Run in the page: whether the app has started; changes its language. */
  isReady: () => boolean
  setLanguage: (language: string) => void
}

export function json(value: unknown): Reply {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) }
}

export const noContent: Reply = { status: 204, type: 'application/json', body: '' }
