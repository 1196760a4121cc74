import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemType } from '#contract/problem.ts'
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
  return isUnreachable(error)
    ? new Refusal('unavailable', 'The database does not answer', { retryAfter: worthAnotherTry })
    : new Refusal('internal-error', 'Something went wrong; the log has more under the request id')
}

const problemOfCode: Record<string, ProblemType> = {
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
}

const problemOfStatus: Record<number, ProblemType> = {
  400: 'unreadable-request',
  404: 'not-found',
  408: 'unreadable-request',
  413: 'too-large',
  414: 'unreadable-request',
  415: 'wrong-media-type',
  429: 'too-many-requests',
  503: 'unavailable',
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}

/** Seconds after which a database that is being restarted may answer. */
const worthAnotherTry = 5

/**
 * Codes of Node's sockets, and PostgreSQL's: classes 08 (connection), 53 (resources), 57 (shutting down, or no answer in
 * time) and 58 (its disk), 25006 (takes no writes), 40001 and 40P01 (two were in each other's way).
 */
const unreachable = /^(ECONN|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|08|53|57|58|25006|40001|40P01)/
const unreachableMessage =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after|the embedded database has)/

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && unreachable.test(String(error.code))) return true
  return unreachableMessage.test(error.message) || isUnreachable(error.cause)
}
