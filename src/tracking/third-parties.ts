import type { Config } from '#contract/system.ts'
import type { User } from '#src/machines/setups/session-setup.ts'

/** Adds the scripts of the tag manager, the counters and the support chat that the config names. */
export function loadSources(window: Window, tracking: Config['TRACKING']): void {
  // Counters read the whole URL: do not load them where it contains the secret of an email link.
  if (window.location.pathname.startsWith('/not-me')) return
  const { TAG_MANAGER_ID, COUNTER_IDS, CHAT_SCRIPT_URL } = tracking
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

/** Sends the current user to the profile service (S1, D-31). */
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
