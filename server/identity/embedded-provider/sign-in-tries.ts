import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/env.ts'
import { giveBack, type Limited, spend } from '#server/limits/counts.ts'
import { networkOf } from '#server/limits/network.ts'

/** `browser` is what the browser is known by at this login (`known-browsers.ts`), or null for a stranger. */
export type Try = { login: string; address: string; browser: string | null }

export type SignInTries = ReturnType<typeof createSignInTries>

const minute = 60

/**
 * How many wrong passwords there may be. A login that strangers guess at is shut for strangers alone: a browser that
 * has signed in to it has tries of its own. Of strangers those at one address are counted for the login apart, and
 * before all others, so that one of them alone shuts it for no other address: what is refused first is not counted
 * further on. Whether there is such a login makes no difference.
 */
export function createSignInTries({
  database,
  clock,
  env,
}: {
  database: Database
  clock: () => Date
  env: Pick<Env, 'SIGN_INS_PER_MINUTE'>
}) {
  function limitsOf({ login, address, browser }: Try): Limited[] {
    if (browser !== null) {
      return [{ limit: 'password-known', key: `${login} ${browser}`, most: 10, seconds: 5 * minute }]
    }
    const network = networkOf(address)
    return [
      { limit: 'password-login-address', key: `${login} ${network}`, most: 10, seconds: 5 * minute },
      // A whole school may be behind one address, and many mistype on a Monday morning.
      { limit: 'password-address', key: network, most: env.SIGN_INS_PER_MINUTE, seconds: minute },
      { limit: 'password-login', key: login, most: 50, seconds: 15 * minute },
    ]
  }

  return {
    /** Takes a try before it is judged, so that many at once gain nothing. Null: go on; a number: come back in so many seconds. */
    spend: (tried: Try): Promise<number | null> => spend(database, limitsOf(folded(tried)), clock()),
    /** The password was right: only wrong ones count. */
    giveBack: (tried: Try): Promise<void> => giveBack(database, limitsOf(folded(tried)), clock()),
  }
}

function folded(tried: Try): Try {
  return { ...tried, login: tried.login.toLowerCase() }
}
