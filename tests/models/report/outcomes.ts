import type { Path, Step } from '#tests/models/replay.ts'
import type { PathResult } from '#tests/models/runner.ts'
import type { Tally } from './report-data.ts'

/** What became of a path on one level; undefined where it was not played there. */
export type Outcome = Pick<PathResult, 'failure'> | undefined
export type Status = 'passed' | 'failed' | 'unplayed'

/** A path that failed was played up to the step it failed at and no further. */
export function statusAt(outcome: Outcome, count: number): Status {
  if (outcome === undefined) return 'unplayed'
  const { failure } = outcome
  if (failure === null || count < failure.step) return 'passed'
  return count === failure.step ? 'failed' : 'unplayed'
}

/** How often something was played: `concerns` picks its moments, the beginning of a path among them. */
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
