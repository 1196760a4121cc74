import type { ProblemType } from '#contract/problem.ts'

/** Shared parts of flows whose step is their URL (decision 023). `Place` is the parsed URL. */

/** Why a step is not reachable: a problem type of the server or a transport error. */
export type FlowError = ProblemType | 'offline' | 'timeout' | 'unreadable' | 'unknown'
/** The reachable location for a URL, validated against server data, and why it differs. */
export type ValidatedLocation<Place, Refusal> = { place: Place; refusal: Refusal | null }
export type LocationContext<Place> = { place: Place }
export type FlowErrorEvent = { refusal: FlowError }
type NavigationAction = 'show' | 'showInstead' | 'goBack'

/** Changes the location in the context and in the URL. */
export function navigateTo<How extends NavigationAction, Place, Args>(how: How, placeOf: (args: Args) => Place) {
  const params = (args: Args) => ({ place: placeOf(args) })
  return [
    { type: how, params },
    { type: 'stand', params },
  ] as const
}

type Arrival<Place> = { event: { place: Place } }

/** The root of a flow: it follows the address, and validates one that it has not chosen itself. */
export function followAddress<Place>() {
  return {
    context: ({ input: { place } }: { input: { place: Place } }) => ({ place, queue: null, refusal: null }),
    invoke: { id: 'followAddress', src: 'followAddress' },
    initial: 'arriving',
    on: {
      'address.changed': {
        guard: { type: 'isElsewhere', params: ({ event }: Arrival<Place>) => event },
        target: '.arriving',
        actions: { type: 'stand', params: ({ event }: Arrival<Place>) => event },
      },
    },
  } as const
}

/** While a call runs whose answer belongs to the present step. */
export function undoNavigation<Place>() {
  return {
    'address.changed': {
      description: 'Navigation is undone: the answer belongs to this step.',
      guard: { type: 'isElsewhere', params: ({ event }: Arrival<Place>) => event },
      actions: { type: 'show', params: ({ context: { place } }: { context: LocationContext<Place> }) => ({ place }) },
    },
  } as const
}

/** The current location without some of its parts. */
export function omitParams<Place extends object>(...parts: (keyof Place)[]) {
  return ({ context: { place } }: { context: LocationContext<Place> }): Place =>
    Object.fromEntries(Object.entries(place).filter(([part]) => !parts.includes(part as keyof Place))) as Place
}

/** A guard or an action with the error as its parameter. */
export function withRefusal<Name extends string>(type: Name) {
  return { type, params: ({ event }: { event: { error: unknown } }) => event.error as FlowErrorEvent } as const
}
