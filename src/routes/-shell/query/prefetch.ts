import type { QueryClient } from '@tanstack/react-query'
import {
  type AddressParams,
  homePageDays,
  layoutCallsOf,
  type PrefetchCall,
  prefetchCallsOf,
  type Screen,
  type ScreenContext,
  screens,
  servesRoleGroup,
} from '#contract/screens.ts'
import type { CallQueryKey } from '#src/api/call-query.ts'
import { configQuery } from '#src/api/system.ts'
import type { Clock } from '#src/app/clock.ts'
import { shiftDay, wallClockAt } from '#src/i18n/calendar-days.ts'
import { defaultZone } from '#src/i18n/dates.ts'
import type { SessionActor } from '#src/machines/session.ts'

type LoaderArgs = {
  context: { queryClient: QueryClient; session: SessionActor; clock: Clock }
  /** The part of the search that the prefetched calls depend on. */
  deps: object
  params: AddressParams
  preload: boolean
  route: { options: { staticData?: Partial<Screen> } }
}

/**
 * Loader of every page: starts the prefetch calls in parallel to the code and waits for none of them. Each part of the
 * page shows its own pending state.
 */
export function prefetch({ context, deps, params, preload, route }: LoaderArgs): void {
  const { name } = route.options.staticData ?? {}
  if (name !== undefined)
    prefetchCalls({ context, preload }, prefetchCallsOf(screens[name], screenContextOf(context), deps, params))
}

/** Screens that can be read without a connection, and the days around today at which the schedule is read, in weeks. */
const offlineScreens = ['schedule', 'contracts-and-payments', 'grade-book', 'events', 'profile'] as const
const offlineWeeks = [-4, 0, 4] as const

/** Reads what the screens that work without a connection need, for those of the present role group. */
export function prefetchOffline(context: LoaderArgs['context']): void {
  const about = screenContextOf(context)
  const calls = offlineScreens.flatMap((name) => {
    const screen: Screen = screens[name]
    if (!servesRoleGroup(screen, about.group)) return []
    const searches =
      name === 'schedule' ? offlineWeeks.map((weeks) => ({ date: shiftDay(about.today, weeks * 7, 'day') })) : [{}]
    return searches.flatMap((search) => prefetchCallsOf(screen, about, search, {}))
  })
  // A part of the profile asks for it only once it is shown.
  const later = { call: 'GET /v1/profile/password/sign-in-names', optional: true } as const
  prefetchCalls({ context, preload: true }, [...calls, later])
}

/** Prefetches the calls of the layout. */
export function prefetchLayout(args: Pick<LoaderArgs, 'context' | 'preload'>): void {
  prefetchCalls(args, layoutCallsOf(args.context.session.getSnapshot().context.roleGroup))
}

function prefetchCalls(
  { context, preload }: Pick<LoaderArgs, 'context' | 'preload'>,
  calls: readonly PrefetchCall[],
): void {
  const { queryClient, session } = context
  // A visitor who hovers over a link would get only 401 answers.
  if (preload && session.getSnapshot().context.user === null) return
  const cache = queryClient.getQueryCache()
  for (const { call, args, paginated, optional, next } of calls) {
    const queryKey: CallQueryKey = args === undefined ? [call] : [call, args]
    // An active query belongs to the visible page: a preload must not refetch it.
    if (preload && cache.find({ queryKey })?.isActive()) continue
    const meta = preload || optional ? ({ meta: { optional: true } } as const) : {}
    const fetched: Promise<void> = paginated
      ? queryClient.prefetchInfiniteQuery({ queryKey, initialPageParam: 1, ...meta })
      : queryClient.prefetchQuery({ queryKey, ...meta })
    if (next === undefined) continue
    void fetched.then(() => {
      const answer = queryClient.getQueryData(queryKey)
      if (answer !== undefined) prefetchCalls({ context, preload }, next(answer as never))
    })
  }
}

type ScreenContextDependencies = { session: SessionActor; queryClient: QueryClient; clock: Clock }

/**
 * The context that `prefetchCalls` of a screen takes: role group, the current day in the school's time zone,
 * configuration.
 */
function screenContextOf({ session, queryClient, clock }: ScreenContextDependencies): ScreenContext {
  const { user, roleGroup } = session.getSnapshot().context
  const config = queryClient.getQueryData(configQuery().queryKey)
  const today = wallClockAt(clock.now(), config?.SYSTEM.TIME_ZONE ?? defaultZone).day
  return {
    isVisitor: user === null,
    group: roleGroup,
    today,
    lastHomePageDay: shiftDay(today, homePageDays - 1, 'day'),
    linkProviders: config?.ACCOUNT.LINK_PROVIDERS ?? [],
  }
}
