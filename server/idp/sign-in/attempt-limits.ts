import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { consume, type RateLimit, refund } from '#server/limits/counters.ts'
import { networkOfAddress } from '#server/limits/network.ts'

/** `browser`: id from the device cookie (`known-browsers.ts`), null for an unknown browser. */
export type SignInAttempt = { login: string; address: string; browser: string | null }

export type AttemptLimits = ReturnType<typeof createAttemptLimits>

const minute = 60

/**
 * Limits of wrong passwords. A login that is being guessed is locked only for unknown browsers; a known browser has its
 * own counter. Unknown browsers are counted by address and login first: a rejected attempt is not counted by the wider
 * limits, so one address cannot lock a login for others. Unknown logins are limited in the same way.
 */
export function createAttemptLimits({
  database,
  clock,
  env,
}: {
  database: Database
  clock: () => Date
  env: Pick<Env, 'SIGN_INS_PER_MINUTE'>
}) {
  function limitsOf({ login, address, browser }: SignInAttempt): RateLimit[] {
    if (browser !== null) {
      return [{ limit: 'password-known', key: `${login} ${browser}`, most: 10, seconds: 5 * minute }]
    }
    const network = networkOfAddress(address)
    return [
      { limit: 'password-login-address', key: `${login} ${network}`, most: 10, seconds: 5 * minute },
      // A whole school may share one address, and many users mistype.
      { limit: 'password-address', key: network, most: env.SIGN_INS_PER_MINUTE, seconds: minute },
      { limit: 'password-login', key: login, most: 50, seconds: 15 * minute },
    ]
  }

  return {
    /**
     * Counts the attempt before checking it, so that concurrent attempts gain nothing. Null to continue, or seconds to
     * wait.
     */
    spend: (tried: SignInAttempt): Promise<number | null> => consume(database, limitsOf(folded(tried)), clock()),
    /** Removes the attempt from the counters: the password was right. */
    giveBack: (tried: SignInAttempt): Promise<void> => refund(database, limitsOf(folded(tried)), clock()),
  }
}

function folded(tried: SignInAttempt): SignInAttempt {
  return { ...tried, login: tried.login.toLowerCase() }
}
