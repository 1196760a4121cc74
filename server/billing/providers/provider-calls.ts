import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import { isOutage, type ProviderCondition, ProviderUnavailable } from './payment-provider.ts'

/** A call of a provider has ended. `operation` is its name without ids. */
export type ProviderCall = { operation: string; outcome: 'answered' | 'refused' | 'unavailable'; seconds: number }

/** Milliseconds of an attempt, before the next one, and for which a provider that only fails is left alone. */
export type CallLimits = { attempt: number; pause: number; rest: number }
/** Three attempts end before a call of a person must be answered. */
const callLimits: CallLimits = { attempt: 4_000, pause: 200, rest: 15_000 }
const attempts = 3
/** Attempts that failed one after another until the provider is left alone for a while. */
const failuresInARow = 6

const isTransient = (error: unknown) => error instanceof ProviderUnavailable && error.isTransient

/**
 * Runs calls of a provider: each attempt has a time limit, failed ones are repeated, and a provider that only fails is not
 * asked for a while. What is called must be safe to repeat.
 */
export function createProviderCalls(onCall: (call: ProviderCall) => void, limits: CallLimits = callLimits) {
  let last: ProviderCondition = 'unknown'
  const failed = handleWhen(isTransient)
  const breaker = circuitBreaker(failed, {
    halfOpenAfter: limits.rest,
    breaker: new ConsecutiveBreaker(failuresInARow),
  })
  const policy = wrap(
    retry(failed, { maxAttempts: attempts - 1, backoff: new ExponentialBackoff({ initialDelay: limits.pause }) }),
    breaker,
  )
  const limited = timeout(limits.attempt, TimeoutStrategy.Aggressive)

  async function attempt<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    try {
      return await limited.execute(({ signal }) => send(signal))
    } catch (error) {
      if (error instanceof TaskCancelledError) throw new ProviderUnavailable('no answer in time', { cause: error })
      throw error
    }
  }

  return {
    async run<Answer>(operation: string, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
      const startedAt = performance.now()
      let isUnsent = true
      const end = (outcome: ProviderCall['outcome']) =>
        onCall({ operation, outcome, seconds: (performance.now() - startedAt) / 1000 })
      try {
        const answer = await policy.execute(() => {
          isUnsent = false
          return attempt(send)
        })
        last = 'reachable'
        end('answered')
        return answer
      } catch (error) {
        const isRefused = !(error instanceof ProviderUnavailable || error instanceof BrokenCircuitError)
        last = isOutage(error) || error instanceof BrokenCircuitError ? 'unreachable' : 'reachable'
        end(isRefused ? 'refused' : 'unavailable')
        if (!(error instanceof BrokenCircuitError)) throw error
        throw new ProviderUnavailable('it failed repeatedly', { isTransient: false, isUnsent, cause: error })
      }
    },
    condition: (): ProviderCondition => (breaker.state === CircuitState.Open ? 'resting' : last),
  }
}
