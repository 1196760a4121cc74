import type { Offer, OfferStudent } from '#contract/schedule.ts'

export type RuleFor = OfferStudent['opportunities'][number]['rules'][number]

export function rulesFor({ opportunities }: OfferStudent, opportunityUuid: string): readonly RuleFor[] {
  return opportunities.find((one) => one.opportunityUuid === opportunityUuid)?.rules ?? []
}

export function mayEnrol(student: OfferStudent, opportunityUuid: string): boolean {
  const rules = rulesFor(student, opportunityUuid)
  return rules.length > 0 && rules.every(({ isMet }) => isMet)
}

/** Somebody may, and there is a place. */
export function isOpenTo(
  students: readonly OfferStudent[],
  { opportunityUuid, groups }: Offer['opportunities'][number],
): boolean {
  return groups.some(({ placesLeft }) => placesLeft > 0) && students.some((each) => mayEnrol(each, opportunityUuid))
}
