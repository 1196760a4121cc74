import Cookies from 'js-cookie'
import { type Locale, locales, type Theme, themeColors, themes } from '#contract/enumerations.ts'
import { chosenChildCookieName } from '#contract/people/chosen-child.ts'
import { type RoleGroup, roleGroupCookieName } from '#contract/roles.ts'

/** Preferences stored in this browser: role group per user, language, theme, side menu, last filters of the admin panel. */

const sevenDays = 7
const oneYear = 365

/** The parent domain (last two host labels); null where only a host cookie is possible. */
export function parentCookieDomain(host: string): string | null {
  const parts = host.split('.')
  const isAddress = host.includes(':') || /^[\d.]+$/.test(host)
  return isAddress || parts.length < 2 ? null : parts.slice(-2).join('.')
}

export function recallRoleGroup(userId: string): string | null {
  return Cookies.get(roleGroupCookieName(userId)) ?? null
}

/**
 * Stores the choice for 7 days; `null` deletes it. Falls back to a host cookie where the browser refuses the domain, and
 * to one that is not secure where it refuses those on plain http, as WebKit does (D-12).
 */
export function saveRoleGroup(userId: string, group: RoleGroup | null, host: string): void {
  const name = roleGroupCookieName(userId)
  const domain = parentCookieDomain(host)
  const onDomain = { path: '/', secure: true, ...(domain === null ? {} : { domain }) }
  const onHost = { path: '/', secure: true }
  Cookies.remove(name, onHost)
  Cookies.remove(name, onDomain)
  Cookies.remove(name, { path: '/' })
  if (group === null) return
  Cookies.set(name, group, { ...onDomain, expires: sevenDays })
  if (Cookies.get(name) !== group) Cookies.set(name, group, { ...onHost, expires: sevenDays })
  if (Cookies.get(name) !== group) Cookies.set(name, group, { path: '/', expires: sevenDays })
}

/** Whether the browser keeps cookies. Where all are blocked, WebKit says all the same that they are enabled. */
export function acceptsCookies({ cookieEnabled }: Navigator): boolean {
  if (!cookieEnabled) return false
  Cookies.set('probe', 'kept', { path: '/', sameSite: 'lax' })
  const isKept = Cookies.get('probe') === 'kept'
  Cookies.remove('probe', { path: '/' })
  return isKept
}

/** The child that a parent has chosen last. */
export function recallChild(userId: string): string | null {
  return Cookies.get(chosenChildCookieName(userId)) ?? null
}

/** Stores the choice for the server, which opens the next document with it; `null` deletes it. */
export function saveChild(userId: string, child: string | null): void {
  const name = chosenChildCookieName(userId)
  if (child === null) Cookies.remove(name, { path: '/' })
  else Cookies.set(name, child, { path: '/', expires: oneYear, sameSite: 'lax' })
}

/** The language chosen on this device; before a choice, the language of the document. */
export function readLocale(): Locale {
  const remembered = Cookies.get('lang') ?? document.documentElement.lang
  return locales.find((locale) => locale === remembered) ?? 'ru'
}

export function saveLocale(locale: Locale): void {
  Cookies.set('lang', locale, { path: '/', expires: oneYear, sameSite: 'lax' })
}

/** The theme chosen on this device; before a choice, that of the system. */
export function readTheme(): Theme {
  const remembered = Cookies.get('theme')
  return themes.find((theme) => theme === remembered) ?? 'system'
}

/** Stores the choice for the server, which sends the next document with it, and shows it. */
export function saveTheme(document: Document, theme: Theme): void {
  if (theme === 'system') Cookies.remove('theme', { path: '/' })
  else Cookies.set('theme', theme, { path: '/', expires: oneYear, sameSite: 'lax' })
  showTheme(document, theme)
}

function showTheme(document: Document, theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = themeColors[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
}

/** Collapses the side menu to icons, or expands it; stored for the server, which sends the next document with it. */
export function toggleMenu({ documentElement }: Document): void {
  const isCollapsed = documentElement.dataset.menu !== 'collapsed'
  if (isCollapsed) documentElement.dataset.menu = 'collapsed'
  else delete documentElement.dataset.menu
  if (isCollapsed) Cookies.set('menu', 'collapsed', { path: '/', expires: oneYear, sameSite: 'lax' })
  else Cookies.remove('menu', { path: '/' })
}

const clockOffsetKey = 'clock_offset'

/** The last difference between the clocks of the server and of this device, in milliseconds. */
export function recallClockOffset(browser: Window): number {
  try {
    return Number(browser.localStorage.getItem(clockOffsetKey)) || 0
  } catch {
    return 0
  }
}

export function saveClockOffset(browser: Window, offset: number): void {
  try {
    if (offset === 0) browser.localStorage.removeItem(clockOffsetKey)
    else browser.localStorage.setItem(clockOffsetKey, String(offset))
  } catch {
    // Storage is blocked: a page without a connection goes by the clock of the device.
  }
}

/** Stores the search of the admin panel before an impersonation, to restore it afterwards. */
export function saveAdminPanelSearch(browser: Window): void {
  try {
    browser.sessionStorage.panel = browser.location.search
  } catch {
    // Storage is blocked: the panel opens without its filters.
  }
}

/** The panel URL to return to after an impersonation, with the card of that user open. */
export function adminPanelReturnUrl(browser: Window, userId: string | null): string {
  const search = new URLSearchParams(savedAdminPanelSearch(browser))
  search.delete('dialog')
  if (userId !== null) search.set('user', userId)
  return `/adm-panel/?${search}`
}

function savedAdminPanelSearch(browser: Window): string {
  try {
    return browser.sessionStorage.panel ?? ''
  } catch {
    return ''
  }
}
