import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright'
import { type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'
import { parseQueryString } from '#src/api/query-string.ts'
import { type HeldRequest, holdRequests } from './held-requests.ts'
import { eventually } from './polling.ts'
import { type Asked, type Reply, requireSound, wrongIn } from './scripted-api.ts'
import type { ScriptedProfile } from './scripted-profile.ts'

export type { Reply } from './scripted-api.ts'

export function json(value: unknown): Reply {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) }
}

export const noContent: Reply = { status: 204, type: 'application/json', body: '' }

export function problem(type: ProblemType, rest: Pick<Problem, 'triesLeft' | 'retryAfter'> = {}): Reply {
  const status = problemTypes[type]
  const body = JSON.stringify({ type, title: type, status, detail: type, ...rest })
  return { status, type: 'application/problem+json', body }
}

/** A call that a step expects: its URL, headers and body. */
export type ExpectedCall = {
  /** Method and path, its parameters filled in. */
  call: string
  query?: object
  /** The body, or an assertion about it. */
  body?: object | ((body: unknown) => void)
  /** The call goes through the query cache: no second request is sent while one is pending. */
  throughCache?: true
}

type Awaited = { expected: ExpectedCall; actor: string | null; request: HeldRequest | null; reply: Reply | null }
type Script = { standing: Record<string, Reply>; profile: ScriptedProfile | null }

/**
 * The scripted network of one browser context: it answers everything but the app's own files. It is strict:
 * a write is sent once, when a step expects it, with the expected body; a read is sent once until its data is invalidated.
 * Any other request is a complaint and fails the path.
 */
export class NetworkEdge {
  readonly complaints: string[] = []
  /** Document requests after the first one. They get a 204, so the page stays and can be inspected. */
  readonly documents: string[] = []
  /** All responses so far, as text. */
  readonly said: string[] = []
  readonly #standing: Map<string, Reply>
  readonly #profile: ScriptedProfile | null
  readonly #read = new Map<string, { credit: number; generation: number }>()
  #generation = 0
  #awaited: Awaited[] = []
  /** Pending calls whose actor has stopped. */
  #left: Awaited[] = []
  /** Requests sent while an actor without requests was running: it may have ended before the step is recorded. */
  #early: { asked: Asked; request: HeldRequest }[] = []
  #movesOn = false
  #isOpen = false

  constructor({ standing, profile }: Script) {
    this.#standing = new Map(Object.entries(standing))
    this.#profile = profile
  }

  /** Intercepts the requests of a page. The returned function detaches it. */
  async guard(page: Page): Promise<() => Promise<void>> {
    const session = await holdRequests(page, (request) => this.#meet(request))
    return () => session.detach()
  }

  /** Expects this call once. It waits for `answer`, or gets its `reply` at once. */
  expect(expected: ExpectedCall, { actor = null, reply = null }: Partial<Pick<Awaited, 'actor' | 'reply'>> = {}): void {
    const same = expected.throughCache ? this.#left.find(({ expected: left }) => isSame(left, expected)) : undefined
    this.#left = this.#left.filter((one) => one !== same)
    const early = this.#early.find(({ asked }) => asked.address === expected.call)
    this.#early = this.#early.filter((one) => one !== early)
    if (early !== undefined) this.#compare(expected, early.asked)
    this.#awaited.push({ expected, actor, request: early?.request ?? same?.request ?? null, reply })
  }

  /** Whether an actor without requests is running: the request after it may arrive before the step that expects it. */
  movesOn(byItself: boolean): void {
    if (!byItself) for (const { asked } of this.#early.splice(0)) this.#complainOf(asked)
    this.#movesOn = byItself
  }

  /** Expects a request that the page sends before its machine does. The machine then uses the pending request. */
  expectAhead(expected: ExpectedCall): void {
    this.#left.push({ expected: { ...expected, throughCache: true }, actor: null, request: null, reply: null })
  }

  /** A stopped actor waits for no response. */
  drop(actor: string): void {
    const isIts = (one: Awaited) => one.actor === actor
    this.#left.push(...this.#awaited.filter(isIts))
    this.#awaited = this.#awaited.filter((one) => !isIts(one))
  }

  awaits(actor: string): boolean {
    return this.#awaited.some((one) => one.actor === actor)
  }

  /** Answers the pending call at this URL, as soon as it has arrived. */
  async answer(call: string, reply: Reply | ((asked: Asked, profile: ScriptedProfile) => Reply)): Promise<void> {
    const waiting = () => this.#awaited.find(({ expected, request }) => expected.call === call && request !== null)
    await eventually(() => waiting() !== undefined, `${call} waits for its answer`).toBe(true)
    const awaited = waiting() as Awaited & { request: HeldRequest }
    this.#awaited = this.#awaited.filter((one) => one !== awaited)
    const asked = askedIn(awaited.request)
    if (typeof reply !== 'function') return this.#give(awaited.request, asked, reply)
    if (this.#profile === null) throw new Error('The script keeps no profile')
    await this.#give(awaited.request, asked, reply(asked, this.#profile))
  }

  /** From now on this call gets this response at once. */
  always(call: string, reply: Reply): void {
    this.#standing.set(call, reply)
  }

  /** Allows reads again: the data is stale, or belongs to another user. */
  renew(): void {
    this.#generation += 1
  }

  /** Waits until all expected calls have been sent, or all at this URL. */
  async holds(only?: string): Promise<void> {
    const missing = () =>
      this.#awaited
        .filter(({ request, expected }) => request === null && (only ?? expected.call) === expected.call)
        .map(({ expected }) => expected.call)
    await eventually(missing, 'calls that are expected and were not made').toEqual([])
  }

  isWaitedFor(): boolean {
    return this.#awaited.length > 0
  }

  /** The page is loaded again: it may request its document and its reads, and no write. */
  reopen(): void {
    this.#isOpen = false
    this.#awaited = []
    this.#left = []
    this.renew()
  }

  async #meet(request: HeldRequest): Promise<void> {
    if (request.isDocument) return this.#meetDocument(request)
    const { pathname } = request.url
    if (!pathname.startsWith('/api/') && pathname !== '/readyz') return request.goOn()
    try {
      await this.#meetCall(request, askedIn(request))
    } catch (error) {
      this.complaints.push((error as Error).message)
    }
  }

  async #meetCall(request: HeldRequest, asked: Asked): Promise<void> {
    const wrong = asked.address.endsWith('/readyz') ? null : wrongIn(asked)
    if (wrong !== null) this.complaints.push(`${inWords(asked)} breaks the contract: ${wrong}`)
    const isIt = (one: Awaited) => one.expected.call === asked.address && one.request === null
    const awaited = this.#awaited.find(isIt) ?? this.#left.find(isIt)
    if (awaited === undefined) return this.#meetUnawaited(request, asked)
    this.#isReadAgain(asked)
    this.#compare(awaited.expected, asked)
    if (awaited.reply === null) awaited.request = request
    else {
      this.#awaited = this.#awaited.filter((one) => one !== awaited)
      await this.#give(request, asked, awaited.reply)
    }
  }

  async #meetUnawaited(request: HeldRequest, asked: Asked): Promise<void> {
    const { address } = asked
    const reply =
      address === 'GET /v1/profile' && this.#profile ? json(this.#profile.current) : this.#standing.get(address)
    if (reply === undefined || !address.startsWith('GET ')) {
      if (this.#movesOn) return void this.#early.push({ asked, request })
      this.#complainOf(asked)
    } else if (this.#isReadAgain(asked))
      this.complaints.push(`${inWords(asked)} is asked again, and nothing has changed it`)
    await this.#give(request, asked, reply ?? problem('not-found'))
  }

  #compare(expected: ExpectedCall, asked: Asked): void {
    const other = differenceOf(expected, asked)
    if (other !== null) this.complaints.push(`${inWords(asked)} says something else than the step: ${other}`)
  }

  #complainOf(asked: Asked): void {
    this.complaints.push(`${inWords(asked)} is expected by no step`)
  }

