import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { CallMutationMeta } from './api/call-mutation.ts'
import type { CallKey } from './api/call-query.ts'
import { concernsSession, isDecided } from './api/failure.ts'
import type { RawArgs, RawHttp } from './api/http.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Asked in the background: its failure is nobody's problem, and leads nowhere (D-39). */
      optional?: true
    }
    mutationMeta: CallMutationMeta
  }
}

const halfAMinute = 30_000
const tenMinutes = 600_000

/**
 * The cache of what the server knows, and the only retry layer (S7, D-33).
 * `onFailure` hears each failure once, after the last try; the caller has it all the same.
 */
export function createQueryClient(
  http: RawHttp,
  onFailure: (error: Error) => void,
  mutationHttp: RawHttp = http,
): QueryClient {
  const queryCache = new QueryCache({
    onError(error, query) {
      if (isNeeded(query)) onFailure(error)
      // Whoever needs it later asks anew, and is then led.
      else if (query.getObserversCount() === 0 && query.state.data === undefined) queryCache.remove(query)
    },
  })
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onError: (error, _args, _before, { meta }) => {
        if (!meta?.returnsFailure || concernsSession(error)) onFailure(error)
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal, pageParam: page }) => {
          const [address, args] = queryKey as unknown as CallKey
          // Lists in pages (`src/api/call-pages.ts`).
          const asked = page === undefined ? args : { ...args, query: { ...args?.query, page } }
          return http(address, asked, { signal })
        },
        retry: (failures, error) => failures < 1 && !isDecided(error),
        retryDelay: 1000,
        refetchOnWindowFocus: false,
        // The loader has just asked; a part that is drawn after its failure shows it instead of asking again.
        retryOnMount: false,
        networkMode: 'always',
        staleTime: halfAMinute,
        gcTime: tenMinutes,
      },
      mutations: {
        mutationFn: (args, { mutationKey }) => mutationHttp((mutationKey as [string])[0], args as RawArgs),
        retry: false,
        networkMode: 'always',
      },
    },
  })
}

/** Whether the page in front, or the person, waits for the answer (D-39). */
function isNeeded({ observers, meta }: Query<unknown, unknown>): boolean {
  if (observers.length === 0) return !meta?.optional
  return observers.some(({ options }) => !options.meta?.optional)
}
