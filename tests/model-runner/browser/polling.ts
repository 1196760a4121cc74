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
