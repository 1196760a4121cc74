import Cookies from 'js-cookie'
import type { Config } from '#contract/system.ts'
import type { User } from '#src/machines/setups/session-setup.ts'

type Tracking = Config['TRACKING']

/** Adds the scripts of the tag manager, the counters and the support chat that the config names. */
export function loadSources(window: Window, { TAG_MANAGER_ID, COUNTER_IDS, CHAT_SCRIPT_URL }: Tracking): void {
  const sources = [
    TAG_MANAGER_ID && `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(TAG_MANAGER_ID)}`,
    COUNTER_IDS.length > 0 && 'https://mc.yandex.ru/metrika/tag.js',
    CHAT_SCRIPT_URL,
  ].filter((source): source is string => Boolean(source))
  for (const source of sources) {
    const script = window.document.createElement('script')
    script.src = source
    script.async = true
    window.document.head.append(script)
  }
}

/**
 * Stops scripts that run already: a stricter policy lets no request leave for another origin, frames are removed, because
 * they have policies of their own, and the cookies of the counters are deleted. A script can only be removed with its
 * document, which the next page replaces.
 */
export function stopSources(window: Window, { COUNTER_IDS }: Tracking): void {
  for (const counter of COUNTER_IDS) window.ym?.(counter, 'destruct')
  const policy = window.document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content =
    "script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; frame-src 'none'; form-action 'self'"
  window.document.head.append(policy)
  // The account has none of its own.
  for (const frame of window.document.querySelectorAll('iframe')) frame.remove()
  for (const name of Object.keys(Cookies.get())) if (isOfCounter(name)) removeCookie(name, window.location.hostname)
  for (const name of storedNames(window)) if (isOfCounter(name)) window.localStorage.removeItem(name)
}

const isOfCounter = (name: string) => /^_(?:ym|ga|gid|gcl)/.test(name)

/** Counters set their cookies on the widest domain that the browser allows. */
function removeCookie(name: string, host: string): void {
  Cookies.remove(name)
  const labels = host.split('.')
  for (const position of labels.keys()) Cookies.remove(name, { domain: labels.slice(position).join('.') })
}

function storedNames(window: Window): string[] {
  try {
    return Object.keys(window.localStorage)
  } catch {
    return []
  }
}

/** Sends the fields of the current user that the profile service may have (S1, D-31). */
export function sendToProfileService(
  window: Window & typeof globalThis,
  address: string,
  { id, crmUuid, firstName, lastName, patronym, roles }: User,
): void {
  const body = JSON.stringify({ id, crmUuid, firstName, lastName, patronym, roles: roles.map(({ name }) => name) })
  const queued = window.navigator.sendBeacon?.(address, body) ?? false
  // Errors of this service are ignored.
  if (!queued) void window.fetch(address, { method: 'POST', body, keepalive: true, mode: 'no-cors' }).catch(() => null)
}
