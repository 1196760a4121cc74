import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Call } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { App } from '#server/app-types.ts'
import { HttpError, throwProblem } from '#server/http/http-error.ts'
import { serverLimits } from './lifecycle.ts'

type RawBody = NonNullable<Call['rawBody']>

/** Bodies are JSON, or a file where the call declares one. Any other media type is answered with 415. */
export function bodyParsers(app: App): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  // An empty body counts as none: clients send the JSON header with every call.
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parseJson(request, decodeUtf8(body), done)
  })
  for (const mediaType of new Set(declaredCalls.flatMap(({ call }) => call.rawBody?.mediaTypes ?? []))) {
    app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
      request.routeOptions.config.call?.rawBody ? body : throwMediaType(),
    )
  }
  // Node's `requestTimeout` has one value for all routes, and `handlerTimeout` answers a slow body with 503.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request)) {
      const isFile = request.routeOptions.config.call?.rawBody !== undefined
      const limit = isFile ? serverLimits.receiving : serverLimits.receivingCall
      const timeout = setTimeout(() => {
        if (reply.sent || request.raw.complete) return
        // Closing the connection ends the rest of the body.
        reply.header('connection', 'close').send(new HttpError('timeout', 'The body did not come in time'))
      }, limit)
      const stop = () => clearTimeout(timeout)
      request.raw.once('end', stop).once('close', stop)
    }
    done(null, payload)
  })
}

/** Invalid bytes are an error: replacing them would store another text than was sent. */
function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return throwProblem('unreadable-request', 'The body is not UTF-8')
  }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

/** Options of a route that takes a file. The media type is checked before the file is read. */
export function fileRouteOptions({ mediaTypes, maxBytes }: RawBody): Partial<RouteOptions> {
  return {
    bodyLimit: maxBytes,
    handlerTimeout: serverLimits.receiving + serverLimits.answering,
    async onRequest(request) {
      if (!mediaTypes.includes(mediaTypeOf(request))) throwMediaType()
    },
  }
}

/** The media type of the body, without parameters. */
function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase()
}

function throwMediaType(): never {
  return throwProblem('wrong-media-type', 'The call does not take a body of this media type')
}
