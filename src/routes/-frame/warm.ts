import type { QueryClient } from '@tanstack/react-query'
import { type AddressParams, type FirstCall, firstCallsOf, frameCallsOf, screens } from '#contract/screens.ts'
import type { RouteRule } from '#src/admission.ts'
import type { CallKey } from '#src/api/call-query.ts'
import { askerIn } from '#src/asker.ts'
import type { Clock } from '#src/clock.ts'
import type { SessionActor } from '#src/machines/session.ts'

type LoaderArgs = {
  context: { queryClient: QueryClient; session: SessionActor; clock: Clock; words?: Promise<void> | undefined }
  /** As much of the page's search as decides what is asked first. */
  deps: object
  params: AddressParams
  preload: boolean
  route: { options: { staticData?: Partial<RouteRule> } }
}

/**
 * The loader of every page: starts its first calls beside its code and its words, and waits for the words alone,
 * because each part of the page shows its own face while its answer is on the way.
 */
export function warm({ context, deps, params, preload, route }: LoaderArgs): Promise<void> | undefined {
  const { name } = route.options.staticData ?? {}
  if (name !== undefined && name !== 'ui')
    startCalls({ context, preload }, firstCallsOf(screens[name], askerIn(context), deps, params))
  return context.words
}

/** What the frame itself asks for, whatever the page. */
export function warmFrame(args: Pick<LoaderArgs, 'context' | 'preload'>): void {
  startCalls(args, frameCallsOf(args.context.session.getSnapshot().context.roleGroup))
}

function startCalls({ context, preload }: Pick<LoaderArgs, 'context' | 'preload'>, calls: readonly FirstCall[]): void {
  const { queryClient, session } = context
  // A visitor who only hovers over a link asks for nothing: all of it would be refused.
  if (preload && session.getSnapshot().context.user === null) return
  const cache = queryClient.getQueryCache()
  for (const { call, args, inPages, optional, next } of calls) {
    const queryKey: CallKey = args === undefined ? [call] : [call, args]
    // What the page in front shows is that page's to renew.
    if (preload && cache.find({ queryKey })?.isActive()) continue
    const meta = preload || optional ? ({ meta: { optional: true } } as const) : {}
    const asked: Promise<void> = inPages
      ? queryClient.prefetchInfiniteQuery({ queryKey, initialPageParam: 1, ...meta })
      : queryClient.prefetchQuery({ queryKey, ...meta })
    if (next === undefined) continue
    void asked.then(() => {
      const answer = queryClient.getQueryData(queryKey)
      if (answer !== undefined) startCalls({ context, preload }, next(answer as never))
    })
  }
}
