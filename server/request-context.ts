import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { type Device, deviceFromRequest, parseUserAgent } from './user-agent.ts'

/** Who makes the request that is being answered, and from where: what every entry of the audit log says. */
type RequestContext = Device & {
  requestId: string | null
  /** The person at the browser: the administrator, while another user is looked at. */
  actorId: string | null
}

const storage = new AsyncLocalStorage<{ describe: () => RequestContext }>()
const emptyContext: RequestContext = { address: null, browser: null, system: null, requestId: null, actorId: null }

/** What `answer` does, and whatever that calls, is done for this request. Who is signed in may come to light within it. */
export function runWithRequestContext<Result>(request: FastifyRequest, answer: () => Result): Result {
  const describe = () => {
    const { session, id: requestId } = request
    return {
      ...deviceFromRequest(request),
      requestId,
      actorId: session?.administrator?.userId ?? session?.userId ?? null,
    }
  }
  return storage.run({ describe }, answer)
}

/** The same at the pages of the embedded provider, where nobody is signed in yet. */
export function runWithVisitorContext<Result>(
  { address, userAgent }: { address: string; userAgent: string },
  answer: () => Result,
): Result {
  return storage.run({ describe: () => ({ ...emptyContext, ...parseUserAgent(userAgent), address }) }, answer)
}

/** What the server does by itself, even if a request was the occasion for it. */
export function runDetached<Result>(work: () => Result): Result {
  return storage.exit(work)
}

export function currentRequestContext(): RequestContext {
  return storage.getStore()?.describe() ?? emptyContext
}
