import type { Path, Step } from './replay.ts'

/** What a cover goes by: what each step of a path adds to what has been seen. */
type Measure = (step: Step) => readonly string[]

/** An event that is ignored counts too: the page must not offer it. */
const byCase: Measure = ({ event, taken }) => [JSON.stringify([event, taken])]

/** Few of the paths, mostly long ones, that together see all that all of them see. */
export function coverOf(paths: readonly Path[], measure: Measure = byCase): Path[] {
  const seen = new Map(paths.map((path) => [path, new Set(path.steps.flatMap(measure))]))
  const left = new Set([...seen.values()].flatMap((turns) => [...turns]))
  const chosen = new Set<Path>()
  const gain = (path: Path) => [...(seen.get(path) ?? [])].filter((turn) => left.has(turn)).length
  while (left.size > 0) {
    const best = paths.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    chosen.add(best)
    for (const turn of seen.get(best) ?? []) left.delete(turn)
  }
  return paths.filter((path) => chosen.has(path))
}
