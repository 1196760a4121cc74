import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate'
import type { Model } from '#tests/model-runner/model.ts'
import { repliesOf } from '#tests/model-runner/paths/derived-machine.ts'
import type { BrowserStage } from './browser-stage.ts'
import type { ExpectedCall } from './expected-call.ts'

/** The call that an actor makes for its input; null if it makes none for this input. */
export type CallOf = (given: never, snapshot: AnyMachineSnapshot, stage: BrowserStage) => ExpectedCall | null

type Actor = { id: string; input: unknown }
type ActorChanges = { after: AnyMachineSnapshot; begun: Actor[]; ended: string[] }

/** Actors that the machine starts and stops at an event, with their input. Without an event: at the start of the machine. */
export function actorChanges(
  { machine, input }: Pick<Model, 'machine' | 'input'>,
  by?: { before: AnyMachineSnapshot; event: AnyEventObject },
): ActorChanges {
  const [after, actions] =
    by === undefined ? initialTransition(machine, input) : transition(machine, by.before, by.event)
  const params = (type: string) =>
    actions.filter((action) => action.type === type).map((action): unknown => action.params)
  return {
    after,
    begun: params('xstate.spawnChild') as Actor[],
    ended: (params('xstate.stopChild') as Actor[]).map(({ id }) => id),
  }
}

/** Actors of the machine for which the level declares no call. */
export function undeclaredCalls(machine: AnyStateMachine, calls: Record<string, unknown>): string[] {
  const actors = new Set(repliesOf(machine).map((reply) => reply.replace(/^xstate\.(done|error)\.actor\./, '')))
  return [
    ...[...actors].filter((id) => !(id in calls)).map((id) => `the level declares no call of the actor ${id}`),
    ...Object.keys(calls)
      .filter((id) => !actors.has(id))
      .map((id) => `the machine has no actor ${id}`),
  ]
}
