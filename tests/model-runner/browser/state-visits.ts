import { statesIn } from '#tests/model-runner/paths/coverage.ts'
import type { Path } from '#tests/model-runner/paths/replay.ts'

const stateOf = (snapshot: Path['start']) => statesIn(snapshot).join(' ')
const endOf = ({ start, steps }: Path) => steps.at(-1)?.after ?? start

/** The paths, and for every state in which none of them ends, the shortest prefix of a path that reaches it. */
export function endingEverywhere(paths: readonly Path[]): Path[] {
  const ended = new Set(paths.map((path) => stateOf(endOf(path))))
  const beginnings = paths
    .flatMap(({ start, entry, steps }) =>
      [0, ...steps.keys().map((index) => index + 1)].map((count) => ({ start, entry, steps: steps.slice(0, count) })),
    )
    .toSorted((one, other) => one.steps.length - other.steps.length)
  const soonest = new Map<string, Path>()
  for (const path of beginnings) {
    const state = stateOf(endOf(path))
    if (!ended.has(state) && !soonest.has(state)) soonest.set(state, path)
  }
  return [...paths, ...soonest.values()]
}
