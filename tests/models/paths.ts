import { createTestModel } from '@xstate/test'
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, getNextTransitions } from 'xstate'

export type PathWishes = {
  /** Every event that may come in a state; replaces the library's own guess. */
  events: (snapshot: AnyMachineSnapshot) => AnyEventObject[]
  /** Two snapshots with the same key are the same place. */
  placeOf: (snapshot: AnyMachineSnapshot) => string
  /** Beyond it nothing is walked. */
  endsAt: (snapshot: AnyMachineSnapshot) => boolean
  /** The traversal is endless by default. */
  limit: number
}

/**
 * The shortest sequences of events that together take every event in every place of `derived`.
 * The only file that knows `@xstate/test`, so that `xstate/graph` or its successor can replace it.
 */
export function generatePaths(derived: AnyStateMachine, wishes: PathWishes): AnyEventObject[][] {
  const { events, placeOf, endsAt, limit } = wishes
  const options = {
    traversalLimit: limit,
    events: (snapshot: AnyMachineSnapshot) => (isOver(snapshot) ? [] : events(snapshot).filter(isHeard(snapshot))),
    serializeState: (snapshot: AnyMachineSnapshot, event?: AnyEventObject, previous?: AnyMachineSnapshot) =>
      // Never empty: the library takes an empty key for the beginning.
      `in ${placeOf(snapshot)}${serializeTransition(event, previous)}`,
  }
  const model = createTestModel(derived, { ...options, logger: { log: () => undefined, error: () => undefined } })
  return model
    .getShortestPaths(options)
    .map(({ steps }) => steps.map(({ event }) => event as AnyEventObject).filter(({ type }) => type !== 'xstate.init'))

  /** With the event and its source, or else a transition that changes nothing has no path of its own. */
  function serializeTransition(event?: AnyEventObject, previous?: AnyMachineSnapshot): string {
    return event === undefined || previous === undefined
      ? ''
      : ` via ${JSON.stringify(event)} from ${placeOf(previous)}`
  }

  function isOver(snapshot: AnyMachineSnapshot): boolean {
    return snapshot.status !== 'active' || endsAt(snapshot)
  }
}

function isHeard(snapshot: AnyMachineSnapshot): (event: AnyEventObject) => boolean {
  const heard = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))
  return ({ type }) => heard.has(type)
}
