import type { Profile } from '#contract/profile.ts'
import type { Asked } from './scripted-api.ts'

/** The profile of the scripted server. A change is visible in the next read. */
export class ScriptedProfile {
  current: Profile

  constructor(profile: Profile) {
    this.current = profile
  }

  /** The response to a change of the profile. */
  with(asked: Asked): Profile {
    return { ...this.current, ...(asked.body as Partial<Profile>) }
  }

  /** Stores the profile of a successful response. */
  keep({ address }: Asked, answer: unknown): void {
    if (address === 'PATCH /v1/profile') this.current = answer as Profile
    if (address === 'POST /v1/profile/two-factor/check')
      Object.assign(this, { current: { ...this.current, ...(answer as object) } })
  }
}
