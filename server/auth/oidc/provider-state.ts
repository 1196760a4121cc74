const checkEvery = 60_000

type ProviderReachability = 'unknown' | 'reachable' | 'unreachable'

/** Whether the identity provider answers, as far as the last check knows. */
export type ProviderState = {
  check(): Promise<ProviderReachability>
  /** The result of the last check. Begins another one in the background if it is older than a minute. */
  last(): ProviderReachability
}

/** By the names of the providers. */
export type ProviderStates = ReadonlyMap<string, ProviderState>

/** Remembers whether the provider answered, so that health checks neither wait for it nor ask it each time. */
export function createProviderState(isReachable: () => Promise<boolean>, clock: () => Date): ProviderState {
  let known: ProviderReachability = 'unknown'
  let checkedAt = Number.NEGATIVE_INFINITY

  async function check(): Promise<ProviderReachability> {
    checkedAt = clock().getTime()
    known = (await isReachable()) ? 'reachable' : 'unreachable'
    return known
  }

  return {
    check,
    last() {
      if (clock().getTime() - checkedAt >= checkEvery) void check()
      return known
    },
  }
}
