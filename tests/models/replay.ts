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
import { judgedIn, keyOf, type Microstep } from './microsteps.ts'

/** What a machine asks of the world: the name of an action and what it is handed. */
export type Wish = { action: string; params?: unknown }

/** What an event set going, before the machine came to rest. */
type Taking = {
  /** Keys of the transitions taken, those without an event of ours too; none when the event is ignored. */
  taken: string[]
  /** What came of each guard that was asked. */
  judged: string[]
  /** The innermost states on the way, those too where it did not stay. */
  through: string[]
}

/** One step of a path, as the product machine itself takes it. */
export type Step = Taking & {
  event: AnyEventObject
  before: AnyMachineSnapshot
  after: AnyMachineSnapshot
  wishes: Wish[]
}

/** `entry` is what a machine does by itself before anything happens. */
export type Path = { start: AnyMachineSnapshot; entry: Taking; steps: Step[] }

/** Takes the product machine through `events` without running anything: it says what it would do. */
export function replay(machine: AnyStateMachine, input: unknown, events: readonly AnyEventObject[]): Path {
  const { logic, microsteps } = observed(machine)
  const [start] = initialTransition(logic, input)
  // No transition leads to where a machine begins.
  const through = getInitialMicrosteps(machine, input).flatMap(([snapshot]) => statesIn(snapshot))
  const path: Path = { start, entry: { ...takingIn(null, microsteps), through }, steps: [] }
  return events.reduce((before, event) => prolonged(machine, before, event), path)
}

/** The same path with one event more. */
export function prolonged(machine: AnyStateMachine, path: Path, event: AnyEventObject): Path {
  const { logic, microsteps } = observed(machine)
  const before = path.steps.at(-1)?.after ?? path.start
  const [after, actions] = transition(logic, before, event)
  const wishes = actions
    .filter(({ type }) => !type.startsWith('xstate.'))
    .map(({ type, params }): Wish => (params === undefined ? { action: type } : { action: type, params }))
  return { ...path, steps: [...path.steps, { event, before, after, ...takingIn(before, microsteps), wishes }] }
}

function takingIn(before: AnyMachineSnapshot | null, microsteps: readonly Microstep[]): Taking {
  return {
    taken: microsteps.flatMap((one) => one._transitions.map(keyOf)),
    judged: judgedIn(before, microsteps),
    through: microsteps.flatMap(({ snapshot }) => statesIn(snapshot)),
  }
}

/**
 * The same machine, which tells of each of its microsteps: where it stops at last does not say what a raised event, a
 * transition without an event or the end of a compound state did on the way.
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
        // The library makes one snapshot for an actor that it throws away, before the one that is asked for.
        microsteps.length = 0
        return machine.getInitialSnapshot(listening(scope), input as never)
      },
    },
  })
  return { logic, microsteps }
}
