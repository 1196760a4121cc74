import type { PaymentScheme, PurchaseObstacle } from '#contract/enumerations.ts'
import type { PurchaseStep } from '#contract/purchase-steps.ts'
import type { PurchaseSearch } from '#contract/screen-searches.ts'
import { type At, type Judged, type StepRefusal, withoutParts } from './address-steps.ts'

/** What the address of a purchase holds: the course, what was chosen, and what has come of it (D-18). */
export type PurchasePlace = PurchaseSearch & { course: string }
export type PurchaseRefusal = StepRefusal | PurchaseObstacle
export type Judgement = Judged<PurchasePlace, PurchaseRefusal>
export type To = At<PurchasePlace>

type Known<Event = unknown> = { context: To; event: Event }
type Choice = { type: string } & Pick<PurchasePlace, 'child' | 'group' | 'scheme'>
type Judging = { event: { output: Judgement } }

export type AddressChange = { type: 'address.changed'; place: PurchasePlace }
export type ChosenPlace = { child: string; group: string }
/** Of several children who share a basket, the one. */
export type ChosenBasket = { basket: string; child: string | undefined }
export type ChosenPlan = ChosenPlace & { scheme: PaymentScheme }

const parts = ['course', 'child', 'group', 'scheme', 'basket', 'contract'] as const

/** To the step that a judged address stands for; what was chosen without a basket gets one. */
export const arrivals = [
  arrivalAt('choosingChild', 'choosingChild'),
  arrivalAt('choosingGroup', 'choosingGroup'),
  arrivalAt('choosingScheme', 'choosingScheme'),
  {
    ...arrivalAt('reviewing', 'filling'),
    guard: { type: 'lacksBasket', params: ({ event }: Judging) => event.output },
  },
  arrivalAt('reviewing', 'reviewing'),
  arrivalAt('done', 'done'),
] as const

function arrivalAt<State extends string>(step: PurchaseStep, target: State) {
  return {
    guard: { type: 'leadsTo', params: ({ event }: Judging) => ({ place: event.output.place, step }) },
    target,
    actions: [
      { type: 'arrive', params: ({ event }: Judging) => event.output },
      { type: 'showInstead', params: ({ event }: Judging) => ({ place: event.output.place }) },
    ],
  } as const
}

export const without = withoutParts<PurchasePlace>

/** What is chosen adds to what was, in the order of the address. */
export function withChosen({ context: { place }, event }: Known<Choice>): PurchasePlace {
  const { type: _, ...chosen } = event
  const all = { ...place, ...chosen }
  return Object.fromEntries(parts.filter((part) => part in all).map((part) => [part, all[part]])) as PurchasePlace
}

/** The basket is no choice of anybody’s: the step stays, its address has more to say. */
export function withBasket({ context: { place }, event }: Known<{ output: string }>): PurchasePlace {
  return { ...place, basket: event.output }
}

export function withContract({ context: { place }, event }: Known<{ output: string }>): PurchasePlace {
  return { course: place.course, contract: event.output }
}

export function isSamePlace(one: PurchasePlace, other: PurchasePlace): boolean {
  return parts.every((part) => one[part] === other[part])
}

/** Where somebody was who has just made the last choice of a place. */
export function placeBefore(place: PurchasePlace): PurchasePlace {
  const last = parts.findLast((part) => place[part] !== undefined)
  return last === undefined ? place : without(last)({ context: { place } })
}

/** As if nothing had been chosen. */
export function anew({ context: { place } }: Known): PurchasePlace {
  return { course: place.course }
}

/** What was believed no longer holds: the address has to be judged anew. */
export function hasChanged(refusal: StepRefusal): boolean {
  return ['price-changed', 'purchase-refused', 'state-conflict', 'not-found'].includes(refusal)
}

/** What is asked for in the end: the parts are there, or the step would be another. */
export function chosenIn({ child = '', group = '', scheme = 'OnePayment' }: PurchasePlace): ChosenPlan {
  return { child, group, scheme }
}
