import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright'
import { type ApiRequest, type AppUnderTest, json, noContent, type Reply, type ServerState } from './app-under-test.ts'
import { differenceOf, type ExpectedCall, inWords, isSame, keyOf } from './expected-call.ts'
import { passTime } from './fake-timers.ts'
import { type HeldRequest, holdRequests } from './held-requests.ts'
import { IdempotencyWatch } from './idempotency.ts'
import { eventually } from './polling.ts'

type PendingCall = { expected: ExpectedCall; actor: string | null; request: HeldRequest | null; reply: Reply | null }
type Script = { app: AppUnderTest; responses: Record<string, Reply>; state: ServerState | null }

/**
 * The scripted network of one browser context: it answers everything but the app's own files. It is strict:
 * a write is sent once, when a step expects it, with the expected body; a read is sent once until its data is invalidated.
 * Any other request is a violation and fails the path.
 */
export class ScriptedNetwork {
  readonly violations: string[] = []
  /** Document requests after the first one. They get a 204, so the page stays and can be inspected. */
  readonly documents: string[] = []
  /** The languages of the page so far. */
  readonly languages: string[]
  /** All responses so far, in order. */
  readonly answers: { call: string; reply: Reply }[] = []
  /** All responses so far, as text. */
  readonly responseTexts: string[] = []
  readonly #app: AppUnderTest
  readonly #responses: Map<string, Reply>
  readonly #state: ServerState | null
  readonly #read = new Map<string, { credit: number; generation: number }>()
  #generation = 0
  #pending: PendingCall[] = []
  #instead: Reply | null = null
  /** Pending calls whose actor has stopped. */
  #orphaned: PendingCall[] = []
  /** Requests sent while an actor without requests was running: it may have ended before the step is recorded. */
  #early: { apiRequest: ApiRequest; request: HeldRequest }[] = []
  #allowsEarly = false
  #isOpen = false
  readonly #keys: IdempotencyWatch
  readonly #answered = new Map<string, Reply>()
  /** Successful writes whose stale reads have not been checked. */
  readonly #changes: { address: string; reads: readonly string[] }[] = []
  #page: Page | null = null

  constructor({ app, responses, state }: Script) {
    this.#app = app
    this.languages = [app.languages[0].name]
    this.#keys = new IdempotencyWatch(app.idempotencyHeader)
    this.#responses = new Map(Object.entries({ ...app.responses, ...responses }))
    this.#state = state
  }

