import rateLimit from '@fastify/rate-limit'
import { getLinkAddress } from '#contract/account.ts'
import { getLogoutLink, redirectToOauthProvider, sendOauthResult } from '#contract/auth.ts'
import type { Address } from '#contract/call.ts'
import { confirmNotMe, getNotMe } from '#contract/not-me.ts'
import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

export const limits = {
  /** Bytes of a body that is not a file. */
  body: 64 * 1024,
  /** Milliseconds to receive a request, to answer it, to keep an idle connection, and to finish before a stop. */
  receiving: 20_000,
  answering: 14_000,
  idle: 72_000,
  finishing: 5_000,
}

/** Calls that cost us a row or a question to a provider, whoever makes them. */
const limited: readonly Address[] = [
  redirectToOauthProvider.address,
  sendOauthResult.address,
  getLogoutLink.address,
  getLinkAddress.address,
  getNotMe.address,
  confirmNotMe.address,
]

/** Counts sign-in calls and reads by a secret per network address; over the limit they answer 429 with Retry-After. */
export async function limitSignIn(app: App): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: app.env.SIGN_INS_PER_MINUTE,
    timeWindow: 60_000,
    cache: 20_000,
  })
  const count = app.createRateLimit()
  app.addHook('onRequest', async (request) => {
    const { call, isLimited } = request.routeOptions.config
    if (!isLimited && !(call && limited.includes(call.address))) return
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) {
      refuse('too-many-requests', 'Too many such calls from this address', { retryAfter: counted.ttlInSeconds })
    }
  })
}
