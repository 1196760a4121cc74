import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http-error.ts'

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

/** Limits of the HTTP server. Times in milliseconds, sizes in bytes. Tests shorten them. */
export const serverLimits = {
  /** Body of a call that takes no file. */
  body: 64 * 1024,
  /** Receiving the body of a call. */
  receivingCall: 10_000,
  /** Receiving a file, and any whole request. */
  receiving: 20_000,
  /** Answering, from routing on. */
  answering: 14_000,
  /** An idle connection. Longer than that of common load balancers (60 s), which must be the side that closes it. */
  idle: 72_000,
  /** Finishing open requests before a stop. */
  finishing: 5_000,
}
