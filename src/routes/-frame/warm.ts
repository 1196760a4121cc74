import type { QueryClient } from '@tanstack/react-query'
import type { CallKey } from '#src/api/call-query.ts'
import type { SessionActor } from '#src/machines/session.ts'

type LoaderArgs = {
  context: { queryClient: QueryClient; session: SessionActor; words?: Promise<void> | undefined }
  preload: boolean
}

/**
 * The loader of every page: starts its queries beside its code and its words, and waits for the words alone,
 * because each part of the page shows its own face while its answer is on the way.
 * A visitor who only hovers over a link asks for nothing, because the 401 would send them to sign-in (S8).
 */
export function warm({ context, preload }: LoaderArgs, ...queries: { queryKey: CallKey }[]): Promise<void> | undefined {
  const { queryClient, session, words } = context
  if (preload && session.getSnapshot().context.user === null) return words
  const cache = queryClient.getQueryCache()
  for (const { queryKey } of queries) {
    if (!preload) void queryClient.prefetchQuery({ queryKey })
    // What the page in front shows is that page's to renew.
    else if (!cache.find({ queryKey })?.isActive()) {
      void queryClient.prefetchQuery({ queryKey, meta: { isPreload: true } })
    }
  }
  return words
}
