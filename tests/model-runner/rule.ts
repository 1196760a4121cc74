import type { Model } from './model.ts'
import type { Moment } from './moments.ts'

/**
 * An invariant of the specification. A ledger is accepted again when the machine changes;
 * a rule is not: it holds on every path and on every random walk.
 */
export type Rule = {
  says: string
  /** S-section or D-number of docs/specification.md. */
  source: string
  holds: (moment: Moment, past: readonly Moment[]) => boolean
}

/** The first rule that a walk breaks, and after how many events. */
export function brokenRule(
  { rules }: Pick<Model, 'rules'>,
  moments: readonly Moment[],
): { rule: Rule; step: number } | null {
  for (const [index, moment] of moments.entries()) {
    const rule = rules.find(({ holds }) => !holds(moment, moments.slice(0, index)))
    if (rule !== undefined) return { rule, step: index + 1 }
  }
  return null
}

export function does({ wishes }: Moment, action: string): boolean {
  return wishes.some((wish) => wish.action === action)
}

/** The params of an action at this moment; undefined if it did not run. */
export function handed<Params>({ wishes }: Moment, action: string): Params | undefined {
  return wishes.find((wish) => wish.action === action)?.params as Params | undefined
}

export function begins({ begun }: Moment, actor: string): boolean {
  return begun.some(({ id }) => id === actor)
}

/** The input of an actor that starts at this moment; undefined if it does not start. */
export function givenTo<Input>({ begun }: Moment, actor: string): Input | undefined {
  return begun.find(({ id }) => id === actor)?.input as Input | undefined
}

export function cameDone({ event }: Moment, actor: string): boolean {
  return event.type === `xstate.done.actor.${actor}`
}

/** Logical implication: the consequence is required only if the condition holds. */
export function implies(condition: boolean, consequence: boolean): boolean {
  return !condition || consequence
}
