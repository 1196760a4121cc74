import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemType } from '#contract/problem.ts'
import type { App } from '#server/app-types.ts'
import { isConnectionError } from '#server/db/connection-errors.ts'
import { HttpError, toProblemDocument } from '#server/http/http-error.ts'
import { bareHeaders } from './security-headers.ts'

type ErrorPageSender = {
  sendErrorPage(request: FastifyRequest, reply: FastifyReply, status: number): Promise<FastifyReply> | null
}

/** Sends errors as problem documents; to a person who opens an address, as a page. */
export function errorHandler(app: App, sender: ErrorPageSender | null): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toHttpError(thrown, request)
    if (sender && isNavigation(request) && (error.status === 401 || error.status === 404)) {
      return reply.redirect(expiredDocumentPage, 303)
    }
    return (error.status >= 500 && sender?.sendErrorPage(request, reply, error.status)) || sendProblem(reply, error)
  })
}

/** Page that explains that the link to a document has expired. */
const expiredDocumentPage = '/404?lost=document'

/** Whether a person opened an address that is declared `isVisited`. Programs that fetch it get a problem document. */
function isNavigation({ routeOptions, headers }: FastifyRequest): boolean {
  const mode = headers['sec-fetch-mode']
  const isNavigation = mode === undefined ? headers.accept?.includes('text/html') : mode === 'navigate'
  return routeOptions.config.isVisited === true && isNavigation === true
}

/** Sends an error as its problem document (RFC 9457). */
export function sendProblem(reply: FastifyReply, error: HttpError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfter)))
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(toProblemDocument(error, reply.request.id))
}

/** Maps anything thrown to an HTTP error. Logs what is neither an `HttpError` nor a known error of Fastify. */
export function toHttpError(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  if (isFastifyError(error)) {
    const type = typeOfCode[error.code] ?? typeOfStatus[error.statusCode ?? 500]
    if (type) return new HttpError(type, error.message)
  }
  request.log.error({ err: error }, 'a request failed')
  return isConnectionError(error)
    ? new HttpError('unavailable', 'The database does not answer')
    : new HttpError('internal-error', 'Something went wrong; the log has more under the request id')
}

const typeOfCode: Record<string, ProblemType> = {
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
}

const typeOfStatus: Record<number, ProblemType> = {
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

/** HTTP/1.1 requires a Host header. */
export function requireHost(app: App): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.headers.host === undefined && raw.httpVersion !== '1.0'
    done(isMissing ? new HttpError('unreadable-request', 'The Host header is missing') : undefined)
  })
}

const statusOfClientError: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers what Node could not parse as HTTP. No request exists, so the response is written to the socket. */
export function clientErrorHandler(this: App, error: NodeJS.ErrnoException, socket: Socket): void {
  const { code = '' } = error
  this.log.debug({ errorCode: code }, 'a request is not HTTP')
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const status = statusOfClientError[code] ?? 400
  const known = new HttpError(status === 408 ? 'timeout' : 'unreadable-request', `Not readable as HTTP (${code})`)
  const body = JSON.stringify({ ...toProblemDocument(known, randomUUID()), status })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
