import { idOf } from '#tests/model-runner/ledger.ts'
import { transitionsOf } from './coverage.ts'
import type { Plan } from './play-paths.ts'
import type { Path } from './replay.ts'

/** One of several parts of a run, counted from 1. */
export type Shard = { index: number; of: number }

/** The paths of a shard. It depends only on the id of a path, so a path stays in its shard when others are added. */
export function inShard<Some extends Path>(paths: readonly Some[], shard: Shard | undefined): Some[] {
  return paths.filter((path) => shard === undefined || Number.parseInt(idOf(path), 16) % shard.of === shard.index - 1)
}

/** How much a transition counts: by model, then by the key of the transition; 1 by default. */
export type Weights = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Weights of transitions that the machine does not have, and weights that are not positive. */
export function weightErrors(weights: Weights, plans: readonly (Pick<Plan, 'model'> & { name: string })[]): string[] {
  return plans.flatMap(({ name, model }) => {
    const known = transitionsOf(model.machine)
    return Object.entries(weights[name] ?? {}).flatMap(([key, weight]) => {
      if (!known.includes(key)) return [`weights: ${name} has no transition ${key}`]
      return weight > 0 ? [] : [`weights: ${key} of ${name} has the weight ${weight}`]
    })
  })
}

/** A path with the share of the weighted transitions that it and those before it cover, from 0 to 1. */
export type Valued = { machine: string; path: Path; share: number }

/** An estimate: opening the app takes about as long as this many steps. */
const openingSteps = 6

/**
 * The paths of several machines, those first that cover the most new weighted transitions per second. Paths that add
 * nothing are last, the shortest first.
 */
export function byValue(machines: readonly { name: string; paths: readonly Path[] }[], weights: Weights): Valued[] {
  const weightOf = (name: string, key: string) => weights[name]?.[key] ?? 1
  const left = machines.flatMap(({ name, paths }) =>
    paths.map((path) => ({ name, path, keys: new Set(path.steps.flatMap(({ taken }) => taken)) })),
  )
  const covered = new Set<string>()
  const gainOf = ({ name, keys }: (typeof left)[number]) =>
    [...keys].reduce((sum, key) => sum + (covered.has(`${name} ${key}`) ? 0 : weightOf(name, key)), 0)
  const valuePerStep = (one: (typeof left)[number]) => gainOf(one) / (openingSteps + one.path.steps.length)
  const total = new Map(
    left.flatMap(({ name, keys }) => [...keys].map((key) => [`${name} ${key}`, weightOf(name, key)])),
  )
  const all = [...total.values()].reduce((sum, weight) => sum + weight, 0)
  const order: Valued[] = []
  let reached = 0
  left.sort((one, other) => one.path.steps.length - other.path.steps.length)
  while (left.length > 0) {
    const values = left.map(valuePerStep)
    const best = values.indexOf(Math.max(...values))
    const [next] = left.splice(best, 1) as [(typeof left)[number]]
    reached += gainOf(next)
    for (const key of next.keys) covered.add(`${next.name} ${key}`)
    order.push({ machine: next.name, path: next.path, share: all === 0 ? 1 : reached / all })
  }
  return order
}

/** The beginning of an order that covers this share of the weighted transitions. */
export function upToCoverage(order: readonly Valued[], share: number): Valued[] {
  const last = order.findIndex((one) => one.share >= share)
  return last === -1 ? [...order] : order.slice(0, last + 1)
}
