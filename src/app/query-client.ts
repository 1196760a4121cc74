import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isDefinitive, isSessionError } from '#src/api/api-error.ts'
import type { CallMutationMeta } from '#src/api/call-mutation.ts'
import type { CallQueryKey, OfflineScreen } from '#src/api/call-query.ts'
import type { RawApiClient, RawCallArgs } from '#src/api/http.ts'
import { invalidateChangedBy, isWriteCall } from '#src/api/query-cache.ts'
import { createIdempotencyKeys } from '#src/storage/idempotency-keys.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** No page waits for the query: its failure opens no error page. */
      optional?: true
      /** Its answer can be read without a connection. */
      offline?: true | OfflineScreen
    }
    mutationMeta: CallMutationMeta
  }
}

const defaultStaleTime = 30_000
const defaultGcTime = 600_000

/**
 * Creates the query client: the cache of server data and the only retry layer (S7, D-33). `onFailure` is called once
 * per failed query or mutation, after the last retry; `isHandled`: the caller shows the error.
 */
export function createQueryClient(
  http: RawApiClient,
  onFailure: (error: Error, isHandled: boolean) => void,
  mutationHttp: RawApiClient = http,
): QueryClient {
  const queryCache = new QueryCache({
    onError(error, query) {
      if (isRequired(query)) onFailure(error, false)
      // A later observer must refetch and report the error: drop the failed query.
      else if (query.getObserversCount() === 0 && query.state.data === undefined) queryCache.remove(query)
    },
  })
  const idempotencyKeys = createIdempotencyKeys()
  const queryClient: QueryClient = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onError: (error, _args, _before, { meta }) => {
        onFailure(error, meta?.handlesError === true && !isSessionError(error))
      },
      // Also after an error: a refusal shows that the cached data are stale, a timeout may hide a success.
      onSettled: async (_answer, error, args, _before, { options: { mutationKey = [] } }) => {
        const [call] = mutationKey
        if (isWriteCall(call) && error?.type !== 'offline') await invalidateChangedBy(queryClient, call)
        // Last: a second press before the refetched data are shown repeats the first call.
        idempotencyKeys.release(intentionOf(mutationKey, args), error)
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal, pageParam: page }) => {
          const [address, args] = queryKey as unknown as CallQueryKey
          // Infinite queries (`src/api/call-infinite-query.ts`).
          const requestArgs = page === undefined ? args : { ...args, query: { ...args?.query, page } }
          return http(address, requestArgs, { signal })
        },
        retry: (failures, error) => failures < 1 && error instanceof ApiError && !isDefinitive(error),
        retryDelay: 1000,
        refetchOnWindowFocus: false,
        // The loader has just fetched: a component that mounts after its failure shows the error instead of fetching
        // again.
        retryOnMount: false,
        networkMode: 'always',
        staleTime: defaultStaleTime,
        gcTime: defaultGcTime,
      },
      mutations: {
        mutationFn: (variables, { mutationKey = [], meta }) => {
          const args = variables as RawCallArgs
          const idempotencyKey = meta?.idempotent && idempotencyKeys.keyOf(intentionOf(mutationKey, variables))
          return mutationHttp(String(mutationKey[0]), idempotencyKey ? { idempotencyKey, ...args } : args)
        },
        retry: false,
        networkMode: 'always',
      },
    },
  })
  return queryClient
}

/** The call and its input: the same input is the same intention. */
function intentionOf(mutationKey: readonly unknown[], args: unknown): string {
  return JSON.stringify([mutationKey, args])
}

/** Whether an observer or a prefetch without `optional` waits for the answer. */
function isRequired({ observers, meta }: Query<unknown, unknown>): boolean {
  if (observers.length === 0) return !meta?.optional
  return observers.some(({ options }) => !options.meta?.optional)
}
