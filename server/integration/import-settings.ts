import type { CurrentTime } from '#server/calendar-days.ts'
import type { Env } from '#server/env.ts'
import { type ProfileOwners, profileOwnersOf } from '#server/school/profile-owners.ts'

/** What every import needs to know of the installation. */
export type ImportSettings = CurrentTime & { profileOwners: ProfileOwners }

export function importSettings(env: Pick<Env, 'TIME_ZONE' | 'SCHOOL'>, now: Date): ImportSettings {
  return { now, timeZone: env.TIME_ZONE, profileOwners: profileOwnersOf(env.SCHOOL) }
}
