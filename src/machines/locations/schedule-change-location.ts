import type { ScheduleChangeSearch, ScheduleChangeStep } from '#contract/screen-search.ts'
import {
  type FlowError,
  type LocationContext,
  navigateTo,
  omitParams,
  type ValidatedLocation,
  withRefusal,
} from '#src/machines/address-flow.ts'

/** The parsed URL of a transfer: the choices and the step, without the filter of the lists. */
export type ScheduleChangeLocation = Omit<ScheduleChangeSearch, 'filter' | 'tickets'>
export type ScheduleChangeError = FlowError
export type ScheduleChangeValidation = ValidatedLocation<ScheduleChangeLocation, ScheduleChangeError>
export type ScheduleChangeTarget = LocationContext<ScheduleChangeLocation>

type ValidationDone = { event: { output: ScheduleChangeValidation } }
type Choice = { type: string } & Pick<ScheduleChangeLocation, 'contract' | 'territory' | 'group'>
type Args<Event = unknown> = { context: ScheduleChangeTarget; event: Event }

export type AddressChange = { type: 'address.changed'; location: ScheduleChangeLocation }
export type ChosenGroup = { contract: string; group: string }

const parts = ['contract', 'territory', 'group', 'step'] as const

export function isSameLocation(one: ScheduleChangeLocation, other: ScheduleChangeLocation): boolean {
  return parts.every((part) => one[part] === other[part])
}

const steps = ['choosingGroup', 'choosingTerritory', 'choosingNewGroup', 'comparing', 'confirming', 'done'] as const

/** Transitions to the step of a validated URL; the URL is corrected if it differs. */
export const arrivals = steps.map(arrivalAt)

/** Whether the error ends the choice for this contract. */
export function endsChoice(refusal: ScheduleChangeError): boolean {
  return refusal === 'transfer-refused' || refusal === 'state-conflict' || refusal === 'not-found'
}

function arrivalAt<Step extends ScheduleChangeStep>(step: Step) {
  return {
    guard: { type: 'leadsTo', params: ({ event }: ValidationDone) => ({ location: event.output.location, step }) },
    target: step,
    actions: [
      {
        type: 'setLocation',
        params: ({ event: { output } }: ValidationDone) => ({ location: output.location, refusal: output.refusal }),
      },
      { type: 'showInstead', params: ({ event }: ValidationDone) => ({ location: event.output.location }) },
    ],
  } as const
}

/** Adds a choice. A contract with one territory is chosen together with it. */
export function withChoice({
  context: { location },
  event: { type: _, ...chosen },
}: Args<Choice>): ScheduleChangeLocation {
  return { ...location, ...chosen }
}

export function toConfirm({ context: { location } }: Args): ScheduleChangeLocation {
  return { ...location, step: 'confirm' }
}

export function afterTransfer({ context: { location } }: Args): ScheduleChangeLocation {
  return { ...omitLocationParams('territory', 'group')({ context: { location } }), step: 'done' }
}

export const omitLocationParams = omitParams<ScheduleChangeLocation>

/** A group that has become full leads back to the deepest step whose choices are still valid. */
export const retryTransitions = [
  { guard: withRefusal('isFullThere'), target: 'choosingNewGroup', actions: rejectWithout('group', 'step') },
  { guard: withRefusal('isFull'), target: 'choosingTerritory', actions: rejectWithout('group', 'step') },
  {
    guard: withRefusal('endsChoice'),
    target: 'choosingGroup',
    actions: rejectWithout('contract', 'territory', 'group', 'step'),
  },
] as const

function rejectWithout(...parts: (keyof ScheduleChangeLocation)[]) {
  return [...navigateTo('showInstead', omitParams<ScheduleChangeLocation>(...parts)), withRefusal('refuse')] as const
}

/** Arguments of the call. The defaults are never used: without the parts the step would be another. */
export function chosenGroupOf({ contract = '', group = '' }: ScheduleChangeLocation): ChosenGroup {
  return { contract, group }
}
