import type { FastifyRequest } from 'fastify'
import { type CallLimitName, callLimits, limitOf, visitorsAtOneAddress } from '#contract/call-limits.ts'
import { spend } from '#server/limits/counts.ts'
import { networkOf } from '#server/limits/network.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

export const limits = {
  /** Bytes of a body that is not a file. */
  body: 64 * 1024,
  /** Milliseconds to receive a file or any request, a call that is none, to answer it, to keep an idle connection, and to finish before a stop. */
  receiving: 20_000,
  receivingCall: 10_000,
  answering: 14_000,
  idle: 72_000,
  finishing: 5_000,
}

/**
 * Counts what `contract/call-limits.ts` limits, in the database: a restart forgets nothing, and servers count together.
 * After access is decided, so that what is refused anyway counts for nothing.
 */
export function limitCalls(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { call, limit = call && limitOf(call) } = request.routeOptions.config
    if (limit === undefined) done()
    else count(limit, request, app).then(() => done(), done)
  })
}

async function count(limit: CallLimitName, request: FastifyRequest, app: App): Promise<void> {
  const retryAfter = await spend(app.database, [{ limit, ...allowanceOf(limit, request, app) }], app.clock())
  if (retryAfter !== null) refuse('too-many-requests', `As many calls as may be: ${limit}`, { retryAfter })
}

function allowanceOf(name: CallLimitName, { session, ip }: FastifyRequest, { env }: App) {
  const { most, seconds, of } = callLimits[name]
  const address = `address ${networkOf(ip)}`
  if (of === 'address') return { key: address, most: name === 'sign-in' ? env.SIGN_INS_PER_MINUTE : most, seconds }
  if (!session) return { key: address, most: most * visitorsAtOneAddress, seconds }
  // While another user is looked at, it is the administrator who calls.
  return { key: `person ${session.administrator?.userId ?? session.userId}`, most, seconds }
}
