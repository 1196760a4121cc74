import type { Config } from '#contract/system.ts'
import type { User } from '#src/machines/session-setup.ts'

/** Tells the profile service who is here (S1, D-31). No address in the config: nothing is sent. */
export function sendToProfileService(
  window: Window & typeof globalThis,
  config: Config | undefined,
  { id, crmUuid, firstName, lastName, patronym, roles }: User,
): void {
  const address = config?.TRACKING.PROFILE_SERVICE_URL
  if (!address) return
  const body = JSON.stringify({ id, crmUuid, firstName, lastName, patronym, roles: roles.map(({ name }) => name) })
  const queued = window.navigator.sendBeacon?.(address, body) ?? false
  // A service that cannot be reached is never the person's problem.
  if (!queued) void window.fetch(address, { method: 'POST', body, keepalive: true, mode: 'no-cors' }).catch(() => null)
}
