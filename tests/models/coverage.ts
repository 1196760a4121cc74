import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { repliesOf } from './derive.ts'
import { innermostOf, keyOf, nodesOf, outcomesOf, transitionsIn } from './microsteps.ts'
import type { Path, Step } from './replay.ts'

/** `guards` are both outcomes of each; `pairs` are one transition after another, wherever that may be. */
export type Coverage = Record<'states' | 'transitions' | 'guards' | 'pairs', Tally>
/** `all` in the order of the machine's file; `unplayed` are those of them that no path reaches. */
export type Tally = { all: string[]; unplayed: string[] }

/** What of a product machine these paths reach; `possible` are the pairs of transitions that there can be. */
export function coverageOf(
  machine: AnyStateMachine,
  paths: readonly Path[],
  possible: readonly string[] = [],
): Coverage {
  const takings = paths.flatMap(({ entry, steps }) => [entry, ...steps])
  const definitions = nodesOf(machine.root).flatMap(transitionsIn)
  return {
    states: tally(statesOf(machine), new Set(takings.flatMap(({ through }) => through))),
    transitions: tally(definitions.map(keyOf), new Set(takings.flatMap(({ taken }) => taken))),
    guards: tally(definitions.flatMap(outcomesOf), new Set(takings.flatMap(({ judged }) => judged))),
    pairs: tally(possible, new Set(paths.flatMap(pairsIn))),
  }
}

/** One event's transitions after another's. */
export function pairsIn({ steps }: Path): string[] {
  return steps.slice(1).flatMap((step, index) => pairOf(steps[index] as Step, step) ?? [])
}

/** Null where one of them was ignored. */
export function pairOf(first: Step, second: Step): string | null {
  return first.taken.length === 0 || second.taken.length === 0
    ? null
    : `${first.taken.join(' + ')} → ${second.taken.join(' + ')}`
}

/** The innermost states of a machine; a machine without states is one state by its own name. */
export function statesOf(machine: AnyStateMachine): string[] {
  return nodesOf(machine.root)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(stateNameOf)
}

/** All states that have a name of their own: those that hold others, too. */
export function namedStatesOf(machine: AnyStateMachine): string[] {
  const [, ...nodes] = nodesOf(machine.root)
  return nodes.length === 0 ? statesOf(machine) : nodes.map(stateNameOf)
}

/** The innermost states that a snapshot is in. */
export function statesIn(snapshot: AnyMachineSnapshot): string[] {
  return innermostOf(snapshot).map(stateNameOf)
}

export function transitionsOf(machine: AnyStateMachine): string[] {
  return linesOf(machine).map(({ key }) => key)
}

/** A transition for reading; without `targets` the machine stays where it is. */
export type Line = { key: string; source: string; event: string; targets: string[]; guard: string | null }

export function linesOf(machine: AnyStateMachine): Line[] {
  return nodesOf(machine.root).flatMap((node) =>
    transitionsIn(node).map((definition) => ({
      key: keyOf(definition),
      source: stateNameOf(definition.source),
      event: definition.eventType || 'always',
      targets: (definition.target ?? []).map(stateNameOf),
      guard: guardOf(definition.guard),
    })),
  )
}

/** Everything that may come to a machine: what it listens for, and every reply of its actors, listened for or not. The end of a compound state comes by itself. */
export function eventTypesOf(machine: AnyStateMachine): string[] {
  const heard = nodesOf(machine.root).flatMap(({ transitions }) => [...transitions.keys()])
  return [...new Set([...heard, ...repliesOf(machine)])].filter((type) => !type.startsWith('xstate.done.state.'))
}

function guardOf(guard: unknown): string | null {
  return typeof guard === 'string' ? guard : ((guard as { type?: string } | undefined)?.type ?? null)
}

/** A state by its path in the machine; the machine itself by its own name. */
export function stateNameOf({ path, machine }: AnyStateNode): string {
  return path.join('.') || machine.id
}

function tally(all: readonly string[], reached: Set<string>): Tally {
  return { all: [...all], unplayed: all.filter((one) => !reached.has(one)) }
}
