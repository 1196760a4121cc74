import type { Database } from '#server/db/client.ts'
import type { PageContext } from './context.ts'
import { auditFailedSignIn } from './failed-sign-in.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { accountsNamed, accountsOfPassword, type NamedAccount, readName } from './sign-in-names.ts'
import type { SignInFailure } from './sign-in-page.ts'
import type { SignInTries } from './sign-in-tries.ts'

type Typed = { typed: string; password: string }
/** Several accounts where people share both the name and the password. */
type Outcome = { accounts: [NamedAccount, ...NamedAccount[]] } | { failure: SignInFailure }
export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

/** Judges a name and a password. Which of the two is wrong nobody learns, not even by the time it takes. */
export function createPasswordSignIn({
  database,
  clock,
  tries,
  knownBrowsers,
}: {
  database: Database
  clock: () => Date
  tries: SignInTries
  knownBrowsers: KnownBrowsers
}) {
  return async (context: PageContext, { typed, password }: Typed): Promise<Outcome> => {
    if (typed === '' || password === '') return { failure: { kind: 'missing' } }
    const name = readName(typed)
    const named = await accountsNamed(database, name)
    const tried = { login: name.value, address: context.ip, browser: knownBrowsers.findAny(context, named) }
    const seconds = await tries.spend(tried)
    if (seconds !== null) {
      context.set('retry-after', String(seconds))
      await auditFailedSignIn(database, { named, at: clock(), problem: 'too-many-requests' })
      return { failure: { kind: tried.browser === null ? 'tooManyStrangers' : 'tooMany', seconds } }
    }
    const [account, ...others] = await accountsOfPassword(named, name, password)
    if (!account) {
      await auditFailedSignIn(database, { named, at: clock() })
      return { failure: { kind: 'wrong' } }
    }
    await tries.giveBack(tried)
    knownBrowsers.remember(context, account)
    return { accounts: [account, ...others] }
  }
}
