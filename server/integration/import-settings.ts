import type { ProfileOwners } from '#contract/people/profile-owners.ts'
import type { CurrentTime } from '#server/calendar-days.ts'
import type { Env } from '#server/env.ts'

/** What every import needs to know of the installation. */
export type ImportSettings = CurrentTime & { profileOwners: ProfileOwners }

export function importSettings(env: Pick<Env, 'TIME_ZONE' | 'PROFILE_OWNERS'>, now: Date): ImportSettings {
  return { now, timeZone: env.TIME_ZONE, profileOwners: env.PROFILE_OWNERS }
}
