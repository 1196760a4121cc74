import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'playwright/test'

/** Milliseconds. A timeout is no assertion: it is long enough for a busy machine. */
export const timeout = 60_000

/** `expect` with shorter polling intervals than Playwright's: a run has many short paths. */
export const soon = expect.configure({ timeout })

const intervals = [10, 20, 40, 80, 160, 320]

/** Polls a value until it is the expected one, at most for `maxWait` milliseconds. */
export function eventually<Value>(look: () => Value | Promise<Value>, message?: string, maxWait = timeout) {
  return soon.poll(look, { intervals, timeout: maxWait, ...(message === undefined ? {} : { message }) })
}

/** Milliseconds and looks without a change after which a page is at rest; a busy machine needs longer for the looks. */
const rest = { ms: 4000, looks: 20 }

/**
 * Polls until `isRight`, and returns the last value. A page at rest stays wrong, so a wrong value that no longer changes
 * ends the polling; `isKnown` says that it was met before, so a look or two are enough.
 */
export async function lastValue<Value>(
  look: () => Promise<Value>,
  isRight: (value: Value) => boolean,
  isKnown: (value: Value) => boolean = () => false,
): Promise<Value> {
  const end = performance.now() + timeout
  let value = await look()
  let [since, looks] = [performance.now(), 0]
  while (!isRight(value)) {
    const [ms, wanted] = isKnown(value) ? [rest.ms / 8, 4] : [rest.ms, rest.looks]
    if ((performance.now() - since > ms && looks >= wanted) || performance.now() > end) return value
    await setTimeout(Math.min(intervals[looks] ?? 200, 200))
    const next = await look()
    looks += 1
    if (isDeepStrictEqual(next, value)) continue
    value = next
    ;[since, looks] = [performance.now(), 0]
  }
  return value
}
