import type { Profile } from '#contract/people/profile.ts'
import type { ServerState } from '#tests/model-runner/browser/app-under-test.ts'

const save = 'PATCH /v1/profile'

/** The profile of the signed-in user on the scripted server. A change is visible in the next read. */
export function profileState(profile: Profile): ServerState {
  let current = profile
  return {
    read: (call) => (call === 'GET /v1/profile' ? current : undefined),
    write: ({ address, body }) => (address === save ? { ...current, ...(body as Partial<Profile>) } : undefined),
    accept: ({ address }, answer) => {
      if (address === save || address === 'POST /v1/profile/two-factor/check')
        current = { ...current, ...(answer as Partial<Profile>) }
    },
  }
}
