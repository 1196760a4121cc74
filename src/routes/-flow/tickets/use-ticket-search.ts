import { useRouterState } from '@tanstack/react-router'
import { pageSearch, scheduleSearch } from '#contract/screen-search.ts'
import type { screens } from '#contract/screens.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

type Screens = typeof screens
type ScreenWithTickets = {
  [Name in keyof Screens]: Screens[Name] extends { search: (raw: object) => infer Search }
    ? 'tickets' extends keyof Search
      ? Name
      : never
    : never
}[keyof Screens]

/**
 * The ticket that is written over the current screen, and the functions that open and close it. `schedule`: what the
 * schedule shows, if it is the screen.
 */
export function useTicketSearch() {
  // Screens without tickets, such as the error pages, have no menu that opens them.
  const screen = useRouterState({ select: ({ matches }) => deepestRouteMetadata(matches)?.name as ScreenWithTickets })
  const { search, ...controls } = useScreenSearch(screen)
  // The layout is outside of the route that validates the search.
  const { tickets } = pageSearch(search)
  const schedule = screen === 'schedule' ? scheduleSearch(search) : null
  return { tickets, schedule, screen, ...controls }
}

/** Returns a function that turns links to a new ticket into links that open it over the current screen. */
export function useTicketPath(): (path: string) => string {
  const location = useRouterState({ select: (state) => state.location })
  return (path) => {
    const [pathname = '', query = ''] = path.split('?')
    if (pathname !== '/schedule') return path
    const { tickets, ...rest } = scheduleSearch(parseQueryString(query))
    const opensOnly = Object.values(rest).every((value) => value === undefined)
    return tickets === 'new' && opensOnly
      ? location.pathname + formatQueryString({ ...location.search, tickets })
      : path
  }
}
