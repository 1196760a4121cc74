import type { BrowserContextOptions } from 'playwright'
import type { BrowserStage } from './browser-stage.ts'

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

/**
 * What determines the headers of a request: the languages of the page, because a request may have begun before it
 * changed, and the last response to each call.
 */
export type NetworkPast = { languages: readonly string[]; answered: ReadonlyMap<string, Reply> }

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

/** What is not compared, or differs from run to run. */
export type Unsteady = {
  /** Running times on the page, besides those of the role `timer`: their digits. */
  countdowns: RegExp
  /** Lines of the tree that a library adds for screen readers and removes after a moment. */
  announcements: RegExp
  /** Keys of the storages that a library writes at its own time. */
  keys: RegExp
  /** Lines of the tree that begin a part of all pages, which is compared elsewhere. */
  shell: readonly RegExp[]
}

/**
 * A failure that every call can meet. The machine gets it as a refusal; or the page asks to sign in, is loaded again, or
 * asks for a confirmation and repeats the call. `throws`: code of the page that reads the answer throws a TypeError.
 */
export type Fault = {
  name: string
  title: string
  /** The type of the error in the app; by default the name. */
  error?: string
  reply: Reply | 'timeout' | 'throws'
  outcome: 'refuses' | 'signsIn' | 'reloads' | 'confirms'
  /** Whether the server has decided on an idempotent call: only then another try has a new idempotency key. */
  isDecided?: boolean
}

/** What the browser level must know about the app. */
export type AppUnderTest = {
  /** The folder of the build. */
  pages: string
  context: BrowserContextOptions
  /** The time on the clock of the page when a path begins. */
  startTime: Date
  unsteady: Unsteady
  /** The broadcast channel between tabs. */
  channel: string
  /** The path prefix of API calls; other paths that are intercepted too. */
  api: string
  otherCalls: readonly string[]
  /** Paths of requests that stay open: an endless answer is never complete. */
  unanswered: readonly string[]
  parseQuery: (search: string) => object
  /** The violation of the contract by a request or response; null if there is none. */
  requestViolation: (apiRequest: ApiRequest, past: NetworkPast) => string | null
  responseViolation: (call: string, reply: Reply) => string | null
  /** The header of idempotency keys, in lower case. */
  idempotencyHeader: string
  /** The reads that a successful write makes stale. */
  staleAfter: (address: string) => readonly string[]
  /** Run in the page: puts a fresh copy of these reads into its cache; returns those that the page still takes for fresh. */
  keepReads: (reads: readonly string[]) => void
  freshReads: (reads: readonly string[]) => string[]
  /** The faults that a call can meet. */
  faults: (call: string) => readonly Fault[]
  /** The request for the address of the sign-in that leads back to a page, its response and that address. */
  signIn: (from: string) => { call: string; query: object; reply: Reply; destination: string }
  /** The report of an error that the page does not expect, and the assertion that the user sees it. */
  errorReport: { call: string; body: (body: unknown) => void }
  assertErrorShown: (stage: BrowserStage) => Promise<void>
  /** The user confirms what the page asks to confirm: `ask` answers so, `repeated` expects the call again. */
  confirm: (stage: BrowserStage, call: { ask: () => Promise<void>; repeated: () => void }) => Promise<void>
  /** Responses to requests that any page may send and no path tests. */
  responses: Record<string, Reply>
  /** Who is signed in, by the responses to reads, in words; null without a session. */
  account: (read: (call: string) => unknown) => string | null
  languages: readonly [Language, ...Language[]]
  /** Run in the page: whether the app has started; changes its language. */
  isReady: () => boolean
  setLanguage: (language: string) => void
}

export function json(value: unknown): Reply {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) }
}

export const noContent: Reply = { status: 204, type: 'application/json', body: '' }
