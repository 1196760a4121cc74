import type { ProblemType } from '#contract/problem.ts'

/** What the flows share whose step is their address (decision 023); `Place` is what the address says. */

/** Why somebody is not where they wanted to be: a problem of the server, or what kept us from hearing of one. */
export type StepRefusal = ProblemType | 'offline' | 'timeout' | 'unreadable' | 'unknown'
/** Where an address leads once it is held against what the server knows. */
export type Judged<Place, Refusal> = { place: Place; refusal: Refusal | null }
export type At<Place> = { place: Place }
export type Refused = { refusal: StepRefusal }
type Elsewhere = 'show' | 'showInstead' | 'goBack'

/** Stands at another place, and has the address say so. */
export function going<How extends Elsewhere, Place, Args>(how: How, placeOf: (args: Args) => Place) {
  const params = (args: Args) => ({ place: placeOf(args) })
  return [
    { type: how, params },
    { type: 'stand', params },
  ] as const
}

/** The place where somebody stands, without some of its parts. */
export function withoutParts<Place extends object>(...parts: (keyof Place)[]) {
  return ({ context: { place } }: { context: At<Place> }): Place =>
    Object.fromEntries(Object.entries(place).filter(([part]) => !parts.includes(part as keyof Place))) as Place
}

/** A guard or an action that is handed what was refused. */
export function withRefusal<Name extends string>(type: Name) {
  return { type, params: ({ event }: { event: { error: unknown } }) => event.error as Refused } as const
}
