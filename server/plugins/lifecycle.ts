import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http-error.ts'
import { serverLimits } from '#server/server-limits.ts'

/** `/healthz`: the process runs. `/readyz`: the database answers within two seconds. */
export function healthChecks(app: App, ping: () => Promise<void>): void {
  app.get('/healthz', { logLevel: 'warn' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await within(2000, ping()).catch((error: unknown) => {
      app.log.warn({ err: error }, 'not ready')
      throwProblem('unavailable', 'The database does not answer')
    })
    return { status: 'ok' }
  })
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Lets open requests finish at a stop. Node keeps the connections of requests that end after `close()` open, so they are told to close. */
export function gracefulClose(app: App): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(() => app.server.closeAllConnections(), serverLimits.finishing).unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
