import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '#tests/model-runner/browser/polling.ts'

type Decision = 'pass' | 'cut'
/** The result of a held call: its status and problem type; both null if the connection was broken. */
export type Answer = { call: string; status: number | null; problem: string | null }
type Waiting = { decide: (decision: Decision) => void; over: Promise<void> }

/**
 * A reverse proxy in front of the server. It creates no responses: it only holds calls, breaks
 * connections, and records requests and the server's responses.
 */
export class FaultProxy {
  readonly origin: string
  /** One line per call: `POST /v1/… 204`. */
  readonly log: string[] = []
  /** Results of held calls. */
  readonly answers: Answer[] = []
  readonly #server: ReturnType<typeof createServer>
  /** The path prefix of API calls. */
  readonly #prefix: string
  readonly #agent = new Agent({ keepAlive: true })
  readonly #held = new Map<string, { pattern: RegExp; waiting: Waiting[] }>()
  /** The answers of held calls that have begun, by call. */
  readonly #streams = new Map<string, ServerResponse[]>()
  #port = 0

  private constructor(server: ReturnType<typeof createServer>, prefix: string) {
    this.#server = server
    this.#prefix = prefix
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => void this.#handle(request, response))
  }

  static async open(prefix: string): Promise<FaultProxy> {
    const server = createServer()
    await once(server.listen(0, 'localhost'), 'listening')
    return new FaultProxy(server, prefix)
  }

  leadTo(port: number): void {
    this.#port = port
  }

  /** Holds these calls (by their declared paths) until they are released or broken. Calls held before are released. */
  hold(addresses: readonly string[]): void {
    for (const { waiting } of this.#held.values()) for (const { decide } of waiting) decide('pass')
    this.#held.clear()
    this.log.length = 0
    this.#streams.clear()
    for (const address of addresses) {
      const pattern = new RegExp(`^${address.replace(/\{\w+\}/g, '[^/]+')}$`)
      this.#held.set(address, { pattern, waiting: [] })
    }
  }

  async isHeld(address: string): Promise<void> {
    await eventually(() => this.#waitingAt(address).length > 0, `${address} was asked`).toBe(true)
  }

  /** Releases the call at this path; resolves when the browser has the response. */
  pass(address: string): Promise<void> {
    return this.#decide(address, 'pass')
  }

  /** Releases a call whose answer does not end, such as a stream. */
  async open(address: string): Promise<void> {
    await this.isHeld(address)
    for (const { decide } of this.#waitingAt(address).splice(0)) decide('pass')
  }

  /** Breaks the connection of a call that is being answered. */
  interrupt(address: string): void {
    for (const response of this.#streams.get(address) ?? []) response.destroy()
    this.#streams.delete(address)
  }

  /** Breaks the connection before the call reaches the server. */
  cut(address: string): Promise<void> {
    return this.#decide(address, 'cut')
  }

  async close(): Promise<void> {
    this.hold([])
    this.#agent.destroy()
    this.#server.closeAllConnections()
    await once(this.#server.close(), 'close')
  }

  async #decide(address: string, decision: Decision): Promise<void> {
    await this.isHeld(address)
    const waiting = this.#waitingAt(address).splice(0)
    for (const { decide } of waiting) decide(decision)
    await Promise.all(waiting.map(({ over }) => over))
  }

  #waitingAt(address: string): Waiting[] {
    const held = this.#held.get(address)
    if (held === undefined) throw new Error(`${address} is not held`)
    return held.waiting
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = callOf(request, this.#prefix)
    const held = [...this.#held.values()].find(({ pattern }) => pattern.test(call))
    if (held === undefined) return this.#forward(call, request, response)
    const over = new Promise<void>((resolve) => void response.once('close', resolve))
    const decision = await new Promise<Decision>((decide) => void held.waiting.push({ decide, over }))
    // The proxy reads the response, so it must not be compressed.
    if (decision === 'pass') {
      this.#streams.set(call, [...(this.#streams.get(call) ?? []), response])
      return this.#forward(call, request, response, { 'accept-encoding': 'identity' }, this.answers)
    }
    this.log.push(`${call}: connection broken`)
    this.answers.push({ call, status: null, problem: null })
    response.destroy()
  }

  #forward(
    call: string,
    request: IncomingMessage,
    response: ServerResponse,
    more: Record<string, string> = {},
    answers: Answer[] | null = null,
  ): void {
    const { method, url, headers } = request
    const host = { host: 'localhost', port: this.#port, agent: this.#agent }
    const asked = requestOf({ ...host, method, path: url, headers: { ...headers, ...more } }, (answer) => {
      const { statusCode: status = 502 } = answer
      if (answers !== null) note(answer, (problem) => void answers.push({ call, status, problem }))
      if (request.url?.startsWith(`${this.#prefix}/`)) this.log.push(`${call} ${answer.statusCode}`)
      // Chromium repeats a call when a reused connection breaks, so each call gets its own connection.
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.once('close', () => asked.destroy())
    request.pipe(asked)
  }
}

/** The problem type of a response; null for other responses. */
function note(answer: IncomingMessage, report: (problem: string | null) => void): void {
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  answer.on('end', () => {
    const isProblem = answer.headers['content-type']?.startsWith('application/problem+json') ?? false
    report(isProblem ? (JSON.parse(Buffer.concat(chunks).toString()) as { type: string }).type : null)
  })
}

/** `POST /v1/profile/two-factor/send`, as in the declaration of the call. */
function callOf({ method, url = '/' }: IncomingMessage, prefix: string): string {
  const { pathname } = new URL(url, 'http://localhost')
  return `${method} ${pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname}`
}
