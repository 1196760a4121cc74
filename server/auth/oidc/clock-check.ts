import type { FastifyBaseLogger } from 'fastify'
import { defaultClockTolerance } from '#server/environment/oidc-settings.ts'
import { timeLeft } from '#server/time/time-left.ts'
import type { Claims } from './claims.ts'
import { refusedClaims } from './errors.ts'
import { SignInError } from './sign-in-error.ts'

/** Seconds above which a difference is logged. */
const noticedSkew = 5
/** Milliseconds between warnings about a tolerated difference. */
const warnAfter = 60_000

type Options = { clockTolerance?: number; settingPrefix?: string; clock: () => Date; log: FastifyBaseLogger }

/**
 * Compares the provider's clock with ours by the `iat` of ID tokens, which have just been issued. The clock of this
 * server is `Date`, because openid-client uses it for `exp` and `nbf`.
 */
export function createClockCheck({
  clockTolerance = defaultClockTolerance,
  settingPrefix = 'OIDC',
  clock,
  log,
}: Options) {
  const setting = `${settingPrefix}_CLOCK_TOLERANCE`
  let lastSkew: number | null = null
  let warnedAt: Date | undefined

  /** Seconds by which the provider's clock is ahead; negative if it is behind. */
  function measure({ iat }: Claims, receivedAt: number): number | null {
    lastSkew = typeof iat === 'number' ? Math.round(iat - receivedAt / 1000) : null
    return lastSkew
  }

  function refusal(skew: number | null): SignInError {
    return new SignInError('clock-differs', {
      setting,
      expected: `clocks of the provider and of this server that differ by at most ${clockTolerance} s`,
      seen: describe(skew),
    })
  }

  function describe(skew: number | null): string {
    if (skew === null) return 'an ID token without iat'
    if (Math.abs(skew) <= clockTolerance) return 'an ID token that is not valid when it is issued'
    return `a provider ${Math.abs(skew)} s ${skew > 0 ? 'ahead' : 'behind'}`
  }

  return {
    /** The last measured skew; null before the first sign-in. */
    lastSkew: () => lastSkew,

    /** openid-client checks `exp` and `nbf`, but accepts an `iat` in the future. Warns about a tolerated difference. */
    assertIssuedInPast(claims: Claims, receivedAt: number): void {
      const skew = measure(claims, receivedAt)
      if (skew === null || Math.abs(skew) <= noticedSkew) return
      if (skew > clockTolerance) throw refusal(skew)
      if (warnedAt && timeLeft(warnedAt, warnAfter, clock()) !== null) return
      warnedAt = clock()
      const details = { skewSeconds: skew, [setting]: clockTolerance }
      log.warn(details, 'the clocks of the identity provider and of this server differ')
    },

    /** The refusal of an ID token that has expired or is not valid yet, as a matter of clocks; other errors as given. */
    explain(error: unknown): unknown {
      const refused = refusedClaims(error, 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
      return refused ? refusal(measure(refused, Date.now())) : error
    },
  }
}
