import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate'
import { repliesOf } from '#tests/models/derive.ts'
import type { Model } from '#tests/models/model.ts'
import type { ExpectedCall } from './network-edge.ts'
import type { BrowserStage } from './stage.ts'

/** The call that an actor makes of what the machine gives it; null where it then makes none. */
export type CallOf = (given: never, snapshot: AnyMachineSnapshot, stage: BrowserStage) => ExpectedCall | null

type Actor = { id: string; input: unknown }
type Turn = { after: AnyMachineSnapshot; begun: Actor[]; ended: string[] }

/** Which actors the product machine begins and ends by an event, and what it gives them; without one, by its start. */
export function turnOf(
  { machine, input }: Pick<Model, 'machine' | 'input'>,
  by?: { before: AnyMachineSnapshot; event: AnyEventObject },
): Turn {
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

/** Actors of the machine of which a level does not say what they ask of the server. */
export function unsaid(machine: AnyStateMachine, calls: Record<string, unknown>): string[] {
  const actors = new Set(repliesOf(machine).map((reply) => reply.replace(/^xstate\.(done|error)\.actor\./, '')))
  return [
    ...[...actors].filter((id) => !(id in calls)).map((id) => `nobody says what the actor ${id} asks of the server`),
    ...Object.keys(calls)
      .filter((id) => !actors.has(id))
      .map((id) => `the machine has no actor ${id}`),
  ]
}
