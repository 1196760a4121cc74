import { displayName } from '#contract/people/names.ts'
import type { Child } from '#contract/schemas.ts'
import type { ChildTones } from '#src/domain/calendar.ts'
import { distinctPersonTones } from '#src/ui/tone.ts'

/** The colour of each child in lists of several; null for one, whose lessons have the colours of their kinds. */
export function childTonesOf(children: readonly Pick<Child, 'uuid' | 'firstName' | 'lastName'>[]): ChildTones | null {
  if (children.length < 2) return null
  const tones = distinctPersonTones(children.map(({ firstName, lastName }) => displayName({ firstName, lastName })))
  return new Map(children.map(({ uuid }, index) => [uuid, tones[index] ?? 'neutral']))
}
