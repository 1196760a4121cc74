import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProviderAccount } from '#server/idp/accounts/accounts.ts'
import { cookieName, createToken } from '#server/security/tokens.ts'
import type { PageContext } from './page-context.ts'

/** Seconds since the last sign-in. */
const lifetime = 90 * 24 * 60 * 60
/** A family shares a browser. In a classroom the least recent logins are dropped. */
const maxLogins = 8

type Account = Pick<ProviderAccount, 'subject' | 'passwordHash'>
export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Device cookie (OWASP): one signed cookie with an entry for each login that has signed in by password in this browser.
 * It only separates known browsers from strangers in the limits of failed attempts. The password hash is part of the
 * signed text, so a new password invalidates all entries. Entries do not reveal the login.
 */
export function createKnownBrowsers({ key, issuer, clock }: { key: string; issuer: string; clock: () => Date }) {
  const name = cookieName('idp_known', { PUBLIC_URL: issuer })
  const attributes = `Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${issuer.startsWith('https:') ? '; Secure' : ''}`

  function sign({ subject, passwordHash }: Account, browser: string, until: string): Buffer {
    return createHmac('sha256', key)
      .update(JSON.stringify([subject, passwordHash, browser, until]))
      .digest()
  }

  /** Browser id of a valid, unexpired entry of this account. */
  function browserIn(entry: string, account: Account): string | null {
    const [browser = '', until = '', signature = ''] = entry.split('.')
    const [given, right] = [Buffer.from(signature, 'base64url'), sign(account, browser, until)]
    const isSigned = given.length === right.length && timingSafeEqual(given, right)
    return isSigned && Number(until) * 1000 > clock().getTime() ? browser : null
  }

  function entriesOf(context: PageContext): string[] {
    return (context.cookies.get(name, { signed: false }) ?? '').split('~').slice(0, maxLogins)
  }

  /** Browser id for this account; null for an unknown browser, an unknown account or one without a password. */
  function find(context: PageContext, account: Account | null): string | null {
    if (!account?.passwordHash) return null
    return entriesOf(context).reduce<string | null>((found, entry) => found ?? browserIn(entry, account), null)
  }

  /** If several accounts share a name, an entry of any of them makes the browser known. */
  function findAny(context: PageContext, accounts: readonly Account[]): string | null {
    return accounts.reduce<string | null>((found, account) => found ?? find(context, account), null)
  }

  function remember(context: PageContext, account: Account): void {
    const browser = find(context, account) ?? createToken(12)
    const others = entriesOf(context).filter((entry) => entry !== '' && browserIn(entry, account) === null)
    const until = String(Math.floor(clock().getTime() / 1000) + lifetime)
    const own = [browser, until, sign(account, browser, until).toString('base64url')].join('.')
    context.append('set-cookie', `${name}=${[own, ...others].slice(0, maxLogins).join('~')}; ${attributes}`)
  }

  return { findAny, remember }
}
