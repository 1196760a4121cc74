import type { Profile } from '#contract/profile.ts'
import type { Asked } from './contract-script.ts'

/** The profile that the scripted server keeps: what was changed is there when it is asked for again. */
export class ScriptedProfile {
  current: Profile

  constructor(profile: Profile) {
    this.current = profile
  }

  /** The answer to a change of it. */
  with(asked: Asked): Profile {
    return { ...this.current, ...(asked.body as Partial<Profile>) }
  }

  /** What the server has answered well is so from then on. */
  keep({ address }: Asked, answer: unknown): void {
    if (address === 'PATCH /v1/profile') this.current = answer as Profile
    if (address === 'POST /v1/profile/two-factor/check')
      Object.assign(this, { current: { ...this.current, ...(answer as object) } })
  }
}
