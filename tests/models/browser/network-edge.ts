import type { BrowserContext, Request, Route } from 'playwright'
import { type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'
import { eventually } from './patience.ts'

/** What the server says; `offline` is a server that cannot be reached. */
export type Reply = { status: number; type: string; body: string } | 'offline'

/** A call as it left the browser. */
export type Asked = { address: string; query: Record<string, string>; body: unknown }

export function json(value: unknown): Reply {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) }
}

export const noContent: Reply = { status: 204, type: 'application/json', body: '' }

export function problem(type: ProblemType, rest: Pick<Problem, 'triesLeft' | 'retryAfter'> = {}): Reply {
  const status = problemTypes[type]
  const body = JSON.stringify({ type, title: type, status, detail: type, ...rest })
  return { status, type: 'application/problem+json', body }
}

/** The app's own files: as they are built, and as the development server has them. */
const ownFiles = /^\/(assets|src|contract|node_modules)\/|^\/@/

type Script = {
  /** Calls that wait until the path answers them. */
  held: readonly string[]
  /** Calls that are answered at once; all others are not found. */
  standing: Record<string, Reply>
}

/** The edge of one browser's network: everything but the app's own files is answered here, by script. */
export class NetworkEdge {
  readonly asked: Asked[] = []
  /** Documents that the page has asked for after its first; it gets none (204), so it stays to be looked at. */
  readonly documents: string[] = []
  readonly #held: Map<string, Route[]>
  readonly #standing: Map<string, Reply>
  #isOpen = false

  constructor({ held, standing }: Script) {
    this.#held = new Map(held.map((address) => [address, []]))
    this.#standing = new Map(Object.entries(standing))
  }

  async guard(context: BrowserContext): Promise<void> {
    await context.route(
      ({ pathname }) => !ownFiles.test(pathname),
      (route) => this.#meet(route),
    )
  }

  /** Answers what is held at this address, once it has been asked. */
  async answer(address: string, reply: Reply): Promise<void> {
    await this.isHeld(address)
    const routes = this.#held.get(address)?.splice(0) ?? []
    await Promise.all(routes.map((route) => give(route, reply)))
  }

  /** From now on this address is answered at once. */
  always(address: string, reply: Reply): void {
    this.#standing.set(address, reply)
  }

  /** Whether somebody waits for an answer from this address: now, or within the patience of an assertion. */
  async isHeld(address: string, held = true): Promise<void> {
    const waits = () => (this.#held.get(address)?.length ?? 0) > 0
    await eventually(waits, `${address} waits for its answer`).toBe(held)
  }

  async wasAsked(address: string): Promise<Asked> {
    await eventually(() => this.asked.some((one) => one.address === address), address).toBe(true)
    return this.asked.findLast((one) => one.address === address) as Asked
  }

  async #meet(route: Route): Promise<void> {
    const request = route.request()
    if (request.isNavigationRequest()) return this.#meetDocument(route, request)
    const { asked, held } = this.#note(request)
    if (held !== undefined) return void held.push(route)
    if (asked.address === 'GET /') return route.continue()
    await give(route, this.#standing.get(asked.address) ?? problem('not-found'))
  }

  async #meetDocument(route: Route, request: Request): Promise<void> {
    if (new URL(request.url()).pathname === otherTabPath) return give(route, emptyPage)
    if (!this.#isOpen) {
      this.#isOpen = true
      return route.continue()
    }
    this.documents.push(request.url())
    await give(route, noContent)
  }

  #note(request: Request): { asked: Asked; held: Route[] | undefined } {
    const { pathname, searchParams } = new URL(request.url())
    const address = `${request.method()} ${pathname.replace(/^\/api/, '')}`
    const asked = { address, query: Object.fromEntries(searchParams), body: request.postDataJSON() as unknown }
    this.asked.push(asked)
    return { asked, held: this.#held.get(address) }
  }
}

/** Where a second tab stands: on our origin, without our app. */
export const otherTabPath = '/other-tab'
const emptyPage: Reply = { status: 200, type: 'text/html', body: '<!doctype html><title>Другая вкладка</title>' }

async function give(route: Route, reply: Reply): Promise<void> {
  // The page may have left, and its request with it.
  const gone = () => undefined
  if (reply === 'offline') return route.abort('connectionfailed').catch(gone)
  const { status, type, body } = reply
  await route.fulfill({ status, contentType: type, body }).catch(gone)
}
