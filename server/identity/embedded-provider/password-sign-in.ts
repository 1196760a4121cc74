import type { Database } from '#server/db/client.ts'
import { findAccountByLogin } from './accounts.ts'
import type { PageContext } from './context.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import { isPasswordOf } from './password.ts'
import type { SignInFailure } from './sign-in-page.ts'
import type { SignInTries } from './sign-in-tries.ts'

type Typed = { login: string; password: string }
export type PasswordSignIn = ReturnType<typeof createPasswordSignIn>

/** Judges login and password. Which of the two is wrong nobody learns, not even by the time it takes. */
export function createPasswordSignIn({
  database,
  tries,
  knownBrowsers,
}: {
  database: Database
  tries: SignInTries
  knownBrowsers: KnownBrowsers
}) {
  return async (
    context: PageContext,
    { login, password }: Typed,
  ): Promise<{ subject: string } | { failure: SignInFailure }> => {
    if (login === '' || password === '') return { failure: { kind: 'missing' } }
    const account = await findAccountByLogin(database, login)
    const tried = { login, address: context.ip, browser: knownBrowsers.find(context, account) }
    const seconds = await tries.spend(tried)
    if (seconds !== null) {
      context.set('retry-after', String(seconds))
      return { failure: { kind: tried.browser === null ? 'tooManyStrangers' : 'tooMany', seconds } }
    }
    const isRight = await isPasswordOf(account?.passwordHash ?? null, password)
    if (!account || !isRight) return { failure: { kind: 'wrong' } }
    await tries.giveBack(tried)
    knownBrowsers.remember(context, account)
    return { subject: account.subject }
  }
}
