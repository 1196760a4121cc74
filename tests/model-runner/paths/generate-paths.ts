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
import { actsByItself, derive } from './derived-machine.ts'

export type PathOptions = {
  /** All events that are possible in a state; replaces the default of the library. */
  events: (snapshot: AnyMachineSnapshot) => AnyEventObject[]
  /** Snapshots with the same key are the same node. */
  stateKey: (snapshot: AnyMachineSnapshot) => string
  /** Where this holds, the traversal stops. */
  endsAt: (snapshot: AnyMachineSnapshot) => boolean
  /** Limits the traversal, which is unlimited by default. */
  limit: number
}

/**
 * The shortest event sequences that together take every event in every node of a machine. `@xstate/test` generates
 * them from the derived machine, `xstate/graph` for a machine with automatic transitions.
 * Only this file uses these libraries.
 */
export function generatePaths(machine: AnyStateMachine, input: unknown, pathOptions: PathOptions): AnyEventObject[][] {
  const { stateKey, limit } = pathOptions
  const options = {
    ...traversal(pathOptions),
    traversalLimit: limit,
    serializeState: (snapshot: AnyMachineSnapshot, event?: AnyEventObject, previous?: AnyMachineSnapshot) =>
      // Never empty: the library treats an empty key as the initial state.
      `in ${stateKey(snapshot)}${serializeTransition(event, previous)}`,
    logger: { log: () => undefined, error: () => undefined },
  }
  const model = actsByItself(machine)
    ? new TestModel(logicOf(machine, input), options as never)
    : createTestModel(derive(machine, input), options)
  return model
    .getShortestPaths(options as never)
    .map(({ steps }) => steps.map(({ event }) => event as AnyEventObject).filter(({ type }) => type !== 'xstate.init'))

  /** Includes the event and its source; otherwise a transition without a change would get no path. */
  function serializeTransition(event?: AnyEventObject, previous?: AnyMachineSnapshot): string {
    return event === undefined || previous === undefined
      ? ''
      : ` via ${JSON.stringify(event)} from ${stateKey(previous)}`
  }
}

/** All nodes of a machine, the initial one first, with their outgoing events. */
export function graphNodes(machine: AnyStateMachine, input: unknown, pathOptions: PathOptions): GraphNode[] {
  // A prefix, because numeric keys are sorted before all others.
  const keyOfNode = (snapshot: AnyMachineSnapshot) => `in ${pathOptions.stateKey(snapshot)}`
  const nodes = getAdjacencyMap(logicOf(machine, input), {
    ...traversal(pathOptions),
    serializeState: keyOfNode,
  } as never) as unknown as Adjacency
  return Object.entries(nodes).map(([key, { transitions }]) => ({
    key,
    ways: Object.values(transitions).map(({ event, state }) => ({ event, to: keyOfNode(state) })),
  }))
}

type Adjacency = Record<string, { transitions: Record<string, { event: AnyEventObject; state: AnyMachineSnapshot }> }>
export type GraphNode = { key: string; ways: { event: AnyEventObject; to: string }[] }

function traversal({ events, endsAt, limit }: PathOptions) {
  const isOver = (snapshot: AnyMachineSnapshot) => snapshot.status !== 'active' || endsAt(snapshot)
  return {
    limit,
    events: (snapshot: AnyMachineSnapshot) => (isOver(snapshot) ? [] : events(snapshot).filter(handles(snapshot))),
  }
}

/** A machine without execution: no actor starts and no timer runs. */
function logicOf(machine: AnyStateMachine, input: unknown) {
  const [start] = initialTransition(machine, input)
  return {
    transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => transition(machine, snapshot, event)[0],
    getInitialSnapshot: () => start,
  } as never
}

/** Whether a machine handles an event in this snapshot. */
export function handles(snapshot: AnyMachineSnapshot): (event: AnyEventObject) => boolean {
  const handled = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType))
  return ({ type }) => handled.has(type)
}
