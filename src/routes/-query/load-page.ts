import type { QueryClient } from '@tanstack/react-query'
import type { RoleGroup } from '#contract/roles.ts'
import { shownScreenOf } from '#contract/route-access.ts'
import { familyRoleGroups, type Screen, servesRoleGroup } from '#contract/screens.ts'
import type { CallInfiniteQuery } from '#src/api/call-infinite-query.ts'
import { type CallQuery, optionalQuery } from '#src/api/call-query.ts'
import { type ViewerRoleGroup, viewerRoleGroupOf } from '#src/api/schedule.ts'
import { configQuery, menuQuery } from '#src/api/system.ts'
import type { Clock } from '#src/app/clock.ts'
import { wallClockAt } from '#src/i18n/calendar-days.ts'
import { hasCatalog, type ScreenCatalog } from '#src/i18n/create-i18n.ts'
import { defaultZone } from '#src/i18n/dates.ts'
import type { SessionActor } from '#src/machines/session.ts'

type LoaderArgs = {
  context: {
    queryClient: QueryClient
    session: SessionActor
    clock: Clock
    waitsForData: boolean
    addCatalog: (name: ScreenCatalog) => Promise<void> | undefined
  }
  /** The part of the search that the loader reads. */
  deps: object
  preload: boolean
  route: { options: { staticData?: Partial<Screen> } }
}

/** What a loader may ask about the person, and how it reads. Days are YYYY-MM-DD in the school's time zone. */
export type PageLoading = {
  isVisitor: boolean
  group: RoleGroup | null
  /** Whose calls serve the person. */
  viewer: ViewerRoleGroup
  isFamily: boolean
  /** Of the person, in any role group. */
  roles: readonly string[]
  today: string
  linkProviders: readonly string[]
  /** Reads what the page waits for. Undefined if it could not be read, which the page shows itself. */
  required: ReadQuery
  /** Reads what no page waits for. */
  optional: ReadQuery
  /** Loads the data of another screen, unless no right of this guardian opens it. */
  ifOpen: (name: Screen['name'], load: () => LoadedParts) => Promise<unknown>
}

type LoadedParts = Promise<unknown> | readonly Promise<unknown>[]

type ReadQuery = <Data>(query: CallQuery<Data> | CallInfiniteQuery<Data>) => Promise<Data | undefined>

/**
 * Loads the messages of what a screen shows, if it has a catalog of its own, and its data. In the browser the page waits for the messages
 * only, each part shows its own pending state; on the server the page is rendered with the answers.
 */
export function loadPage(args: LoaderArgs, load: (page: PageLoading) => LoadedParts): Promise<unknown> | undefined {
  const { name } = args.route.options.staticData ?? {}
  const shown = name && shownScreenOf(name, args.deps)
  const messages = shown !== undefined && hasCatalog(shown) ? args.context.addCatalog(shown) : undefined
  const data = loadData(args, load)
  return messages && data ? Promise.all([messages, data]) : (messages ?? data)
}

/** Runs the queries of a page in parallel to its code, none for a screen that no right of the guardian opens. */
function loadData(
  { context, preload, route }: LoaderArgs,
  load: (page: PageLoading) => LoadedParts,
): Promise<unknown> | undefined {
  const { queryClient, session, waitsForData } = context
  const { user, roleGroup: group } = session.getSnapshot().context
  // A visitor who hovers over a link would get only 401 answers.
  if (preload && user === null) return undefined
  if (user !== null && !servesRoleGroup(route.options.staticData ?? {}, group)) return undefined
  const optional: ReadQuery = (query) => read(queryClient, optionalQuery(query), preload)
  const ifOpen: PageLoading['ifOpen'] = (name, loadParts) => {
    // Only guardians have rights by child.
    const closed = group === 'parent' ? closedScreens(queryClient, preload) : []
    if (!('then' in closed)) return closed.includes(name) ? Promise.resolve() : waitForAll(loadParts())
    return closed.then((names) => (names.includes(name) ? undefined : waitForAll(loadParts())))
  }
  const page: PageLoading = {
    isVisitor: user === null,
    group,
    viewer: viewerRoleGroupOf(group),
    isFamily: servesRoleGroup({ groups: familyRoleGroups }, group),
    roles: user?.roles.map(({ name }) => name) ?? [],
    // Reading the zone takes longer than all else here, and most loaders need no day.
    get today() {
      return schoolToday(context)
    },
    linkProviders: queryClient.getQueryData(configQuery().queryKey)?.ACCOUNT.LINK_PROVIDERS ?? [],
    required: preload ? optional : (query) => read(queryClient, query, false),
    optional,
    ifOpen,
  }
  const { name, needs } = route.options.staticData ?? {}
  const all = name !== undefined && needs !== undefined ? ifOpen(name, () => load(page)) : waitForAll(load(page))
  if (waitsForData) return all
  // Code that does not load is reported where the page itself needs it.
  all.catch(() => undefined)
  return undefined
}

function waitForAll(parts: LoadedParts): Promise<unknown> {
  return 'then' in parts ? parts : Promise.all(parts)
}

/** The screens that no right of the guardian opens; a promise if other rights have just changed the menu. */
function closedScreens(queryClient: QueryClient, preload: boolean): ClosedScreens | Promise<ClosedScreens> {
  const query = menuQuery()
  const state = queryClient.getQueryState(query.queryKey)
  if (state?.data !== undefined && !state.isInvalidated) return state.data.closed ?? []
  return queryClient
    .fetchQuery(preload ? optionalQuery(query) : query)
    .then(({ closed = [] }) => closed)
    .catch(() => [])
}

type ClosedScreens = readonly Screen['name'][]

/** The current day of the school, YYYY-MM-DD. */
export function schoolToday({ queryClient, clock }: Pick<LoaderArgs['context'], 'queryClient' | 'clock'>): string {
  const config = queryClient.getQueryData(configQuery().queryKey)
  return wallClockAt(clock.now(), config?.SYSTEM.TIME_ZONE ?? defaultZone).day
}

async function read<Data>(
  queryClient: QueryClient,
  query: CallQuery<Data> | CallInfiniteQuery<Data>,
  preload: boolean,
): Promise<Data | undefined> {
  const { queryKey } = query
  // An active query belongs to the visible page: a preload must not refetch it.
  if (!preload || !queryClient.getQueryCache().find({ queryKey })?.isActive())
    await ('initialPageParam' in query ? queryClient.prefetchInfiniteQuery(query) : queryClient.prefetchQuery(query))
  return queryClient.getQueryData<Data>(queryKey)
}
