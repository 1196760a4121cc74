import type { App } from '#server/app-types.ts'

/** One line per answer. The address is the route's pattern: real ones carry tokens, queries carry codes. */
export function requestLog(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.session?.userId,
      },
      'answered',
    )
    done()
  })
}
