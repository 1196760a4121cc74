import { expect } from 'playwright/test'

/** Like `expect`, but it looks again sooner than Playwright does: a desk of many short paths lives by this. */
export const soon = expect.configure({ timeout: 20_000 })

const intervals = [10, 20, 40, 80, 160, 320]

/** Looks at a value until it is right. */
export function eventually<Value>(look: () => Value | Promise<Value>, message?: string) {
  return soon.poll(look, { intervals, ...(message === undefined ? {} : { message }) })
}
