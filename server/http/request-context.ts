import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyRequest } from 'fastify'
import { type Device, deviceFromRequest, parseUserAgent } from './user-agent.ts'

/** Who makes the current request, and from where: part of every entry of the audit log. */
type RequestContext = Device & {
  requestId: string | null
  /** The user at the browser: during an impersonation the administrator. */
  actorId: string | null
}

const storage = new AsyncLocalStorage<{ describe: () => RequestContext }>()
const emptyContext: RequestContext = { address: null, browser: null, system: null, requestId: null, actorId: null }

/** Runs `answer` in the context of this request. The session is read late, because `answer` may set it. */
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

/** The same for pages of the embedded provider, which have no session. */
export function runWithVisitorContext<Result>(
  { address, userAgent }: { address: string; userAgent: string },
  answer: () => Result,
): Result {
  return storage.run({ describe: () => ({ ...emptyContext, ...parseUserAgent(userAgent), address }) }, answer)
}

/** Runs `work` without a context: for what the server does by itself, even if a request triggers it. */
export function runDetached<Result>(work: () => Result): Result {
  return storage.exit(work)
}

export function currentRequestContext(): RequestContext {
  return storage.getStore()?.describe() ?? emptyContext
}
