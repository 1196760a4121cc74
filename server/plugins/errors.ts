import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemType } from '#contract/problem.ts'
import { isAway } from '#server/db/away.ts'
import { problemOf, Refusal } from '#server/refusal.ts'

/** Sends a refusal as its problem document (D-21). */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(refusal.retryAfter)))
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemOf(refusal, reply.request.id))
}

/** The refusal that something thrown amounts to; what nobody foresaw is logged here, once. */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (isFastifyError(error)) {
    const problem = problemOfCode[error.code] ?? problemOfStatus[error.statusCode ?? 500]
    if (problem) return new Refusal(problem, error.message)
  }
  request.log.error({ err: error }, 'a request failed')
  return isAway(error)
    ? new Refusal('unavailable', 'The database does not answer')
    : new Refusal('internal-error', 'Something went wrong; the log has more under the request id')
}

const problemOfCode: Record<string, ProblemType> = {
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
}

const problemOfStatus: Record<number, ProblemType> = {
  400: 'unreadable-request',
  404: 'not-found',
  408: 'timeout',
  413: 'too-large',
  414: 'unreadable-request',
  415: 'wrong-media-type',
  429: 'too-many-requests',
  503: 'unavailable',
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}
