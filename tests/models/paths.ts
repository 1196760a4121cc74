import { createTestModel } from '@xstate/test'
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getNextTransitions,
  initialTransition,
  transition,
} from 'xstate'
import { getAdjacencyMap, TestModel } from 'xstate/graph'
import { actsByItself, derive } from './derive.ts'

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
 * The shortest sequences of events that together take every event in every place of a machine. `@xstate/test` makes
 * them from the derived machine; for a machine that acts by itself, which it cannot take, `xstate/graph` does.
 * The only file that knows either.
 */
export function generatePaths(machine: AnyStateMachine, input: unknown, wishes: PathWishes): AnyEventObject[][] {
  const { placeOf, limit } = wishes
  const options = {
    ...traversal(wishes),
    traversalLimit: limit,
    serializeState: (snapshot: AnyMachineSnapshot, event?: AnyEventObject, previous?: AnyMachineSnapshot) =>
      // Never empty: the library takes an empty key for the beginning.
      `in ${placeOf(snapshot)}${serializeTransition(event, previous)}`,
    logger: { log: () => undefined, error: () => undefined },
  }
  const model = actsByItself(machine)
    ? new TestModel(logicOf(machine, input), options as never)
    : createTestModel(derive(machine, input), options)
  return model
    .getShortestPaths(options as never)
    .map(({ steps }) => steps.map(({ event }) => event as AnyEventObject).filter(({ type }) => type !== 'xstate.init'))

  /** With the event and its source, or else a transition that changes nothing has no path of its own. */
  function serializeTransition(event?: AnyEventObject, previous?: AnyMachineSnapshot): string {
    return event === undefined || previous === undefined
      ? ''
      : ` via ${JSON.stringify(event)} from ${placeOf(previous)}`
  }
}

/** Each place of a machine, the beginning first, with what leads on from it. */
export function placesOf(machine: AnyStateMachine, input: unknown, wishes: PathWishes): Place[] {
  // A key that looks like a number would stand before the beginning.
  const keyOfPlace = (snapshot: AnyMachineSnapshot) => `in ${wishes.placeOf(snapshot)}`
  const places = getAdjacencyMap(logicOf(machine, input), {
    ...traversal(wishes),
    serializeState: keyOfPlace,
  } as never) as unknown as Adjacency
  return Object.entries(places).map(([key, { transitions }]) => ({
    key,
    ways: Object.values(transitions).map(({ event, state }) => ({ event, to: keyOfPlace(state) })),
  }))
}

type Adjacency = Record<string, { transitions: Record<string, { event: AnyEventObject; state: AnyMachineSnapshot }> }>
export type Place = { key: string; ways: { event: AnyEventObject; to: string }[] }

function traversal({ events, endsAt, limit }: PathWishes) {
  const isOver = (snapshot: AnyMachineSnapshot) => snapshot.status !== 'active' || endsAt(snapshot)
  return {
    limit,
    events: (snapshot: AnyMachineSnapshot) => (isOver(snapshot) ? [] : events(snapshot).filter(isHeard(snapshot))),
  }
}

/** A machine that only says what it would do: no actor of it begins, no clock runs. */
function logicOf(machine: AnyStateMachine, input: unknown) {
  const [start] = initialTransition(machine, input)
  return {
    transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => transition(machine, snapshot, event)[0],
    getInitialSnapshot: () => start,
  } as never
}

/** Whether a machine, where it is, listens for an event at all. */
export function isHeard(snapshot: AnyMachineSnapshot): (event: AnyEventObject) => boolean {
  const heard = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))
  return ({ type }) => heard.has(type)
}
