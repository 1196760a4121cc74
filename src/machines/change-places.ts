import type { ChangeStep } from '#contract/change-steps.ts'
import type { ScheduleChangeSearch } from '#contract/screen-searches.ts'
import { type At, going, type Judged, type StepRefusal, withoutParts, withRefusal } from './address-steps.ts'

/** What the address of a change of group holds: what was chosen, and how far the person has come (D-18). */
export type ChangePlace = ScheduleChangeSearch
export type ChangeRefusal = StepRefusal
export type Judgement = Judged<ChangePlace, ChangeRefusal>
export type To = At<ChangePlace>

type Judging = { event: { output: Judgement } }
type Choice = { type: string } & Pick<ChangePlace, 'contract' | 'territory' | 'group'>
type Known<Event = unknown> = { context: To; event: Event }

export type AddressChange = { type: 'address.changed'; place: ChangePlace }
export type ChosenGroup = { contract: string; group: string }

const steps = ['choosingGroup', 'choosingTerritory', 'choosingNewGroup', 'comparing', 'confirming', 'done'] as const

/** To the step that a judged address stands for; the address is put right where it says anything else. */
export const arrivals = steps.map(arrivalAt)

/** Nothing is left to choose for this contract now. */
export function endsChoice(refusal: ChangeRefusal): boolean {
  return refusal === 'move-refused' || refusal === 'state-conflict' || refusal === 'not-found'
}

function arrivalAt<Step extends ChangeStep>(step: Step) {
  return {
    guard: { type: 'leadsTo', params: ({ event }: Judging) => ({ place: event.output.place, step }) },
    target: step,
    actions: [
      { type: 'stand', params: ({ event }: Judging) => event.output },
      { type: 'showInstead', params: ({ event }: Judging) => ({ place: event.output.place }) },
    ],
  } as const
}

/** What is chosen adds to what was; a contract that has one territory only is chosen with it. */
export function withChoice({ context: { place }, event: { type: _, ...chosen } }: Known<Choice>): ChangePlace {
  return { ...place, ...chosen }
}

export function toConfirm({ context: { place } }: Known): ChangePlace {
  return { ...place, step: 'confirm' }
}

export function afterMove({ context: { place } }: Known): ChangePlace {
  return { ...without('territory', 'group')({ context: { place } }), step: 'done' }
}

export const without = withoutParts<ChangePlace>

/** A place that somebody has taken meanwhile leads back to what its address still knows of the choice (D-36). */
export const choiceAgain = [
  { guard: withRefusal('isFullThere'), target: 'choosingNewGroup', actions: refusedWithout('group', 'step') },
  { guard: withRefusal('isFull'), target: 'choosingTerritory', actions: refusedWithout('group', 'step') },
  {
    guard: withRefusal('endsChoice'),
    target: 'choosingGroup',
    actions: refusedWithout('contract', 'territory', 'group', 'step'),
  },
] as const

function refusedWithout(...parts: (keyof ChangePlace)[]) {
  return [...going('showInstead', withoutParts<ChangePlace>(...parts)), withRefusal('refuse')] as const
}

/** Who asks for what in the end: the parts are there, or the step would be another. */
export function chosenIn({ contract = '', group = '' }: ChangePlace): ChosenGroup {
  return { contract, group }
}
