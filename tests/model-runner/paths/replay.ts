import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getInitialMicrosteps,
  initialTransition,
  transition,
} from 'xstate'
import { statesIn } from './coverage.ts'
import { guardOutcomesIn, keyOf, type Microstep } from './microsteps.ts'

/** A side effect of a machine: the name of an action and its params. */
export type SideEffect = { action: string; params?: unknown }

/** The macrostep of an event. */
type TakenTransitions = {
  /** Keys of the transitions taken, automatic ones included; empty if the event is ignored. */
  taken: string[]
  /** The outcome of each evaluated guard. */
  guardOutcomes: string[]
  /** All leaf states of the macrostep, transient ones included. */
  through: string[]
}

/** One step of a path on the product machine. */
export type Step = TakenTransitions & {
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  effects: SideEffect[]
}

/** `entry` are the effects of the start of the machine. */
export type Path = { start: AnyMachineSnapshot; entry: TakenTransitions; steps: Step[] }

/** Computes the steps of the product machine for `events` without executing side effects. */
export function replay(machine: AnyStateMachine, input: unknown, events: readonly AnyEventObject[]): Path {
  const { logic, microsteps } = observed(machine)
  const [start] = initialTransition(logic, input)
  // No transition leads to the initial state.
  const through = getInitialMicrosteps(machine, input).flatMap(([snapshot]) => statesIn(snapshot))
  const path: Path = { start, entry: { ...transitionsTaken(null, microsteps), through }, steps: [] }
  return events.reduce((before, event) => extendPath(machine, before, event), path)
}

/** The same path with one more event. */
export function extendPath(machine: AnyStateMachine, path: Path, event: AnyEventObject): Path {
  const { logic, microsteps } = observed(machine)
  const before = path.steps.at(-1)?.after ?? path.start
  const [after, actions] = transition(logic, before, event)
  const effects = actions
    .filter(({ type }) => !type.startsWith('xstate.'))
    .map(({ type, params }): SideEffect => (params === undefined ? { action: type } : { action: type, params }))
  return { ...path, steps: [...path.steps, { event, before, after, ...transitionsTaken(before, microsteps), effects }] }
}

function transitionsTaken(before: AnyMachineSnapshot | null, microsteps: readonly Microstep[]): TakenTransitions {
  return {
    taken: microsteps.flatMap((one) => one._transitions.map(keyOf)),
    guardOutcomes: guardOutcomesIn(before, microsteps),
    through: microsteps.flatMap(({ snapshot }) => statesIn(snapshot)),
  }
}

/**
 * The same machine with observable microsteps: the final snapshot does not show the effects of a raised event, an
 * eventless transition or the end of a compound state.
 */
function observed(machine: AnyStateMachine): { logic: AnyStateMachine; microsteps: Microstep[] } {
  const microsteps: Microstep[] = []
  const listening = (scope: AnyActorScope) => {
    scope.system.inspect((event) => {
      if (event.type === '@xstate.microstep') microsteps.push(event as Microstep)
    })
    return scope
  }
  const logic: AnyStateMachine = Object.create(machine, {
    transition: {
      value: (snapshot: AnyMachineSnapshot, event: AnyEventObject, scope: AnyActorScope) =>
        machine.transition(snapshot as never, event, listening(scope)),
    },
    getInitialSnapshot: {
      value: (scope: AnyActorScope, input: unknown) => {
        // The library first creates a snapshot for an actor that it discards.
        microsteps.length = 0
        return machine.getInitialSnapshot(listening(scope), input as never)
      },
    },
  })
  return { logic, microsteps }
}
