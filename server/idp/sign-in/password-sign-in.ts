import type { Database } from '#server/db/client.ts'
import type { PageContext } from '#server/idp/page-context.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import { auditFailedSignIn } from './failed-sign-in.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { filterByPassword, findAccountsByName, type NamedAccount, parseSignInName } from './sign-in-names.ts'
import type { SignInFailure } from './sign-in-page.ts'

type Typed = { typed: string; password: string }
/** Several accounts if users share both name and password. */
type Outcome = { accounts: [NamedAccount, ...NamedAccount[]] } | { failure: SignInFailure }
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
  return async (context: PageContext, { typed, password }: Typed): Promise<Outcome> => {
    if (typed === '' || password === '') return { failure: { kind: 'missing' } }
    const name = parseSignInName(typed)
    const named = await findAccountsByName(database, name)
    const tried = { login: name.value, address: context.ip, browser: knownBrowsers.findAny(context, named) }
    const seconds = await tries.spend(tried)
    if (seconds !== null) {
      context.set('retry-after', String(seconds))
      await auditFailedSignIn(database, { named, at: clock(), problem: 'too-many-requests' })
      return { failure: { kind: tried.browser === null ? 'tooManyStrangers' : 'tooMany', seconds } }
    }
    const [account, ...others] = await filterByPassword(named, name, password)
    if (!account) {
      await auditFailedSignIn(database, { named, at: clock() })
      return { failure: { kind: 'wrong' } }
    }
    await tries.giveBack(tried)
    knownBrowsers.remember(context, account)
    return { accounts: [account, ...others] }
  }
}
