import { isDeepStrictEqual } from 'node:util'
import type { Observation } from './observations.ts'
import { statesIn } from './paths/coverage.ts'
import { type Rule, rule, when } from './rule.ts'

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
  to?: Known<string>
  sets?: Known<object>
  /** Actions in order, each with its params if it has any. */
  does?: Known<Actions>
  /** Actors that start, with their input. */
  starts?: Known<Record<string, unknown>>
}

export type Actions = readonly (readonly [action: string, params?: unknown])[]

/** A value, or how it follows from what was seen. */
type Known<Value> = Value | ((seen: Observation) => Value)

/** A requirement of the specification as steps. */
export type Requirement = { title: string; source: string; steps: readonly RequiredStep[] }

/** A requirement of one or several steps. */
export function requirement(title: string, source: string, steps: RequiredStep | readonly RequiredStep[]): Requirement {
  return { title, source, steps: [steps].flat() }
}

/** Rules that hold a machine to its requirements: each demands its steps, and nothing happens without one. */
export function requirementRules(requirements: readonly Requirement[]): Rule[] {
  const all = requirements.flatMap(({ steps }) => steps)
  /** A result of this actor is required here, or nowhere. */
  const isAwaited = (actor: string, snapshot: Observation['after']) => {
    const answered = all.filter(({ on }) => [done, failed].some((ending) => listOf(on).includes(ending(actor))))
    return (
      answered.length === 0 || answered.some((step) => step.in === undefined || isInOneOf(snapshot, listOf(step.in)))
    )
  }
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
      source: sourcesIn(requirements),
      isGeneral: true,
      holds: (seen) => all.some((step) => applies(step, seen)) || isTaken({ on: seen.event.type }, seen),
    },
    {
      title: 'Чего больше не ждут, то остановлено',
      source: sourcesIn(requirements),
      isGeneral: true,
      holds: ({ after, running }) => running.every((actor) => isAwaited(actor, after)),
    },
  ]
}

/** The tag is there in these states and in no other. */
export function taggedOnly(title: string, source: string, tag: string, states: readonly string[]): Rule {
  const isRight = (snapshot: Observation['after']) => snapshot.hasTag(tag) === isInOneOf(snapshot, states)
  return rule(title, source, ({ before, after }) => isRight(before) && isRight(after))
}

/** The machine begins in this state with this context and these actors. */
export function beginsWith(
  title: string,
  source: string,
  { state, context, starts = {} }: { state: string; context: object; starts?: Record<string, unknown> },
): Rule {
  return {
    title,
    source,
    holds: () => true,
    holdsAtStart: ({ after, begun, effects }) =>
      isEqual([statesIn(after), after.context], [[state], context]) &&
      isEqual(startedIn(begun), starts) &&
      effects.length === 0,
  }
}

function sourcesIn(requirements: readonly Requirement[]): string {
  return [...new Set(requirements.flatMap(({ source }) => source.split(', ')))].join(', ')
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
  const leaf = known(to, seen)
  return (
    isEqual(statesIn(after), leaf === undefined ? statesIn(before) : [leaf]) &&
    isEqual(after.context, { ...before.context, ...known(sets, seen) }) &&
    isEqual(
      effects.map(({ action, params }) => [action, params]),
      (known(does, seen) ?? []).map(([action, params]) => [action, params]),
    ) &&
    isEqual(startedIn(begun), known(starts, seen) ?? {})
  )
}

function known<Value>(value: Known<Value> | undefined, seen: Observation): Value | undefined {
  return typeof value === 'function' ? (value as (seen: Observation) => Value)(seen) : value
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
