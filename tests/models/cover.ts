import type { Path } from './replay.ts'

/** Few of the paths, mostly long ones, that together take every transition of all by every case of its event. */
export function coverOf(paths: readonly Path[]): Path[] {
  const left = new Set(paths.flatMap((path) => [...turnsOf(path)]))
  const chosen = new Set<Path>()
  while (left.size > 0) {
    const gain = (path: Path) => [...turnsOf(path)].filter((turn) => left.has(turn)).length
    const best = paths.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    chosen.add(best)
    for (const turn of turnsOf(best)) left.delete(turn)
  }
  return paths.filter((path) => chosen.has(path))
}

/** An event that is ignored is a turn too: the page must not offer it. */
function turnsOf({ steps }: Path): Set<string> {
  return new Set(steps.map(({ event, taken }) => JSON.stringify([event, taken])))
}
