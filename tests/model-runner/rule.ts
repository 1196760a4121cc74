import type { Model } from './model.ts'
import type { Observation, PlayedEvents, StartObservation } from './observations.ts'

/**
 * An invariant of the specification: it holds on every path and on every random walk.
 */
export type Rule = {
  title: string
  /** S-section or D-number of docs/specification.md. */
  source: string
  /** It names the requirements of all other rules, so it says nothing about which paths touch one of them. */
  isGeneral?: true
  holds: (observation: Observation, past: readonly Observation[]) => boolean
  /** Whether it demands something of an event in a state; by their names. */
  concerns?: (state: string, event: string) => boolean
  /** What is required of the start, before any event. */
  holdsAtStart?: (start: StartObservation) => boolean
}

/** A rule of every step. */
export function rule(title: string, source: string, holds: Rule['holds']): Rule {
  return { title, source, holds }
}

/** A rule that is broken after a number of events. A rule that throws is broken too. */
export type BrokenRule = { rule: Rule; step: number; error?: unknown }

/** The first rule that a walk breaks. */
export function brokenRule({ rules }: Pick<Model, 'rules'>, { start, observations }: PlayedEvents): BrokenRule | null {
  const atStart = firstBroken(rules, 0, ({ holdsAtStart }) => holdsAtStart?.(start) ?? true)
  if (atStart !== null) return atStart
  for (const [index, observation] of observations.entries()) {
    const broken = firstBroken(rules, index + 1, ({ holds }) => holds(observation, observations.slice(0, index)))
    if (broken !== null) return broken
  }
  return null
}

function firstBroken(rules: readonly Rule[], step: number, holds: (rule: Rule) => boolean): BrokenRule | null {
  for (const rule of rules) {
    try {
      if (!holds(rule)) return { rule, step }
    } catch (error) {
      return { rule, step, error }
    }
  }
  return null
}

export function performs({ effects }: Observation, action: string): boolean {
  return effects.some((effect) => effect.action === action)
}

export function starts({ begun }: Observation, actor: string): boolean {
  return begun.some(({ id }) => id === actor)
}

/**
 * The input of an actor that starts at this observation; undefined if it does not start.
 * @public CONTRIBUTING.md shows a rule that uses it.
 */
export function inputOf<Input>({ begun }: Observation, actor: string): Input | undefined {
  return begun.find(({ id }) => id === actor)?.input as Input | undefined
}

export function succeeded({ event }: Observation, actor: string): boolean {
  return event.type === `xstate.done.actor.${actor}`
}

/** Logical implication: the consequence is required only if the condition holds. */
export function implies(condition: boolean, consequence: boolean): boolean {
  return !when(condition) || consequence
}

/** Counted by `when` while a rule is checked. */
const conditions = { checked: 0, met: 0 }

/** The condition of a rule, counted for `concerningRules`. */
export function when(condition: boolean): boolean {
  conditions.checked += 1
  if (condition) conditions.met += 1
  return condition
}

/** The rules, by index, that say something about a path: those without a condition, and those whose condition is met. */
export function concerningRules({ rules }: Pick<Model, 'rules'>, { observations }: PlayedEvents): number[] {
  return rules.flatMap((rule, index) => {
    if (rule.holdsAtStart !== undefined) return index
    const isConcerned = observations.some((observation, count) => {
      conditions.checked = conditions.met = 0
      const broken = firstBroken([rule], count, ({ holds }) => holds(observation, observations.slice(0, count)))
      return broken?.error !== undefined || conditions.checked === 0 || conditions.met > 0
    })
    return isConcerned ? index : []
  })
}
