import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers within two seconds. */
export function answerHealth(app: App, ping: () => Promise<void>): void {
  app.get('/healthz', { logLevel: 'warn' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await within(2000, ping()).catch((error: unknown) => {
      app.log.warn({ err: error }, 'not ready')
      refuse('unavailable', 'The database does not answer')
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
