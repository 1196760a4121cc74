import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { type Device, deviceOf, programOf } from './device.ts'

/** Who makes the request that is being answered, and from where: what every entry of the audit log says. */
type Asker = Device & {
  requestId: string | null
  /** The person at the browser: the administrator, while another user is looked at. */
  actorId: string | null
}

const askers = new AsyncLocalStorage<{ describe: () => Asker }>()
const nobody: Asker = { address: null, browser: null, system: null, requestId: null, actorId: null }

/** What `answer` does, and whatever that calls, is done for this request. Who is signed in may come to light within it. */
export function answering<Result>(request: FastifyRequest, answer: () => Result): Result {
  const describe = () => {
    const { session, id: requestId } = request
    return { ...deviceOf(request), requestId, actorId: session?.administrator?.userId ?? session?.userId ?? null }
  }
  return askers.run({ describe }, answer)
}

/** The same at the pages of the embedded provider, where nobody is signed in yet. */
export function answeringVisitor<Result>(
  { address, userAgent }: { address: string; userAgent: string },
  answer: () => Result,
): Result {
  return askers.run({ describe: () => ({ ...nobody, ...programOf(userAgent), address }) }, answer)
}

/** What the server does by itself, even if a request was the occasion for it. */
export function unasked<Result>(work: () => Result): Result {
  return askers.exit(work)
}

export function presentAsker(): Asker {
  return askers.getStore()?.describe() ?? nobody
}
