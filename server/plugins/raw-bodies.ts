import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Call } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { limits } from './limits.ts'

type RawBody = NonNullable<Call['rawBody']>

const mediaTypes = new Set(declaredCalls.flatMap(({ call }) => call.rawBody?.mediaTypes ?? []))

/** Files are read whole, as bytes, and only by the calls that declare them (D-24); `readJsonOnly` reads the rest. */
export function readFiles(app: App): void {
  for (const mediaType of mediaTypes) {
    app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
      request.routeOptions.config.call?.rawBody ? body : refuseMediaType(),
    )
  }
}

/** What the route of such a call takes, judged before a byte of the file is read; receiving it takes its time. */
export function fileRouteOf({ mediaTypes, maxBytes }: RawBody): Partial<RouteOptions> {
  return {
    bodyLimit: maxBytes,
    handlerTimeout: limits.receiving + limits.answering,
    async onRequest(request) {
      if (!mediaTypes.includes(mediaTypeOf(request))) refuseMediaType()
    },
  }
}

/** Without its parameters. */
export function mediaTypeOf({ headers }: FastifyRequest): string {
  return (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase()
}

function refuseMediaType(): never {
  return refuse('wrong-media-type', 'The call does not take a body of this media type')
}
