import Cookies from 'js-cookie'
import { type Locale, locales } from '#contract/enumerations.ts'
import { type RoleGroup, roleGroupCookieName } from '#contract/roles.ts'

/** What this browser remembers between visits: the role group of each user, the language, and texts that are not sent. */

const sevenDays = 7
const oneYear = 365

/** The parent domain (last two host parts); null where only a host cookie is possible (D-12). */
export function parentDomain(host: string): string | null {
  const parts = host.split('.')
  const isAddress = host.includes(':') || /^[\d.]+$/.test(host)
  return isAddress || parts.length < 2 ? null : parts.slice(-2).join('.')
}

export function recallRoleGroup(userId: string): string | null {
  return Cookies.get(roleGroupCookieName(userId)) ?? null
}

/** Writes the choice for 7 days; `null` clears it. Where the browser refuses the domain, a host cookie (D-12). */
export function rememberRoleGroup(userId: string, group: RoleGroup | null, host: string): void {
  const name = roleGroupCookieName(userId)
  const domain = parentDomain(host)
  const onDomain = { path: '/', secure: true, ...(domain === null ? {} : { domain }) }
  const onHost = { path: '/', secure: true }
  Cookies.remove(name, onHost)
  Cookies.remove(name, onDomain)
  if (group === null) return
  Cookies.set(name, group, { ...onDomain, expires: sevenDays })
  if (Cookies.get(name) !== group) Cookies.set(name, group, { ...onHost, expires: sevenDays })
}

/** The language chosen on this device; Russian until somebody chooses (D-29). */
export function recallLocale(): Locale {
  const remembered = Cookies.get('lang')
  return locales.find((locale) => locale === remembered) ?? 'ru'
}

export function rememberLocale(locale: Locale): void {
  Cookies.set('lang', locale, { path: '/', expires: oneYear, sameSite: 'lax' })
}

/** How the names begin under which drafts are kept (`src/drafts.ts`). */
export const draftPrefix = 'draft_'

/** How the names begin under which open forms keep what is typed (`src/typed-text.ts`). */
export const typedPrefix = 'typed_'

/** Whoever signs out leaves no text behind on the device. */
export function forgetDrafts(browser: Window): void {
  try {
    const { localStorage, sessionStorage } = browser
    for (const name of Object.keys(localStorage)) if (name.startsWith(draftPrefix)) localStorage.removeItem(name)
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(typedPrefix)) sessionStorage.removeItem(name)
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
}
