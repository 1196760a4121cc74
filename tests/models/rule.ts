import type { Model } from './model.ts'
import type { Moment } from './moments.ts'

/**
 * What holds whatever happens, as the product's papers say it. A ledger is accepted by whoever changes the machine;
 * a rule is not: it is checked on every path and on every random walk.
 */
export type Rule = {
  says: string
  /** S-section or D-number. */
  source: string
  holds: (moment: Moment, past: readonly Moment[]) => boolean
}

/** Which rules a walk breaks first, and after how many events. */
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

/** What an action was handed at this moment; undefined where it was not done. */
export function handed<Params>({ wishes }: Moment, action: string): Params | undefined {
  return wishes.find((wish) => wish.action === action)?.params as Params | undefined
}

export function begins({ begun }: Moment, actor: string): boolean {
  return begun.some(({ id }) => id === actor)
}

/** What an actor that begins at this moment is given. */
export function givenTo<Input>({ begun }: Moment, actor: string): Input | undefined {
  return begun.find(({ id }) => id === actor)?.input as Input | undefined
}

export function cameDone({ event }: Moment, actor: string): boolean {
  return event.type === `xstate.done.actor.${actor}`
}

/** Of several promises that must be kept together: each only where it is asked for. */
export function implies(condition: boolean, consequence: boolean): boolean {
  return !condition || consequence
}
