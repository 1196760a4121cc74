import type { ProblemType } from '#contract/problem.ts'

/** Shared parts of flows whose step is their URL (decision 023). `Location` is the parsed URL. */

/** Why a step is not reachable: a problem type of the server or a transport error. */
export type FlowError = ProblemType | 'offline' | 'timeout' | 'unreadable' | 'unknown'
/** The reachable location for a URL, validated against server data, and why it differs. */
export type ValidatedLocation<Location, Refusal> = { location: Location; refusal: Refusal | null }
export type LocationContext<Location> = { location: Location }
export type FlowErrorEvent = { refusal: FlowError }
type NavigationAction = 'show' | 'showInstead' | 'goBack'

/** Changes the location in the context and in the URL. */
export function navigateTo<How extends NavigationAction, Location, Args>(
  how: How,
  locationOf: (args: Args) => Location,
) {
  const params = (args: Args) => ({ location: locationOf(args) })
  return [
    { type: how, params },
    { type: 'setLocation', params },
  ] as const
}

type Arrival<Location> = { event: { location: Location } }

const arrivalOf = <Location>({ event: { location } }: Arrival<Location>): LocationContext<Location> => ({
  location,
})

/** The root of a flow: it follows the address, and validates one that it has not chosen itself. */
export function followAddress<Location>() {
  return {
    context: ({ input: { location } }: { input: LocationContext<Location> }) => ({
      location,
      waitingList: null,
      refusal: null,
    }),
    invoke: { id: 'followAddress', src: 'followAddress' },
    initial: 'validatingLocation',
    on: {
      'address.changed': {
        guard: { type: 'isElsewhere', params: arrivalOf<Location> },
        target: '.validatingLocation',
        actions: { type: 'setLocation', params: arrivalOf<Location> },
      },
    },
  } as const
}

/** While a call runs whose answer belongs to the present step. */
export function undoNavigation<Location>() {
  return {
    'address.changed': {
      description: 'Navigation is undone: the answer belongs to this step.',
      guard: { type: 'isElsewhere', params: arrivalOf<Location> },
      actions: {
        type: 'show',
        params: ({ context: { location } }: { context: LocationContext<Location> }) => ({ location }),
      },
    },
  } as const
}

/** The current location without some of its parts. */
export function omitParams<Location extends object>(...parts: (keyof Location)[]) {
  return ({ context: { location } }: { context: LocationContext<Location> }): Location =>
    Object.fromEntries(Object.entries(location).filter(([part]) => !parts.includes(part as keyof Location))) as Location
}

/** A guard or an action with the error as its parameter. */
export function withRefusal<Name extends string>(type: Name) {
  return { type, params: ({ event }: { event: { error: unknown } }) => event.error as FlowErrorEvent } as const
}
