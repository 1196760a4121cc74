import type { LoginAsObstacle } from '#contract/enumerations.ts'
import { passes, type Role } from '#contract/roles.ts'

type Rights = { userId: string; roles: readonly Role[] }

/** Only someone strictly weaker: nobody who passes the admin check, and so nobody as strong as the one who looks (D-13). */
export function loginAsObstacle(administrator: Rights, subject: Rights): LoginAsObstacle | null {
  if (administrator.userId === subject.userId) return 'oneself'
  return passes('admin', subject.roles) ? 'not-weaker' : null
}

export type Looking = { until: Date; administratorRoles: readonly Role[]; subjectRoles: readonly Role[] }

/** What ends an impersonation at the next call: its 30 minutes, or roles that changed on either side meanwhile. */
export function endOfImpersonation(
  { until, administratorRoles, subjectRoles }: Looking,
  now: Date,
): 'impersonation.expired' | 'impersonation.revoked' | null {
  if (until <= now) return 'impersonation.expired'
  const mayLook = passes('admin', administratorRoles) && !passes('admin', subjectRoles)
  return mayLook ? null : 'impersonation.revoked'
}
