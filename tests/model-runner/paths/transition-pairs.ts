import { eventsOf, type Model } from '#tests/model-runner/model.ts'
import { pairOf, pairsIn } from './coverage.ts'
import { graphNodes, handles, type PathOptions } from './generate-paths.ts'
import { pathOptionsOf } from './plan.ts'
import { extendPath, type Path, replay, type Step } from './replay.ts'

/**
 * All possible pairs of consecutive transitions, and paths for the pairs that `paths` do not take:
 * they find a defect that the first transition leaves and the second one shows.
 */
export function pairsOf(model: Model, paths: readonly Path[]): { possible: string[]; besides: Path[] } {
  const pathOptions = pathOptionsOf(model)
  const taken = new Set(paths.flatMap(pairsIn))
  const besides = new Map<string, Path>()
  for (const beginning of everyWayOf(model, pathOptions)) {
    const first = beginning.steps.at(-1) as Step
    const isOver = first.after.status !== 'active' || pathOptions.endsAt(first.after)
    for (const event of isOver ? [] : eventsOf(model, first.after).filter(handles(first.after))) {
      const path = extendPath(model.machine, beginning, event)
      const pair = pairOf(first, path.steps.at(-1) as Step)
      if (pair !== null && !taken.has(pair) && !besides.has(pair)) besides.set(pair, path)
    }
  }
  return { possible: [...taken, ...besides.keys()], besides: [...besides.values()] }
}

/** The shortest path to each node, and one more event from there: all ways to go from it that differ. */
export function everyWayOf({ machine, input }: Model, pathOptions: PathOptions): Path[] {
  const nodes = graphNodes(machine, input, pathOptions)
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const shortest = new Map(nodes.slice(0, 1).map(({ key }) => [key, replay(machine, input, [])]))
  const chosen = new Map<string, Path>()
  for (const [key, way] of shortest) {
    for (const { event, to } of byKey.get(key)?.ways ?? []) {
      const path = extendPath(machine, way, event)
      if (!shortest.has(to)) shortest.set(to, path)
      const arrival = JSON.stringify([path.steps.at(-1)?.taken, to])
      if (!chosen.has(arrival)) chosen.set(arrival, path)
    }
  }
  return [...chosen.values()]
}
