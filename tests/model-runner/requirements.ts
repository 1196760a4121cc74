import { isDeepStrictEqual } from 'node:util'
import type { Observation } from './observations.ts'
import { statesIn } from './paths/coverage.ts'
import { type Rule, when } from './rule.ts'

/**
 * One step that a requirement demands: in these states, this event leads there and does exactly this. What is not named
 * does not happen: no other action, no other actor, no other change of the context.
 */
export type RequiredStep = {
  /** Names of states; a compound state stands for all its states. Without it, every state. */
  in?: string | readonly string[]
  on: string | readonly string[]
  if?: (seen: Observation) => boolean
  /** The leaf state that follows; without it the state stays. */
  to?: string | ((seen: Observation) => string)
  sets?: (seen: Observation) => object
  /** Actions in order, each with its params if it has any. */
  does?: (seen: Observation) => readonly (readonly [action: string, params?: unknown])[]
  /** Actors that start, with their input. */
  starts?: (seen: Observation) => Record<string, unknown>
}

/** A requirement of the specification as steps. */
export type Requirement = { title: string; source: string; steps: readonly RequiredStep[] }

/** Rules that hold a machine to its requirements: each demands its steps, and nothing happens without one. */
export function requirementRules(requirements: readonly Requirement[]): Rule[] {
  const all = requirements.flatMap(({ steps }) => steps)
  return [
    ...requirements.map(({ title, source, steps }) => ({
      title,
      source,
      concerns: (state: string, event: string) =>
        steps.some((step) => listOf(step.on).includes(event) && (step.in === undefined || isWithin(state, step.in))),
      holds: (seen: Observation) => steps.every((step) => !when(applies(step, seen)) || isTaken(step, seen)),
    })),
    {
      title: 'Чего требования не называют, то ничего не меняет',
      source: [...new Set(requirements.flatMap(({ source }) => source.split(', ')))].join(', '),
      isGeneral: true,
      holds: (seen) => all.some((step) => applies(step, seen)) || isTaken({ on: seen.event.type }, seen),
    },
  ]
}

/** The tag is there in these states and in no other. */
export function taggedOnly(tag: string, states: readonly string[], words: Pick<Rule, 'title' | 'source'>): Rule {
  const isRight = (snapshot: Observation['after']) => snapshot.hasTag(tag) === isInOneOf(snapshot, states)
  return { ...words, holds: ({ before, after }) => isRight(before) && isRight(after) }
}

/** The machine begins in this state with this context and these actors. */
export function beginsWith(
  { state, context, starts = {} }: { state: string; context: object; starts?: Record<string, unknown> },
  words: Pick<Rule, 'title' | 'source'>,
): Rule {
  return {
    ...words,
    holds: () => true,
    holdsAtStart: ({ after, begun, effects }) =>
      isEqual([statesIn(after), after.context], [[state], context]) &&
      isEqual(startedIn(begun), starts) &&
      effects.length === 0,
  }
}

export const done = (actor: string) => `xstate.done.actor.${actor}`
export const failed = (actor: string) => `xstate.error.actor.${actor}`

function applies(step: RequiredStep, seen: Observation): boolean {
  return (
    listOf(step.on).includes(seen.event.type) &&
    (step.in === undefined || isInOneOf(seen.before, listOf(step.in))) &&
    (step.if?.(seen) ?? true)
  )
}

function isTaken({ to, sets, does, starts }: RequiredStep, seen: Observation): boolean {
  const { before, after, effects, begun } = seen
  const leaf = typeof to === 'function' ? to(seen) : to
  return (
    isEqual(statesIn(after), leaf === undefined ? statesIn(before) : [leaf]) &&
    isEqual(after.context, { ...before.context, ...sets?.(seen) }) &&
    isEqual(
      effects.map(({ action, params }) => [action, params]),
      (does?.(seen) ?? []).map(([action, params]) => [action, params]),
    ) &&
    isEqual(startedIn(begun), starts?.(seen) ?? {})
  )
}

function startedIn(begun: Observation['begun']): Record<string, unknown> {
  return Object.fromEntries(begun.map(({ id, input }) => [id, input ?? null]))
}

function isInOneOf(snapshot: Observation['after'], states: readonly string[]): boolean {
  return statesIn(snapshot).some((leaf) => isWithin(leaf, states))
}

function isWithin(leaf: string, states: string | readonly string[]): boolean {
  return listOf(states).some((state) => leaf === state || leaf.startsWith(`${state}.`))
}

function listOf(names: string | readonly string[]): readonly string[] {
  return typeof names === 'string' ? [names] : names
}

function isEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))
}
