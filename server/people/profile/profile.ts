import type { Profile } from '#contract/profile.ts'
import type { Session } from '#server/app-types.ts'

/** Profile (S3) from session data. */
export function toProfile({ user, roles, isLoggedAs, administrator, twoFactorLastCheck }: Session): Profile {
  return {
    ...user,
    roles: roles.map((name) => ({ name })),
    isLoggedAs,
    twoFactorLastCheck: twoFactorLastCheck?.toISOString() ?? null,
    impersonation: administrator && { by: administrator.name, until: administrator.until.toISOString() },
  }
}
