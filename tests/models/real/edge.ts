import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '#tests/models/browser/patience.ts'

type Fate = 'pass' | 'cut'
type Waiting = { decide: (fate: Fate) => void; over: Promise<void> }

/**
 * What stands in front of a server in the world: a proxy. It answers nothing by itself; it only keeps calls waiting, cuts
 * their line, and notes what was asked and how the server answered.
 */
export class RealEdge {
  readonly origin: string
  /** One line a call: `POST /v1/… 204`. */
  readonly talk: string[] = []
  readonly #server: ReturnType<typeof createServer>
  readonly #agent = new Agent({ keepAlive: true })
  readonly #held = new Map<string, { pattern: RegExp; waiting: Waiting[] }>()
  #port = 0

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => void this.#meet(request, response))
  }

  static async open(): Promise<RealEdge> {
    const server = createServer()
    await once(server.listen(0, 'localhost'), 'listening')
    return new RealEdge(server)
  }

  leadTo(port: number): void {
    this.#port = port
  }

  /** From now on these calls, by their declared addresses, wait until somebody decides; what waited before is let go. */
  hold(addresses: readonly string[]): void {
    for (const { waiting } of this.#held.values()) for (const { decide } of waiting) decide('pass')
    this.#held.clear()
    this.talk.length = 0
    for (const address of addresses) {
      const pattern = new RegExp(`^${address.replace(/\{\w+\}/g, '[^/]+')}$`)
      this.#held.set(address, { pattern, waiting: [] })
    }
  }

  async isHeld(address: string): Promise<void> {
    await eventually(() => this.#waitingAt(address).length > 0, `${address} was asked`).toBe(true)
  }

  /** Lets the server answer what waits at this address; resolves when the browser has the answer. */
  pass(address: string): Promise<void> {
    return this.#decide(address, 'pass')
  }

  /** The line breaks before the server has heard of the call. */
  cut(address: string): Promise<void> {
    return this.#decide(address, 'cut')
  }

  async close(): Promise<void> {
    this.hold([])
    this.#agent.destroy()
    this.#server.closeAllConnections()
    await once(this.#server.close(), 'close')
  }

  async #decide(address: string, fate: Fate): Promise<void> {
    await this.isHeld(address)
    const waiting = this.#waitingAt(address).splice(0)
    for (const { decide } of waiting) decide(fate)
    await Promise.all(waiting.map(({ over }) => over))
  }

  #waitingAt(address: string): Waiting[] {
    const held = this.#held.get(address)
    if (held === undefined) throw new Error(`${address} is not held`)
    return held.waiting
  }

  async #meet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = callOf(request)
    const held = [...this.#held.values()].find(({ pattern }) => pattern.test(call))
    if (held === undefined) return this.#forward(call, request, response)
    const over = new Promise<void>((resolve) => void response.once('close', resolve))
    const fate = await new Promise<Fate>((decide) => void held.waiting.push({ decide, over }))
    if (fate === 'pass') return this.#forward(call, request, response)
    this.talk.push(`${call}: линия оборвана`)
    response.destroy()
  }

  #forward(call: string, request: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = request
    const host = { host: 'localhost', port: this.#port, agent: this.#agent }
    const asked = requestOf({ ...host, method, path: url, headers }, (answer) => {
      if (request.url?.startsWith('/api/')) this.talk.push(`${call} ${answer.statusCode}`)
      // Chromium sends a call again when a used connection breaks under it: here each has one of its own.
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.once('close', () => asked.destroy())
    request.pipe(asked)
  }
}

/** `POST /v1/profile/two-factor/send`, as calls are declared. */
function callOf({ method, url = '/' }: IncomingMessage): string {
  return `${method} ${new URL(url, 'http://localhost').pathname.replace(/^\/api/, '')}`
}
