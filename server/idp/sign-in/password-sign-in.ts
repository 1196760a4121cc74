import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import type { Env } from '#server/environment/env.ts'
import { hashPassword, isOutdatedHash } from '#server/idp/accounts/password-hash.ts'
import {
  filterByPassword,
  findAccountsByName,
  type NamedAccount,
  parseSignInName,
} from '#server/idp/accounts/sign-in-names.ts'
import type { KnownBrowsers } from '#server/idp/interactions/known-browsers.ts'
import type { PageContext } from '#server/idp/interactions/page-context.ts'
import { auditRejection } from '#server/security/audit-log.ts'
import { consume, networkOfAddress, type RateLimit, refund } from '#server/security/rate-limit-counters.ts'
import type { SignInFailure } from './sign-in-page.ts'

type Typed = { typed: string; password: string }
/** Several accounts if users share both name and password. */
type SignInOutcome = { accounts: [NamedAccount, ...NamedAccount[]] } | { failure: SignInFailure }
export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

/** Checks a name and a password. Neither the answer nor its timing reveals which of the two is wrong. */
export function createPasswordSignIn({
  database,
  clock,
  tries,
  knownBrowsers,
}: {
  database: Database
  clock: () => Date
  tries: AttemptLimits
  knownBrowsers: KnownBrowsers
}) {
  return async (context: PageContext, { typed, password }: Typed): Promise<SignInOutcome> => {
    if (typed === '' || password === '') return { failure: { kind: 'missing' } }
    const name = parseSignInName(typed)
    const named = await findAccountsByName(database, name)
    const tried = { login: name.value, address: context.ip, browser: knownBrowsers.findAny(context, named) }
    const seconds = await tries.consume(tried)
    if (seconds !== null) {
      context.set('retry-after', String(seconds))
      await auditFailedSignIn(database, { named, at: clock(), problem: 'too-many-requests' })
      return { failure: { kind: tried.browser === null ? 'tooManyUnknownBrowsers' : 'tooMany', seconds } }
    }
    const matching = await filterByPassword(database, named, name, password).catch(async (error) => {
      await tries.refund(tried)
      throw error
    })
    const [account, ...others] = await Promise.all(matching.map((one) => rehash(database, one, password)))
    if (!account) {
      await auditFailedSignIn(database, { named, at: clock() })
      return { failure: { kind: 'wrong' } }
    }
    await tries.refund(tried)
    knownBrowsers.remember(context, account)
    return { accounts: [account, ...others] }
  }
}

/** Replaces a hash of another cost while the password is known. */
async function rehash(database: Database, account: NamedAccount, password: string): Promise<NamedAccount> {
  const { subject, passwordHash: old } = account
  if (old === null || !isOutdatedHash(old)) return account
  const passwordHash = await hashPassword(password).catch(() => old)
  await database
    .update(providerAccounts)
    .set({ passwordHash })
    .where(and(eq(providerAccounts.subject, subject), eq(providerAccounts.passwordHash, old)))
  return { ...account, passwordHash }
}

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
      return [{ limit: 'password-known', key: `${login} ${browser}`, max: 10, seconds: 5 * minute }]
    }
    const network = networkOfAddress(address)
    return [
      { limit: 'password-login-address', key: `${login} ${network}`, max: 10, seconds: 5 * minute },
      // A whole school may share one address, and many users mistype.
      { limit: 'password-address', key: network, max: env.SIGN_INS_PER_MINUTE, seconds: minute },
      { limit: 'password-login', key: login, max: 50, seconds: 15 * minute },
    ]
  }

  return {
    /**
     * Counts the attempt before checking it, so that concurrent attempts gain nothing. Null to continue, or seconds to
     * wait.
     */
    consume: (tried: SignInAttempt): Promise<number | null> => consume(database, limitsOf(folded(tried)), clock()),
    /** Removes the attempt from the counters: the password was right. */
    refund: (tried: SignInAttempt): Promise<void> => refund(database, limitsOf(folded(tried)), clock()),
  }
}

function folded(tried: SignInAttempt): SignInAttempt {
  return { ...tried, login: tried.login.toLowerCase() }
}

/**
 * Audits a failed sign-in. The typed name is not stored, because users type passwords into the wrong field; only
 * the account, if exactly one matches. An entry is written even without a match, so that the response time reveals
 * nothing.
 */
async function auditFailedSignIn(
  database: Database,
  { named, at, problem }: { named: readonly NamedAccount[]; at: Date; problem?: 'too-many-requests' },
): Promise<void> {
  const [account, ...others] = named
  await auditRejection(database, {
    at,
    action: 'sign-in.password',
    subjectId: others.length === 0 ? (account?.userId ?? null) : null,
    problem: problem ?? (account ? 'wrong-password' : 'unknown-login'),
  })
}
