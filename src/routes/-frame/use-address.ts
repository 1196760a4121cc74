import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { screens } from '#contract/screens.ts'
import { formatQueryString } from '#src/api/query-string.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What lies over the page was opened from the page itself, which is one step back. */
    openedHere?: true
  }
}

type Screens = typeof screens
type Searching = { [Name in keyof Screens]: Screens[Name] extends { search: object } ? Name : never }[keyof Screens]
type SearchOf<Name extends Searching> = ReturnType<Screens[Name]['search']>

/** For links that open something over their own page: `close` then leads back to where the page was. */
export const openedHere = { openedHere: true } as const

/**
 * What the address of a page holds (D-18), and the ways to change it; the functions stay the same while the page
 * lives. A part that is `undefined`, or says nothing, leaves the address.
 */
export function useAddress<Name extends Searching>(name: Name) {
  const search = useSearch({ strict: false }) as SearchOf<Name>
  const navigate = useNavigate()
  const { history, latestLocation } = useRouterNow()
  const go = useCallback(
    (change: SearchOf<Name>, options: { replace?: true; state?: typeof openedHere } = {}) => {
      const { pathname, search: now } = latestLocation()
      const next = screens[name].search({ ...now, ...change })
      void navigate({ href: pathname + formatQueryString(next), resetScroll: false, ...options })
    },
    [navigate, latestLocation, name],
  )
  return {
    search,
    /** A step in the history. */
    show: useCallback((change: SearchOf<Name>) => go(change), [go]),
    /** No step in the history: filters, searching. */
    replace: useCallback((change: SearchOf<Name>) => go(change, { replace: true }), [go]),
    /** A step that `close` takes back. */
    open: useCallback((change: SearchOf<Name>) => go(change, { state: openedHere }), [go]),
    /** Back to the page below; whoever came here by the address itself stays, without the parts that are `undefined`. */
    close: useCallback(
      (change: SearchOf<Name>) => (history.location.state.openedHere ? history.back() : go(change, { replace: true })),
      [history, go],
    ),
  }
}

function useRouterNow() {
  const router = useRouter()
  const latestLocation = useCallback(() => router.latestLocation, [router])
  return { history: router.history, latestLocation }
}
