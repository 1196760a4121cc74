import type { Config } from '#contract/system.ts'
import type { User } from '#src/machines/session-setup.ts'

/** Sends the current user to the profile service (S1, D-31), if the config names its URL. */
export function sendToProfileService(
  window: Window & typeof globalThis,
  config: Config | undefined,
  { id, crmUuid, firstName, lastName, patronym, roles }: User,
): void {
  const address = config?.TRACKING.PROFILE_SERVICE_URL
  if (!address) return
  const body = JSON.stringify({ id, crmUuid, firstName, lastName, patronym, roles: roles.map(({ name }) => name) })
  const queued = window.navigator.sendBeacon?.(address, body) ?? false
  // Errors of this service are ignored.
  if (!queued) void window.fetch(address, { method: 'POST', body, keepalive: true, mode: 'no-cors' }).catch(() => null)
}
