import type { TimedAnswer } from './clock.ts'

/** The `Date` header counts seconds. */
const headerPrecision = 1_000

/** `fetch` that reports the time of the server in its answers. */
export function timingFetch(
  fetch: typeof globalThis.fetch,
  report: (answer: TimedAnswer) => void,
): typeof globalThis.fetch {
  return async (...call) => {
    const asked = Date.now()
    const response = await fetch(...call)
    const at = Date.parse(response.headers.get('date') ?? '')
    // A refusal may come from a proxy with a clock of its own.
    if (!Number.isNaN(at) && response.ok) report({ asked, arrived: Date.now(), at, precision: headerPrecision })
    return response
  }
}

/** The server read its clock after the browser had asked for the document. */
export function timeOfDocument({ performance }: Pick<Window, 'performance'>, at: number): TimedAnswer {
  return { asked: performance.timeOrigin, arrived: Date.now(), at, precision: 0 }
}
