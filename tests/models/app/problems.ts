import { type Problem, type ProblemType, problemTypes } from '#contract/problem.ts'
import type { Reply } from '#tests/model-runner/browser/app-under-test.ts'
import { byEnvironment, type EventDriver } from '#tests/model-runner/browser/drivers.ts'

/** The response with a problem document. */
export function problem(
  type: ProblemType,
  rest: Pick<Problem, 'triesLeft' | 'retryAfter' | 'reason' | 'requestId'> = {},
): Reply {
  const status = problemTypes[type]
  const body = JSON.stringify({ type, title: type, status, detail: type, ...rest })
  return { status, type: 'application/problem+json', body }
}

/** The response that causes a refusal of a flow. */
export function replyOf(refusal: string, rest?: Parameters<typeof problem>[1]): Reply {
  return refusal in problemTypes ? problem(refusal as ProblemType, rest) : 'offline'
}

/** The refusal of a held call of a flow. */
export function refuses(call: string): EventDriver {
  return byEnvironment(({ network }, { event }) => network.answer(call, replyOf(event.error.refusal)))
}
