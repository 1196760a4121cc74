import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { repliesOf } from './derive.ts'
import { keyOf, type Path } from './replay.ts'

export type Coverage = { states: Tally; transitions: Tally }
/** `all` in the order of the machine's file; `unplayed` are those of them that no path reaches. */
export type Tally = { all: string[]; unplayed: string[] }

/** Which states and transitions of the product machine these paths reach. */
export function coverageOf(machine: AnyStateMachine, paths: readonly Path[]): Coverage {
  const states = new Set(
    paths.flatMap(({ start, steps }) => [start, ...steps.map(({ after }) => after)].flatMap(statesIn)),
  )
  const taken = new Set(paths.flatMap(({ steps }) => steps.flatMap((step) => step.taken)))
  return { states: tally(statesOf(machine), states), transitions: tally(transitionsOf(machine), taken) }
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
  return (snapshot._nodes as AnyStateNode[])
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(stateNameOf)
}

export function transitionsOf(machine: AnyStateMachine): string[] {
  return linesOf(machine).map(({ key }) => key)
}

/** A transition for reading; without `targets` the machine stays where it is. */
export type Line = { key: string; source: string; event: string; targets: string[]; guard: string | null }

export function linesOf(machine: AnyStateMachine): Line[] {
  return nodesOf(machine.root).flatMap(({ transitions }) =>
    [...transitions.values()].flat().map((definition) => ({
      key: keyOf(definition),
      source: stateNameOf(definition.source),
      event: definition.eventType,
      targets: (definition.target ?? []).map(stateNameOf),
      guard: guardOf(definition.guard),
    })),
  )
}

/** Everything that may come to a machine: what it listens for, and every reply of its actors, listened for or not. */
export function eventTypesOf(machine: AnyStateMachine): string[] {
  const heard = nodesOf(machine.root).flatMap(({ transitions }) => [...transitions.keys()])
  return [...new Set([...heard, ...repliesOf(machine)])]
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)]
}

function guardOf(guard: unknown): string | null {
  return typeof guard === 'string' ? guard : ((guard as { type?: string } | undefined)?.type ?? null)
}

/** A state by its path in the machine; the machine itself by its own name. */
export function stateNameOf({ path, machine }: AnyStateNode): string {
  return path.join('.') || machine.id
}

function tally(all: string[], reached: Set<string>): Tally {
  return { all, unplayed: all.filter((one) => !reached.has(one)) }
}
