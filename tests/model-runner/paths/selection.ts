import type { Durations } from '#tests/model-runner/history/durations.ts'
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
/** Milliseconds of a step where nothing was measured. */
const usualStep = 250

/**
 * The duration of a path in milliseconds: as it was last measured, or its steps at the measured pace of its machine, or
 * of all machines.
 */
export function paceOf(
  machines: readonly { name: string; paths: readonly Path[] }[],
  durations: Durations,
): (name: string, path: Path) => number {
  const stepsOf = ({ steps }: Path) => openingSteps + steps.length
  const measured = (name: string, path: Path) => durations.get(name)?.get(idOf(path))
  const perStep = (those: typeof machines) => {
    const known = those.flatMap(({ name, paths }) =>
      paths.flatMap((path) => {
        const milliseconds = measured(name, path)
        return milliseconds === undefined ? [] : { milliseconds, steps: stepsOf(path) }
      }),
    )
    const steps = known.reduce((sum, one) => sum + one.steps, 0)
    return steps === 0 ? null : known.reduce((sum, one) => sum + one.milliseconds, 0) / steps
  }
  const ofAll = perStep(machines) ?? usualStep
  const ofMachine = new Map(machines.map((machine) => [machine.name, perStep([machine]) ?? ofAll]))
  return (name, path) => measured(name, path) ?? stepsOf(path) * (ofMachine.get(name) ?? ofAll)
}

/**
 * The paths of several machines, those first that cover the most new weighted transitions per second. Paths that add
 * nothing are last, the shortest first.
 */
export function byValue(
  machines: readonly { name: string; paths: readonly Path[] }[],
  weights: Weights,
  durations: Durations = new Map(),
): Valued[] {
  const pace = paceOf(machines, durations)
  const weightOf = (name: string, key: string) => weights[name]?.[key] ?? 1
  const left = machines.flatMap(({ name, paths }) =>
    paths.map((path) => ({ name, path, keys: new Set(path.steps.flatMap(({ taken }) => taken)) })),
  )
  const covered = new Set<string>()
  const gainOf = ({ name, keys }: (typeof left)[number]) =>
    [...keys].reduce((sum, key) => sum + (covered.has(`${name} ${key}`) ? 0 : weightOf(name, key)), 0)
  const costs = new Map(left.map((one) => [one.path, pace(one.name, one.path)]))
  const costOf = ({ path }: (typeof left)[number]) => costs.get(path) ?? usualStep
  const valuePerSecond = (one: (typeof left)[number]) => gainOf(one) / costOf(one)
  const total = new Map(
    left.flatMap(({ name, keys }) => [...keys].map((key) => [`${name} ${key}`, weightOf(name, key)])),
  )
  const all = [...total.values()].reduce((sum, weight) => sum + weight, 0)
  const order: Valued[] = []
  let reached = 0
  left.sort((one, other) => costOf(one) - costOf(other))
  while (left.length > 0) {
    const values = left.map(valuePerSecond)
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
