import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { screens } from '#contract/screens.ts'
import { formatQueryString } from '#src/api/query-string.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog was opened from its page, which is the previous history entry. */
    openedHere?: true
  }
}

type Screens = typeof screens
type ScreenWithSearch = {
  [Name in keyof Screens]: Screens[Name] extends { search: object } ? Name : never
}[keyof Screens]
type SearchOf<Name extends ScreenWithSearch> = ReturnType<Screens[Name]['search']>

/** History state of links that open a dialog over their page: `close` then goes back. */
export const openedHere = { openedHere: true } as const

type Change<Name extends ScreenWithSearch> = (change: SearchOf<Name>) => void
type ScreenSearchControls<Name extends ScreenWithSearch> = {
  search: SearchOf<Name>
  /** Pushes a history entry. */
  show: Change<Name>
  /** Replaces the history entry: filters, search. */
  replace: Change<Name>
  /** Pushes a history entry that `close` goes back over. */
  open: Change<Name>
  /** Goes back to the page below; after a direct visit, removes the `undefined` parts from the URL. */
  close: Change<Name>
}

/**
 * Reads and changes the search parameters of a screen (D-18). The functions are stable. An `undefined` or default
 * part is removed from the URL.
 */
export function useScreenSearch<Name extends ScreenWithSearch>(name: Name): ScreenSearchControls<Name> {
  const search = useSearch({ strict: false }) as SearchOf<Name>
  const navigate = useNavigate()
  const { history, latestLocation } = useLatestLocation()
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
    show: useCallback((change: SearchOf<Name>) => go(change), [go]),
    replace: useCallback((change: SearchOf<Name>) => go(change, { replace: true }), [go]),
    open: useCallback((change: SearchOf<Name>) => go(change, { state: openedHere }), [go]),
    close: useCallback(
      (change: SearchOf<Name>) => (history.location.state.openedHere ? history.back() : go(change, { replace: true })),
      [history, go],
    ),
  }
}

function useLatestLocation() {
  const router = useRouter()
  const latestLocation = useCallback(() => router.latestLocation, [router])
  return { history: router.history, latestLocation }
}
