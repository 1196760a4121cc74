import type { Profile } from '#contract/profile.ts'
import type { Session } from '#server/surroundings.ts'

/** The profile of S3: the session already holds all of it. */
export function profileOf({ user, roles, isLoggedAs, administrator, twoFactorLastCheck }: Session): Profile {
  return {
    ...user,
    roles: roles.map((name) => ({ name })),
    isLoggedAs,
    twoFactorLastCheck: twoFactorLastCheck?.toISOString() ?? null,
    impersonation: administrator && { by: administrator.name, until: administrator.until.toISOString() },
  }
}
