import type { LoginAsObstacle } from '#contract/enumerations.ts'
import { passesRoleCheck, type Role } from '#contract/roles.ts'
import { beganAt, timeLeft } from '#server/time/time-left.ts'

/** Milliseconds; the longest impersonation. */
export const impersonationLifetime = 30 * 60_000

type Rights = { userId: string; roles: readonly Role[] }

/** An administrator may impersonate only users without the admin check (D-13). */
export function impersonationObstacle(administrator: Rights, subject: Rights): LoginAsObstacle | null {
  if (administrator.userId === subject.userId) return 'oneself'
  return passesRoleCheck('admin', subject.roles) ? 'not-weaker' : null
}

export type ImpersonationState = { until: Date; administratorRoles: readonly Role[]; subjectRoles: readonly Role[] }

/** Why an impersonation ends at the next request: after 30 minutes, or when roles of either side have changed. */
export function impersonationEndReason(
  { until, administratorRoles, subjectRoles }: ImpersonationState,
  now: Date,
): 'impersonation.expired' | 'impersonation.revoked' | null {
  const left = timeLeft(beganAt(until, impersonationLifetime), impersonationLifetime, now)
  if (left === null) return 'impersonation.expired'
  const mayImpersonate = passesRoleCheck('admin', administratorRoles) && !passesRoleCheck('admin', subjectRoles)
  return mayImpersonate ? null : 'impersonation.revoked'
}