  /** A page that is left during a request sends it again: the number of repetitions per renewal is limited. */
  #isReadAgain(asked: Asked): boolean {
    const key = keyOf(asked)
    const { credit, generation } = this.#read.get(key) ?? { credit: readsAtOnce, generation: 0 }
    const left = Math.min(readsAtOnce, credit + this.#generation - generation) - 1
    this.#read.set(key, { credit: Math.max(left, 0), generation: this.#generation })
    return left < 0
  }

  async #meetDocument(request: HeldRequest): Promise<void> {
    if (!this.#isOpen) {
      this.#isOpen = true
      return request.goOn()
    }
    this.documents.push(request.url.href)
    await request.answer(noContent)
  }

  async #give(request: HeldRequest, asked: Asked, reply: Reply): Promise<void> {
    requireSound(asked.address, reply)
    const isDecided = reply !== 'offline' && reply.status < 500
    if (reply !== 'offline') this.said.push(reply.body)
    if (asked.address.startsWith('GET ')) {
      // A fault is temporary: the next request gets the previous response.
      if (isDecided || !this.#standing.has(asked.address)) this.#standing.set(asked.address, reply)
    } else if (isDecided) {
      this.renew()
      if (reply.status < 400 && reply.body !== '') this.#profile?.keep(asked, JSON.parse(reply.body))
    }
    await request.answer(reply)
  }
}

/** A pending read that becomes stale by a change is aborted and sent again. */
const readsAtOnce = 2

function askedIn({ method, url, headers, body }: HeldRequest): Asked {
  return {
    address: `${method} ${url.pathname.replace(/^\/api/, '')}`,
    query: parseQueryString(url.search),
    body: body === null ? null : (JSON.parse(body) as unknown),
    headers,
  }
}

function keyOf({ address, query }: Asked): string {
  return `${address} ${JSON.stringify(query)}`
}

function inWords({ address, query, body }: Asked): string {
  const said = [query, body].filter((part) => part !== null && Object.keys(part as object).length > 0)
  return [address, ...said.map((part) => JSON.stringify(part))].join(' ')
}

function differenceOf(
  { query = {}, body = null }: Omit<ExpectedCall, 'body'> & { body?: unknown },
  asked: Asked,
): string | null {
  if (!isDeepStrictEqual({ ...asked.query }, { ...query })) return `the query should be ${JSON.stringify(query)}`
  if (typeof body !== 'function')
    return isDeepStrictEqual(asked.body, body) ? null : `the body should be ${JSON.stringify(body)}`
  try {
    body(asked.body)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function isSame(one: ExpectedCall, other: ExpectedCall): boolean {
  return one.call === other.call && isDeepStrictEqual(one.query, other.query)
}
