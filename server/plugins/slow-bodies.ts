import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'
import { limits } from './limits.ts'

/** A body that does not come in time is 408, before the time to answer is over: a slow line is no server that is away. */
export function refuseSlowBodies(app: App): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request)) {
      const isFile = request.routeOptions.config.call?.rawBody !== undefined
      const patience = setTimeout(
        () => {
          if (reply.sent || request.raw.complete) return
          // What is still on its way is not waited for.
          reply.header('connection', 'close').send(new Refusal('timeout', 'The body did not come in time'))
        },
        isFile ? limits.receiving : limits.receivingCall,
      )
      const rest = () => clearTimeout(patience)
      request.raw.once('end', rest).once('close', rest)
    }
    done(null, payload)
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}
