import type { PathResult } from '#tests/model-runner/paths/play-paths.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import type { Tally } from './report-data.ts'

/** The result of a path on one level; undefined if it was not played there. */
export type Outcome = Pick<PathResult, 'failure'> | undefined
export type Status = 'passed' | 'failed' | 'unplayed'

/** A failed path counts as played up to the failed step. */
export function statusAt(outcome: Outcome, count: number): Status {
  if (outcome === undefined) return 'unplayed'
  const { failure } = outcome
  if (failure === null || count < failure.step) return 'passed'
  return count === failure.step ? 'failed' : 'unplayed'
}

/** Counts how often something was played: `concerns` selects its moments, including the start of a path. */
export function tallyOf(
  paths: readonly Path[],
  outcomeOf: (path: Path) => Outcome,
  concerns: (moment: Pick<Step, 'after' | 'taken'>) => boolean,
): Tally {
  const tally: Tally = { passed: 0, failed: 0 }
  for (const path of paths) {
    const outcome = outcomeOf(path)
    for (const [count, moment] of [{ after: path.start, taken: [] }, ...path.steps].entries()) {
      const status = statusAt(outcome, count)
      if (status !== 'unplayed' && concerns(moment)) tally[status] += 1
    }
  }
  return tally
}
