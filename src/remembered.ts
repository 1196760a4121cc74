import Cookies from 'js-cookie'
import { type Locale, locales } from '#contract/enumerations.ts'
import { type RoleGroup, roleGroupCookieName } from '#contract/roles.ts'

/** What this browser remembers between visits: the role group of each user, the language, and where in the panel one was. */

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

/** The language chosen on this device; until somebody chooses, the one that the document is in (D-29). */
export function recallLocale(): Locale {
  const remembered = Cookies.get('lang') ?? document.documentElement.lang
  return locales.find((locale) => locale === remembered) ?? 'ru'
}

export function rememberLocale(locale: Locale): void {
  Cookies.set('lang', locale, { path: '/', expires: oneYear, sameSite: 'lax' })
}

/** Where in the panel an administrator was, who leaves it to look as somebody: what was sought is there on return. */
export function rememberPanel({ sessionStorage, location }: Window): void {
  sessionStorage.panel = location.search
}

/** The address of the panel to return to, with the card of the user who was looked at. */
export function recallPanel({ sessionStorage }: Window, userId: string | null): string {
  const search = new URLSearchParams(sessionStorage.panel)
  search.delete('dialog')
  if (userId !== null) search.set('user', userId)
  return `/adm-panel/?${search}`
}
