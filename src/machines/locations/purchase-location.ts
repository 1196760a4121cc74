import type { PaymentScheme, PurchaseObstacle } from '#contract/enumerations.ts'
import type { PurchaseSearch, PurchaseStep } from '#contract/screen-search.ts'
import { type FlowError, type LocationContext, omitParams, type ValidatedLocation } from '#src/machines/address-flow.ts'

/** The parsed URL of a purchase: the course, the choices and the result. */
export type PurchaseLocation = Omit<PurchaseSearch, 'tickets'> & { course: string }
export type PurchaseError = FlowError | PurchaseObstacle
export type PurchaseValidation = ValidatedLocation<PurchaseLocation, PurchaseError>
export type PurchaseTarget = LocationContext<PurchaseLocation>

type Args<Event = unknown> = { context: PurchaseTarget; event: Event }
type Choice = { type: string } & Pick<PurchaseLocation, 'child' | 'group' | 'scheme'>
type ValidationDone = { event: { output: PurchaseValidation } }

export type AddressChange = { type: 'address.changed'; location: PurchaseLocation }
export type ChosenSeat = { child: string; group: string }
/** A basket and the child, where several children share it. */
export type ChosenBasket = { basket: string; child: string | undefined }
export type ChosenPlan = ChosenSeat & { scheme: PaymentScheme }

const parts = ['course', 'child', 'group', 'scheme', 'basket', 'contract'] as const

/** Transitions to the step of a validated URL; complete choices without a basket create one. */
export const arrivals = [
  arrivalAt('choosingChild', 'choosingChild'),
  arrivalAt('choosingGroup', 'choosingGroup'),
  arrivalAt('choosingScheme', 'choosingScheme'),
  {
    ...arrivalAt('reviewing', 'filling'),
    guard: { type: 'lacksBasket', params: ({ event }: ValidationDone) => ({ location: event.output.location }) },
  },
  arrivalAt('reviewing', 'reviewing'),
  arrivalAt('done', 'done'),
] as const

function arrivalAt<State extends string>(step: PurchaseStep, target: State) {
  return {
    guard: { type: 'leadsTo', params: ({ event }: ValidationDone) => ({ location: event.output.location, step }) },
    target,
    actions: [
      { type: 'arrive', params: ({ event }: ValidationDone) => event.output },
      { type: 'showInstead', params: ({ event }: ValidationDone) => ({ location: event.output.location }) },
    ],
  } as const
}

export const omitLocationParams = omitParams<PurchaseLocation>

/** Adds a choice, in the order of the URL. */
export function withChosen({ context: { location }, event }: Args<Choice>): PurchaseLocation {
  const { type: _, ...chosen } = event
  const all = { ...location, ...chosen }
  return Object.fromEntries(parts.filter((part) => part in all).map((part) => [part, all[part]])) as PurchaseLocation
}

/** Adds the basket. The step stays, only its URL gets longer. */
export function withBasket({ context: { location }, event }: Args<{ output: string }>): PurchaseLocation {
  return { ...location, basket: event.output }
}

export function withContract({ context: { location }, event }: Args<{ output: string }>): PurchaseLocation {
  return { course: location.course, contract: event.output }
}

export function isSameLocation(one: PurchaseLocation, other: PurchaseLocation): boolean {
  return parts.every((part) => one[part] === other[part])
}

/** The location before the last choice. */
export function previousLocation(location: PurchaseLocation): PurchaseLocation {
  const last = parts.findLast((part) => location[part] !== undefined)
  return last === undefined ? location : omitLocationParams(last)({ context: { location } })
}

/** The location without any choice. */
export function restart({ context: { location } }: Args): PurchaseLocation {
  return { course: location.course }
}

/** Whether the error shows stale data, so that the URL must be validated again. */
export function needsRevalidation(refusal: FlowError): boolean {
  return ['price-changed', 'contract-text-changed', 'purchase-refused', 'state-conflict', 'not-found'].includes(refusal)
}

/** Arguments of the call. The defaults are never used: without the parts the step would be another. */
export function chosenPlanOf({ child = '', group = '', scheme = 'OnePayment' }: PurchaseLocation): ChosenPlan {
  return { child, group, scheme }
}
