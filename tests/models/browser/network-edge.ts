import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright'
import { type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'
import { parseQueryString } from '#src/api/query-string.ts'
import { type Asked, type Reply, requireSound, wrongIn } from './contract-script.ts'
import { type HeldRequest, holdRequests } from './held-requests.ts'
import { eventually } from './patience.ts'
import type { ScriptedProfile } from './scripted-profile.ts'

export type { Reply } from './contract-script.ts'

export function json(value: unknown): Reply {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) }
}

export const noContent: Reply = { status: 204, type: 'application/json', body: '' }

export function problem(type: ProblemType, rest: Pick<Problem, 'triesLeft' | 'retryAfter'> = {}): Reply {
  const status = problemTypes[type]
  const body = JSON.stringify({ type, title: type, status, detail: type, ...rest })
  return { status, type: 'application/problem+json', body }
}

/** A call that a step expects: where it goes, and all that it says. */
export type ExpectedCall = {
  /** Method and path, its parameters filled in. */
  call: string
  query?: object
  /** The body itself, or what has to hold of it. */
  body?: object | ((body: unknown) => void)
  /** It goes through the cache of answers: while one is on its way, no second is asked. */
  throughCache?: true
}

type Awaited = { expected: ExpectedCall; actor: string | null; request: HeldRequest | null; reply: Reply | null }
type Script = { standing: Record<string, Reply>; profile: ScriptedProfile | null }

/**
 * The edge of one browser's network: everything but the app's own files is answered here, by script. It is strict:
 * a change is made when a step expects it, once, and just so; what is read is read once until something changes it.
 * Whatever else is asked is a complaint, and the stage fails the path for it.
 */
export class NetworkEdge {
  readonly complaints: string[] = []
  /** Documents that the page has asked for after its first; it gets none (204), so it stays to be looked at. */
  readonly documents: string[] = []
  /** Whatever the server has said, as text. */
  readonly said: string[] = []
  readonly #standing: Map<string, Reply>
  readonly #profile: ScriptedProfile | null
  readonly #read = new Map<string, { credit: number; generation: number }>()
  #generation = 0
  #awaited: Awaited[] = []
  /** Calls whose actor has ended, still on their way. */
  #left: Awaited[] = []
  /** What was asked while an actor that asks nothing was at work: it may have ended before anybody told. */
  #early: { asked: Asked; request: HeldRequest }[] = []
  #movesOn = false
  #isOpen = false

  constructor({ standing, profile }: Script) {
    this.#standing = new Map(Object.entries(standing))
    this.#profile = profile
  }

  /** Stands between a page and the server; what it returns lets go of the page. */
  async guard(page: Page): Promise<() => Promise<void>> {
    const session = await holdRequests(page, (request) => this.#meet(request))
    return () => session.detach()
  }

  /** From now on this call is right, once; it waits for `answer`, or has its `reply` at once. */
  expect(expected: ExpectedCall, { actor = null, reply = null }: Partial<Pick<Awaited, 'actor' | 'reply'>> = {}): void {
    const same = expected.throughCache ? this.#left.find(({ expected: left }) => isSame(left, expected)) : undefined
    this.#left = this.#left.filter((one) => one !== same)
    const early = this.#early.find(({ asked }) => asked.address === expected.call)
    this.#early = this.#early.filter((one) => one !== early)
    if (early !== undefined) this.#compare(expected, early.asked)
    this.#awaited.push({ expected, actor, request: early?.request ?? same?.request ?? null, reply })
  }

  /** Whether an actor is at work that asks nothing: what follows it may be asked before the step that expects it. */
  movesOn(byItself: boolean): void {
    if (!byItself) for (const { asked } of this.#early.splice(0)) this.#complainOf(asked)
    this.#movesOn = byItself
  }

  /** The page asks this before its machine does, which then takes what is on its way. */
  expectAhead(expected: ExpectedCall): void {
    this.#left.push({ expected: { ...expected, throughCache: true }, actor: null, request: null, reply: null })
  }

  /** An actor that has ended waits for no answer. */
  drop(actor: string): void {
    const isIts = (one: Awaited) => one.actor === actor
    this.#left.push(...this.#awaited.filter(isIts))
    this.#awaited = this.#awaited.filter((one) => !isIts(one))
  }

  awaits(actor: string): boolean {
    return this.#awaited.some((one) => one.actor === actor)
  }

  /** Answers the one call that waits at this address, once it has come. */
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

  /** From now on this call is answered so at once. */
  always(call: string, reply: Reply): void {
    this.#standing.set(call, reply)
  }

  /** What was read may be read again: it is old by now, or somebody else’s. */
  renew(): void {
    this.#generation += 1
  }

  /** Every call that is expected has been made, or every one at this address. */
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

  /** The page is opened anew: it may ask for its document and all that it reads, and change nothing. */
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

  /** A page that is left while it asks asks anew: so often for every renewal, and not without end. */
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
      // A fault passes: what was known before it is answered the next time.
      if (isDecided || !this.#standing.has(asked.address)) this.#standing.set(asked.address, reply)
    } else if (isDecided) {
      this.renew()
      if (reply.status < 400 && reply.body !== '') this.#profile?.keep(asked, JSON.parse(reply.body))
    }
    await request.answer(reply)
  }
}

/** One may be on its way when something changes that makes it old: it is given up, and asked anew. */
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
