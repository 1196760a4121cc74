import { refuse } from '#server/refusal.ts'
import type { SignedInPerson } from './oidc-client.ts'

/** What the provider is asked with that is to ask who is there even whom it knows: some heed the one, some the other. */
export const askingAnew = { prompt: 'login', max_age: '0' } as const

/** Seconds; clocks are read to the second, and a request is under way for a while. */
const tolerance = 30

type Attempt = { beganAt: Date; now: Date }

/**
 * Refuses whom the provider only remembered, though it was asked to ask. How long ago they showed who they are, by the
 * provider's clock, is held against how long the attempt took by ours: the two clocks need not agree. A provider that
 * does not tell has nothing to show for it (OpenID Connect Core, 3.1.2.1, has it told whenever `max_age` is asked).
 */
export function refuseRemembered(person: SignedInPerson, attempt: Attempt): void {
  if (person.shownFor === null) refuse('sign-in-attempt-refused', 'The identity provider does not tell when it asked')
  refuseKnownlyRemembered(person, attempt)
}

/** The same where much else must be shown as well, and the providers are many: one that does not tell is believed. */
export function refuseKnownlyRemembered({ shownFor }: SignedInPerson, { beganAt, now }: Attempt): void {
  const took = (now.getTime() - beganAt.getTime()) / 1000
  if (shownFor !== null && shownFor > took + tolerance) {
    refuse('sign-in-attempt-refused', 'The identity provider has not asked anew who is there')
  }
}
