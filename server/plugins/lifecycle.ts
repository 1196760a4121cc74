import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { App } from '#server/app-types.ts'
import type { ReadDatabases } from '#server/db/replicas.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { isUnderApi } from './authorization.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

type Checks = {
  ping: () => Promise<void>
  replicas: ReadDatabases | null
  /** What does not work though the server is ready. */
  findFaults: () => Promise<string[]>
  isClosing: () => boolean
  providerStates: ReadonlyMap<string, { last(): 'unknown' | 'reachable' | 'unreachable' }>
}

/**
 * `/healthz`: the process runs. `/readyz`: the database answers within two seconds; it names the version, and what a
 * server that is ready lacks. A silent identity provider does not fail it: sessions go on, and no other server of the
 * school could reach it. Nor does a silent payment provider.
 */
export function healthChecks(app: App, { ping, replicas, findFaults, isClosing, providerStates }: Checks): void {
  app.get('/healthz', { logLevel: 'warn' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isClosing()) throwProblem('unavailable', 'The server is stopping')
    const ready = replicas?.states().filter(({ state }) => state === 'ready').length ?? 0
    const limit = ready > 0 ? 1000 : 2000
    const late = setTimeout(limit, null, { ref: false }).then(() => Promise.reject(new Error(`none in ${limit} ms`)))
    const checked = replicas?.isPrimaryLost ? Promise.reject(new Error('lost')) : ping().then(findFaults)
    const faults = await Promise.race([checked, late]).catch((error: unknown) => {
      // Replicas still answer what only reads.
      if (ready > 0) return ['the primary database does not answer']
      app.log.warn({ err: error }, 'not ready')
      return throwProblem('unavailable', 'The database does not answer')
    })
    return {
      status: 'ok',
      version,
      ...(replicas && { replicas: `${ready} of ${replicas.states().length}` }),
      ...(faults.length > 0 && { faults }),
      ...(!app.env.DELIVERY && { delivery: 'off' }),
      ...describeProviders(providerStates),
      ...(app.paymentProvider && { paymentProvider: app.paymentProvider.condition() }),
    }
  })
}

/** One provider has no name. */
function describeProviders(states: Checks['providerStates']): object {
  const known = [...states].map(([name, state]) => [name, state.last()] as const)
  const [first, ...others] = known
  if (!first) return {}
  return others.length === 0 ? { identityProvider: first[1] } : { identityProviders: Object.fromEntries(known) }
}

/** Answers of calls carry the time of the server, by which pages correct the clock of their device. */
export function timedAnswers(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isUnderApi(request.url)) reply.header('date', app.clock().toUTCString())
    done()
  })
}

/**
 * Lets open requests finish at a stop. Their answers close the connection, which Node alone would keep open. A server
 * behind a balancer first answers for a while as before but for `/readyz`, so that the balancer chooses another one.
 */
export function gracefulClose(app: App): { isClosing: () => boolean } {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    if (app.env.TRUST_PROXY !== 0) await setTimeout(serverLimits.draining)
    void setTimeout(serverLimits.finishing, null, { ref: false }).then(() => app.server.closeAllConnections())
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  return { isClosing: () => closing }
}

/** Limits of the HTTP server. Times in milliseconds, sizes in bytes. Tests shorten them. */
export const serverLimits = {
  /** Body of a call that takes no file. */
  body: 64 * 1024,
  /** Characters of a path parameter: external ids have up to 255, and keys of several parts are longer. */
  parameter: 1000,
  /** Receiving the body of a call. */
  receivingCall: 10_000,
  /** Receiving a file, and any whole request. */
  receiving: 20_000,
  /** Answering, from routing on. */
  answering: 14_000,
  /** An idle connection. Longer than that of common load balancers (60 s), which must be the side that closes it. */
  idle: 72_000,
  /** Answering before a stop, until a balancer has noticed: it checks every two seconds. */
  draining: 3_000,
  /** Finishing open requests before a stop. */
  finishing: 5_000,
}
