import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieName } from '#server/identity/cookies.ts'
import { newSecret } from '#server/identity/secret.ts'
import type { ProviderAccount } from './accounts.ts'
import type { PageContext } from './context.ts'

/** Seconds since the latest sign-in. */
const lifetime = 90 * 24 * 60 * 60
/** A family shares a browser; one in a classroom forgets whoever has not been there for long. */
const mostLogins = 8

type Account = Pick<ProviderAccount, 'subject' | 'passwordHash'>
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Browsers in which somebody has signed in by password, told from strangers by one signed cookie with an entry for each
 * login (OWASP: device cookie). It opens nothing. The hash of the password is part of what is signed, so that a new
 * password makes strangers of all; whose entries they are cannot be read off them.
 */
export function createKnownBrowsers({ key, issuer, clock }: { key: string; issuer: string; clock: () => Date }) {
  const name = cookieName('idp_known', { PUBLIC_URL: issuer })
  const attributes = `Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${issuer.startsWith('https:') ? '; Secure' : ''}`

  function sign({ subject, passwordHash }: Account, browser: string, until: string): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([subject, passwordHash, browser, until]))
      .digest()
  }

  /** What the browser is called in an entry that is this account's and not over. */
  function browserIn(entry: string, account: Account): string | null {
    const [browser = '', until = '', signature = ''] = entry.split('.')
    const [given, right] = [Buffer.from(signature, 'base64url'), sign(account, browser, until)]
    const isSigned = given.length === right.length && timingSafeEqual(given, right)
    return isSigned && Number(until) * 1000 > clock().getTime() ? browser : null
  }

  function entriesOf(context: PageContext): string[] {
    return (context.cookies.get(name, { signed: false }) ?? '').split('~').slice(0, mostLogins)
  }

  /** What the browser is called at this account; null for a stranger, and for who is no account or has no password yet. */
  function find(context: PageContext, account: Account | null): string | null {
    if (!account?.passwordHash) return null
    return entriesOf(context).reduce<string | null>((found, entry) => found ?? browserIn(entry, account), null)
  }

  /** Of people who share a name, one who has signed in here vouches for the browser. */
  function findAny(context: PageContext, accounts: readonly Account[]): string | null {
    return accounts.reduce<string | null>((found, account) => found ?? find(context, account), null)
  }

  function remember(context: PageContext, account: Account): void {
    const browser = find(context, account) ?? newSecret(12)
    const others = entriesOf(context).filter((entry) => entry !== '' && browserIn(entry, account) === null)
    const until = String(Math.floor(clock().getTime() / 1000) + lifetime)
    const own = [browser, until, sign(account, browser, until).toString('base64url')].join('.')
    context.append('set-cookie', `${name}=${[own, ...others].slice(0, mostLogins).join('~')}; ${attributes}`)
  }

  return { findAny, remember }
}
