import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate'
import { casesOf, errorTypeOf, initialSnapshotOf, type Model } from '#tests/model-runner/model.ts'
import { repliesOf } from './derived-machine.ts'
import { innermostOf, keyOf, nodesOf, outcomesOf, transitionsIn } from './microsteps.ts'
import type { Plan } from './plan.ts'
import type { Path, Step } from './replay.ts'

/** `guards` counts both outcomes of each guard; `pairs` counts pairs of consecutive transitions. */
export type Coverage = Record<'states' | 'transitions' | 'guards' | 'pairs', Tally>
/** `all` has the order of the machine's file; `unplayed` are those that no path reaches. */
export type Tally = { all: string[]; unplayed: string[] }

/** The coverage of a product machine by these paths; `possible` are the possible pairs of transitions. */
export function coverageOf(
  machine: AnyStateMachine,
  paths: readonly Path[],
  possible: readonly string[] = [],
): Coverage {
  const taken = paths.flatMap(({ entry, steps }) => [entry, ...steps])
  const definitions = nodesOf(machine.root).flatMap(transitionsIn)
  return {
    states: tally(statesOf(machine), new Set(taken.flatMap(({ through }) => through))),
    transitions: tally(definitions.map(keyOf), new Set(taken.flatMap(({ taken }) => taken))),
    guards: tally(definitions.flatMap(outcomesOf), new Set(taken.flatMap(({ guardOutcomes }) => guardOutcomes))),
    pairs: tally(possible, new Set(paths.flatMap(pairsIn))),
  }
}

/** Pairs of the transitions of two consecutive events. */
export function pairsIn({ steps }: Path): string[] {
  return steps.slice(1).flatMap((step, index) => pairOf(steps[index] as Step, step) ?? [])
}

/** Null if one of the events was ignored. */
export function pairOf(first: Step, second: Step): string | null {
  return first.taken.length === 0 || second.taken.length === 0
    ? null
    : `${first.taken.join(' + ')} → ${second.taken.join(' + ')}`
}

/** The leaf states of a machine; a machine without states is one state with its own name. */
export function statesOf(machine: AnyStateMachine): string[] {
  return nodesOf(machine.root)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(stateNameOf)
}

/** All named states, compound states included. */
export function namedStatesOf(machine: AnyStateMachine): string[] {
  const [, ...nodes] = nodesOf(machine.root)
  return nodes.length === 0 ? statesOf(machine) : nodes.map(stateNameOf)
}

/** The leaf states of a snapshot. */
export function statesIn(snapshot: AnyMachineSnapshot): string[] {
  return innermostOf(snapshot).map(stateNameOf)
}

export function transitionsOf(machine: AnyStateMachine): string[] {
  return linesOf(machine).map(({ key }) => key)
}

/** A readable transition; without `targets` the state does not change. */
export type Line = {
  key: string
  source: string
  event: string
  targets: string[]
  guard: string | null
  /** An object, or a function of context and event. */
  guardParams: unknown
}

export function linesOf(machine: AnyStateMachine): Line[] {
  return nodesOf(machine.root).flatMap((node) =>
    transitionsIn(node).map((definition) => ({
      key: keyOf(definition),
      source: stateNameOf(definition.source),
      event: definition.eventType || 'always',
      targets: (definition.target ?? []).map(stateNameOf),
      guard: guardOf(definition.guard),
      guardParams: (definition.guard as { params?: unknown } | undefined)?.params,
    })),
  )
}

/**
 * All events of a machine: those that it handles, and all results of its actors, handled or not. Without the done events
 * of compound states, which occur automatically.
 */
export function eventTypesOf(machine: AnyStateMachine): string[] {
  const handled = nodesOf(machine.root).flatMap(({ transitions }) => [...transitions.keys()])
  return [...new Set([...handled, ...repliesOf(machine)])].filter((type) => !type.startsWith('xstate.done.state.'))
}

function guardOf(guard: unknown): string | null {
  return typeof guard === 'string' ? guard : ((guard as { type?: string } | undefined)?.type ?? null)
}

/** The name of a state: its path in the machine; for the root the id of the machine. */
export function stateNameOf({ path, machine }: AnyStateNode): string {
  return path.join('.') || machine.id
}

function tally(all: readonly string[], reached: Set<string>): Tally {
  return { all: [...all], unplayed: all.filter((one) => !reached.has(one)) }
}

/** What these paths have played of the plan. */
export function playedCoverage(
  { model, problems }: Pick<Plan, 'model' | 'problems'>,
  paths: readonly Path[],
  possiblePairs: readonly string[],
): Pick<Plan, 'coverage' | 'problems'> {
  const shown = new Set(paths.flatMap(({ steps }) => steps.map(({ event }) => `${event.type} | ${errorTypeOf(event)}`)))
  const isShown = (problem: string) => shown.has(`xstate.error.actor.${problem}`)
  const possible = problems.all.filter((problem) => !(problem in (model.impossibleProblems ?? {})))
  return {
    coverage: coverageOf(model.machine, paths, possiblePairs),
    problems: { all: possible, unplayed: possible.filter((problem) => !isShown(problem)) },
  }
}

/** The error types that the model declares for its actors, and those without a case. */
export function problemCoverage(model: Model): Tally {
  const start = initialSnapshotOf(model)
  const all = Object.entries(model.problems ?? {}).flatMap(([actor, types]) =>
    types.map((type) => ({ actor, type, name: `${actor} | ${type}` })),
  )
  const isPlayed = ({ actor, type }: (typeof all)[number]) =>
    casesOf(model, `xstate.error.actor.${actor}`, start).some((one) => errorTypeOf(one.with ?? {}) === type)
  const unplayed = all.filter((one) => !isPlayed(one) && !(one.name in (model.impossibleProblems ?? {})))
  return { all: all.map(({ name }) => name), unplayed: unplayed.map(({ name }) => name) }
}
