import { idOf } from './ledger.ts'
import type { PathResult } from './paths/play-paths.ts'

/**
 * Marks the failures of a level at a step that passed on the other one: the same event, which took the same transitions.
 * Then the scripted responses and the real server differ, or the page depends on what only one of them has.
 */
export function withDisagreements(results: readonly PathResult[], others: readonly PathResult[]): PathResult[] {
  const passed = new Map<string, string>()
  for (const { path, failure } of others)
    for (const { event, taken } of path.steps.slice(0, failure === null ? undefined : failure.step - 1))
      passed.set(JSON.stringify([event, taken]), idOf(path))
  return results.map((result) => {
    const { path, failure } = result
    const step = failure === null ? undefined : path.steps[failure.step - 1]
    const other = step && passed.get(JSON.stringify([step.event, step.taken]))
    if (failure === null || failure.isFlaky || other === undefined) return result
    return { ...result, failure: { ...failure, passedOnOtherLevel: other } }
  })
}
