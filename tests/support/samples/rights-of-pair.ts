import { type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'

/** The rights of a row of `guardianships`; an empty object without a row. */
export function rightsOfPair(pair: GuardianRights | undefined): Partial<GuardianRights> {
  return pair ? Object.fromEntries(guardianRights.map((right) => [right, pair[right]])) : {}
}
