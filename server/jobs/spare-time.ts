import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'

/** Milliseconds in which the server must have been idle for the most part, and after which work is done on a busy one. */
const [measured, longest] = [10, 250]
const oneAtATime = pLimit(1)

/**
 * Does work that takes long and that no person waits for, one after another, while the server has little else to do. A busy
 * server does at least four in a second.
 */
export function inSpareTime<Result>(work: () => Promise<Result>): Promise<Result> {
  return oneAtATime(async () => {
    const end = performance.now() + longest
    while (performance.now() < end) {
      const before = performance.eventLoopUtilization()
      await pause(measured)
      if (performance.eventLoopUtilization(before).utilization < 0.5) break
    }
    return work()
  })
}