  /** Intercepts the requests of a page. The returned function detaches it. */
  async guard(page: Page): Promise<() => Promise<void>> {
    this.#page = page
    const paths = [`${this.#app.api}/*`, ...this.#app.otherCalls]
    const session = await holdRequests(page, paths, (request) => this.#handle(request))
    return () => session.detach()
  }

  /** Expects this call once. It waits for `answer`, or gets its `reply` at once. */
  expect(
    expected: ExpectedCall,
    { actor = null, reply = null }: Partial<Pick<PendingCall, 'actor' | 'reply'>> = {},
  ): void {
    const same = expected.throughCache ? this.#orphaned.find(({ expected: left }) => isSame(left, expected)) : undefined
    this.#orphaned = this.#orphaned.filter((one) => one !== same)
    const early = this.#early.find(({ apiRequest }) => apiRequest.address === expected.call)
    this.#early = this.#early.filter((one) => one !== early)
    if (early !== undefined) this.#compare(expected, early.apiRequest)
    this.#pending.push({ expected, actor, request: early?.request ?? same?.request ?? null, reply })
  }

  /** Whether an actor without requests is running: the request after it may arrive before the step that expects it. */
  expectEarlyRequests(byItself: boolean): void {
    if (!byItself) for (const { apiRequest } of this.#early.splice(0)) this.#reportUnexpected(apiRequest)
    this.#allowsEarly = byItself
  }

  /** Expects a request that the page sends before its machine does. The machine then uses the pending request. */
  expectEarly(expected: ExpectedCall): void {
    this.#orphaned.push({ expected: { ...expected, throughCache: true }, actor: null, request: null, reply: null })
  }

  /** A stopped actor waits for no response. */
  cancel(actor: string): void {
    const isIts = (one: PendingCall) => one.actor === actor
    this.#orphaned.push(...this.#pending.filter(isIts))
    this.#pending = this.#pending.filter((one) => !isIts(one))
  }

  isPending(actor: string): boolean {
    return this.#pending.some((one) => one.actor === actor)
  }

  /** The next `answer` gives this reply, whatever the driver of the event has scripted. */
  answerInstead(reply: Reply): void {
    this.#instead = reply
  }

  /**
   * Answers the pending call at this URL, or the one with this body, as soon as it has arrived; without `reply` by the
   * state of the server.
   */
  async answer(call: string, reply?: Reply, body?: object): Promise<void> {
    const isIt = ({ expected }: PendingCall) =>
      expected.call === call && (body === undefined || isDeepStrictEqual(expected.body, body))
    const waiting = () => this.#pending.find((one) => one.request !== null && isIt(one))
    await eventually(() => waiting() !== undefined, `${call} waits for its answer`).toBe(true)
    const pending = waiting() as PendingCall & { request: HeldRequest }
    this.#pending = this.#pending.filter((one) => one !== pending)
    const apiRequest = this.#apiRequestOf(pending.request)
    const given = this.#instead ?? reply ?? json(this.#state?.write(apiRequest))
    this.#instead = null
    await this.#respond(pending.request, apiRequest, given)
  }

  /** The pending call at this URL gets no answer until the page gives it up. */
  async expire(call: string): Promise<void> {
    const waiting = () => this.#pending.find(({ expected, request }) => expected.call === call && request !== null)
    await eventually(() => waiting() !== undefined, `${call} waits for its answer`).toBe(true)
    const pending = waiting()
    this.#pending = this.#pending.filter((one) => one !== pending)
    if (this.#page !== null) await passTime(this.#page, maxTimeoutMs)
  }

  /** From now on this call gets this response at once. */
  always(call: string, reply: Reply): void {
    this.#responses.set(call, reply)
  }

  /** Allows reads again: the data is stale, or belongs to another user. */
  allowReads(): void {
    this.#generation += 1
  }

  /** Waits until all expected calls have been sent, or all at this URL. */
  async allSent(only?: string): Promise<void> {
    const missing = () =>
      this.#pending
        .filter(({ request, expected }) => request === null && (only ?? expected.call) === expected.call)
        .map(({ expected }) => expected.call)
    await eventually(missing, 'calls that are expected and were not made').toEqual([])
  }

  /** Asserts that the page takes nothing for fresh that a successful write has changed. */
  async assertStale(): Promise<void> {
    for (const { address, reads } of this.#changes.splice(0)) {
      // A page that is being replaced forgets its reads.
      if (this.documents.length > 0) continue
      await eventually(
        async () => (await this.#page?.evaluate(this.#app.freshReads, reads)) ?? [],
        `after ${address} nothing that it changes is taken for fresh`,
      ).toEqual([])
    }
  }

  /** The calls that wait for an answer. */
  pendingCalls(): string[] {
    return this.#pending.map(({ expected }) => expected.call)
  }

  hasPending(): boolean {
    return this.#pending.length > 0
  }

  /** The page is loaded again: it may request its document and its reads, and no write. */
  expectReload(): void {
    this.#isOpen = false
    this.#keys.forget()
    this.#changes.length = 0
    this.#pending = []
    // A call that no actor has started, and that was not answered, is the one that the page sends early.
    const isEarly = ({ actor }: PendingCall) => actor === null
    this.#orphaned = this.#orphaned.filter(isEarly).map((one) => ({ ...one, request: null }))
    this.allowReads()
  }

  async #handle(request: HeldRequest): Promise<void> {
    if (request.isDocument) return this.#handleDocument(request)
    const { pathname } = request.url
    const { api, otherCalls, unanswered } = this.#app
    if (unanswered.includes(pathname)) return
    if (!pathname.startsWith(`${api}/`) && !otherCalls.includes(pathname)) return request.goOn()
    try {
      await this.#handleCall(request, this.#apiRequestOf(request))
    } catch (error) {
      this.violations.push((error as Error).message)
    }
  }

  async #handleCall(request: HeldRequest, apiRequest: ApiRequest): Promise<void> {
    const wrong = this.#app.requestViolation(apiRequest, { languages: this.languages, answered: this.#answered })
    if (wrong !== null) this.violations.push(`${inWords(apiRequest)} breaks the contract: ${wrong}`)
    const wrongKey = this.#keys.violation(apiRequest)
    if (wrongKey !== null) this.violations.push(`expected: ${inWords(apiRequest)} with ${wrongKey}`)
    const isIt = (one: PendingCall) => one.expected.call === apiRequest.address && one.request === null
    const pending = this.#pending.find(isIt) ?? this.#orphaned.find(isIt)
    if (pending === undefined) return this.#handleUnexpected(request, apiRequest)
    this.#isRepeatedRead(apiRequest)
    this.#compare(pending.expected, apiRequest)
    if (pending.reply === null) pending.request = request
    else {
      this.#pending = this.#pending.filter((one) => one !== pending)
      await this.#respond(request, apiRequest, pending.reply)
    }
  }

  async #handleUnexpected(request: HeldRequest, apiRequest: ApiRequest): Promise<void> {
    const { address } = apiRequest
    const stored = this.#state?.read(address)
    const reply = stored === undefined ? this.#responses.get(address) : json(stored)
    if (reply === undefined || !address.startsWith('GET ')) {
      if (this.#allowsEarly) return void this.#early.push({ apiRequest, request })
      this.#reportUnexpected(apiRequest)
    } else if (this.#isRepeatedRead(apiRequest))
      this.violations.push(`${inWords(apiRequest)} is read again although nothing has changed it`)
    await this.#respond(request, apiRequest, reply ?? notScripted)
  }

  #compare(expected: ExpectedCall, apiRequest: ApiRequest): void {
    const other = differenceOf(expected, apiRequest)
    if (other !== null) this.violations.push(`${inWords(apiRequest)} differs from the step: ${other}`)
  }

  #reportUnexpected(apiRequest: ApiRequest): void {
    this.violations.push(`${inWords(apiRequest)} is not expected by any step`)
  }

  /** A page that is left during a request sends it again: the number of repetitions per renewal is limited. */
  #isRepeatedRead(apiRequest: ApiRequest): boolean {
    const key = keyOf(apiRequest)
    const { credit, generation } = this.#read.get(key) ?? { credit: readsAtOnce, generation: 0 }
    const left = Math.min(readsAtOnce, credit + this.#generation - generation) - 1
    this.#read.set(key, { credit: Math.max(left, 0), generation: this.#generation })
    return left < 0
  }

  async #handleDocument(request: HeldRequest): Promise<void> {
    if (!this.#isOpen) {
      this.#isOpen = true
      return request.goOn()
    }
    this.documents.push(request.url.href)
    await request.answer(noContent)
  }

  async #respond(request: HeldRequest, apiRequest: ApiRequest, reply: Reply): Promise<void> {
    const wrong = this.#app.responseViolation(apiRequest.address, reply)
    if (wrong !== null)
      throw new Error(`The script answers ${apiRequest.address} with what the contract forbids: ${wrong}`)
    this.#answered.set(apiRequest.address, reply)
    this.answers.push({ call: apiRequest.address, reply })
    this.#keys.answered(apiRequest, reply)
    const isDecided = reply !== 'offline' && reply.status < 500
    if (reply !== 'offline') this.responseTexts.push(reply.body)
    if (apiRequest.address.startsWith('GET ')) {
      // A fault is temporary: the next request gets the previous response.
      if (isDecided || !this.#responses.has(apiRequest.address)) this.#responses.set(apiRequest.address, reply)
    } else if (isDecided) {
      this.allowReads()
      if (reply.status < 400) await this.#expectStale(apiRequest)
      if (reply.status < 400 && reply.body !== '') this.#state?.accept(apiRequest, JSON.parse(reply.body))
    }
    await request.answer(reply)
  }

  /** The page gets a copy of everything that this write changes, because its screens show only some of it. */
  async #expectStale({ address }: ApiRequest): Promise<void> {
    const reads = this.#app.staleAfter(address)
    if (reads.length === 0) return
    await this.#page?.evaluate(this.#app.keepReads, reads)
    this.#changes.push({ address, reads })
  }

  #apiRequestOf({ method, url, headers, body }: HeldRequest): ApiRequest {
    const { api, parseQuery } = this.#app
    const path = url.pathname.startsWith(`${api}/`) ? url.pathname.slice(api.length) : url.pathname
    return {
      address: `${method} ${path}`,
      query: parseQuery(url.search),
      body: body === null ? null : (JSON.parse(body) as unknown),
      headers,
    }
  }
}

/** The response to a request that no step expects. */
const notScripted: Reply = {
  status: 404,
  type: 'application/problem+json',
  body: JSON.stringify({ type: 'not-found', title: 'not-found', status: 404, detail: 'no script' }),
}

/** Milliseconds after which the page has given up every call. */
const maxTimeoutMs = 20_000

/** A pending read that becomes stale by a change is aborted and sent again. */
const readsAtOnce = 2
