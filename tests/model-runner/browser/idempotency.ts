import type { ApiRequest, Reply } from './app-under-test.ts'

/** The last key of an intention, and whether the server has answered it for good. */
type Attempt = { key: string; isDecided: boolean }

/**
 * Checks idempotency keys: an intention (a call with its body) keeps its key until the server has decided, and no other
 * intention uses it.
 */
export class IdempotencyWatch {
  readonly #header: string
  readonly #attempts = new Map<string, Attempt>()
  readonly #owners = new Map<string, string>()

  constructor(header: string) {
    this.#header = header
  }

  /** The wrong use of a key by a request; null if there is none. */
  violation(request: ApiRequest): string | null {
    const key = request.headers[this.#header]
    if (key === undefined) return null
    const intention = intentionOf(request)
    const [owner, last] = [this.#owners.get(key), this.#attempts.get(intention)]
    this.#owners.set(key, intention)
    this.#attempts.set(intention, { key, isDecided: false })
    if (owner !== undefined && owner !== intention) return `a new ${this.#header} · seen: the key of ${owner}`
    if (last === undefined) return null
    if (!last.isDecided && last.key !== key) return `the same ${this.#header} in a retry · seen: another key`
    if (last.isDecided && last.key === key) return `a new ${this.#header} after an answer · seen: the same key`
    return null
  }

  /** A lost or failed request, and one that waits for a confirmation, is not decided: it is repeated. */
  answered(request: ApiRequest, reply: Reply): void {
    const attempt = this.#attempts.get(intentionOf(request))
    if (attempt === undefined || reply === 'offline' || reply.status >= 500) return
    if (reply.status === 401 || reply.status === 428) this.#attempts.delete(intentionOf(request))
    else attempt.isDecided = true
  }

  /** A page that is loaded again has forgotten its keys. */
  forget(): void {
    this.#attempts.clear()
  }
}

function intentionOf({ address, body }: ApiRequest): string {
  return `${address} ${JSON.stringify(body)}`
}
