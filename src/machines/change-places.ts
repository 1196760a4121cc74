import type { ChangeStep } from '#contract/change-steps.ts'
import type { ProblemType } from '#contract/problem.ts'
import type { ScheduleChangeSearch } from '#contract/screen-searches.ts'

/** What the address of a change of group holds: what was chosen, and how far the person has come (D-18). */
export type ChangePlace = ScheduleChangeSearch
/** Why somebody is not where they wanted to be: a problem of the server, or what kept us from hearing of one. */
export type ChangeRefusal = ProblemType | 'offline' | 'timeout' | 'unreadable' | 'unknown'
/** Where an address leads once it is held against what the server knows. */
export type Judgement = { place: ChangePlace; refusal: ChangeRefusal | null }

export type To = { place: ChangePlace }
export type Refused = { refusal: ChangeRefusal }
type Judged = { event: { output: Judgement } }
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
    guard: { type: 'leadsTo', params: ({ event }: Judged) => ({ place: event.output.place, step }) },
    target: step,
    actions: [
      { type: 'stand', params: ({ event }: Judged) => event.output },
      { type: 'showInstead', params: ({ event }: Judged) => ({ place: event.output.place }) },
    ],
  } as const
}

/** Stands at another place, and has the address say so. */
export function going<How extends 'show' | 'showInstead' | 'goBack', Args>(
  how: How,
  placeOf: (args: Args) => ChangePlace,
) {
  const params = (args: Args) => ({ place: placeOf(args) })
  return [
    { type: how, params },
    { type: 'stand', params },
  ] as const
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

export function without(...parts: (keyof ChangePlace)[]) {
  return ({ context: { place } }: { context: To }): ChangePlace =>
    Object.fromEntries(Object.entries(place).filter(([part]) => !parts.includes(part as keyof ChangePlace)))
}

/** Who asks for what in the end: the parts are there, or the step would be another. */
export function chosenIn({ contract = '', group = '' }: ChangePlace): ChosenGroup {
  return { contract, group }
}

/** A guard or an action that is handed what was refused. */
export function withRefusal<Name extends string>(type: Name) {
  return { type, params: ({ event }: { event: { error: unknown } }) => event.error as Refused } as const
}
