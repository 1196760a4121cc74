import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { callLimitOf } from '#contract/call.ts'
import { anonymousVisitorsPerAddress, type CallLimitName, callLimits } from '#contract/call-limits.ts'
import type { App } from '#server/app-types.ts'
import type { ReadDatabases } from '#server/db/replicas.ts'
import { HttpError } from '#server/http/http-error.ts'
import { consume, networkOfAddress } from '#server/security/rate-limit-counters.ts'
import { isRepeat, refuseIfFull } from './idempotency.ts'

/**
 * Applies the limits of `contract/call-limits.ts`. The plugin's hook is the last `onRequest` hook of a route, so a
 * request that authorization refuses is not counted (decision 043), nor is a write for which too many others wait. Reads are
 * not counted while the primary database, which has the counters, does not answer and replicas do (decision 109). Register
 * before any route.
 */
export async function rateLimit(app: App, replicas: ReadDatabases | null): Promise<void> {
  const canCount = ({ method }: FastifyRequest) => method !== 'GET' || replicas?.isPrimaryLost !== true
  app.addHook('onRoute', (route) => {
    const limit = nameOf(route.config)
    if (!limit) return
    route.config = {
      ...route.config,
      rateLimit: { groupId: `:::${limit}`, timeWindow: callLimits[limit].seconds * 1000 },
    }
  })
  await app.register(fastifyRateLimit, {
    global: false,
    store: storeOf(app),
    keyGenerator: (request) => allowanceOf(request, app).key,
    max: (request) => allowanceOf(request, app).max,
    async allowList(request) {
      if (!canCount(request) || (await isRepeat(request, app))) return true
      refuseIfFull(request, app)
      return false
    },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: ({ routeOptions }, { ttl }) =>
      new HttpError('too-many-requests', `The limit of calls is reached: ${nameOf(routeOptions.config)}`, {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  })
}

/** Counters in the database: a restart keeps them, and servers share them. A request over the limit is not counted. */
function storeOf({ database, clock }: App) {
  return class implements FastifyRateLimitStore {
    incr(
      counter: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow: number,
      max: number,
    ): void {
      const [key = '', limit = ''] = counter.split(':::')
      consume(database, [{ limit, key, max, seconds: timeWindow / 1000 }], clock()).then(
        (wait) => done(null, wait === null ? { current: 1, ttl: 0 } : { current: max + 1, ttl: wait * 1000 }),
        (error: Error) => done(error),
      )
    }

    child() {
      return this
    }
  }
}

function nameOf(config: FastifyContextConfig | undefined): CallLimitName | undefined {
  return config?.limit ?? (config?.call && callLimitOf(config.call))
}

/** Who is counted, and how many calls are allowed. */
function allowanceOf(
  { session, service, ip, routeOptions }: FastifyRequest,
  { env }: App,
): { key: string; max: number } {
  const name = nameOf(routeOptions.config)
  if (!name) throw new Error('The route has no limit')
  const { max, of } = callLimits[name]
  const address = `address ${networkOfAddress(ip)}`
  if (of === 'address') return { key: address, max: name === 'sign-in' ? env.SIGN_INS_PER_MINUTE : max }
  if (service) return { key: `service ${service.id}`, max }
  if (!session) return { key: address, max: max * anonymousVisitorsPerAddress }
  // During an impersonation the administrator is counted.
  return { key: `person ${session.administrator?.userId ?? session.userId}`, max }
}
