import { useNavigate, useRouteContext, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { chosenChildOf } from '#contract/people/chosen-child.ts'
import { screens } from '#contract/screens.ts'
import { formatQueryString } from '#src/api/query-string.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog was opened from its page, which is the previous history entry. */
    openedHere?: true
    /** The address follows the scrolling of its page: not a page view. */
    isScrolled?: true
    /** The help was opened from this page with an error. */
    failedPage?: string
  }
}

type Screens = typeof screens
type ScreenWithSearch = {
  [Name in keyof Screens]: Screens[Name] extends { search: object } ? Name : never
}[keyof Screens]
type SearchOf<Name extends ScreenWithSearch> = ReturnType<Screens[Name]['search']>

/** History state of links that open a dialog over their page: `close` then goes back. */
export const openedHere = { openedHere: true } as const

const isScrolled = { isScrolled: true } as const

type Change<Name extends ScreenWithSearch> = (change: SearchOf<Name>) => void
type ShowOptions = {
  /** Scrolls the page to its top. */
  resetScroll: true
}
type GoOptions = Partial<ShowOptions> & { replace?: true; state?: typeof openedHere | typeof isScrolled }
type ScreenSearchControls<Name extends ScreenWithSearch> = {
  search: SearchOf<Name>
  /** Pushes a history entry. */
  show: (change: SearchOf<Name>, options?: ShowOptions) => void
  /** Replaces the history entry: filters, search. */
  replace: Change<Name>
  /** Replaces the history entry: the part of the page that it was scrolled to. */
  followScroll: Change<Name>
  /** Pushes a history entry that `close` goes back over. */
  open: Change<Name>
  /** Shows another dialog in place of the open one; `close` goes back as before. */
  swap: Change<Name>
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
  const chosenChild = useRouteContext({ from: '__root__', select: (context) => context.chosenChild })
  const { history, latestLocation, isNavigating } = useLatestLocation()
  const go = useCallback(
    (change: SearchOf<Name>, options: GoOptions = {}) => {
      const { pathname, search: now } = latestLocation()
      const next = screens[name].search({ ...now, ...change })
      const child = chosenChildOf(name, next)
      // Before the navigation: the guard completes an address without a search.
      if (child !== undefined && child !== chosenChildOf(name, now)) chosenChild.remember(child)
      void navigate({ href: pathname + formatQueryString(next), resetScroll: false, ...options })
    },
    [navigate, latestLocation, chosenChild, name],
  )
  return {
    search,
    show: useCallback((change: SearchOf<Name>, options?: ShowOptions) => go(change, options), [go]),
    replace: useCallback((change: SearchOf<Name>) => go(change, { replace: true }), [go]),
    followScroll: useCallback(
      (change: SearchOf<Name>) => {
        // A navigation that is under way, such as to today, has been asked for after the scrolling.
        if (!isNavigating()) go(change, { replace: true, state: isScrolled })
      },
      [go, isNavigating],
    ),
    open: useCallback((change: SearchOf<Name>) => go(change, { state: openedHere }), [go]),
    swap: useCallback(
      (change: SearchOf<Name>) =>
        go(change, { replace: true, ...(history.location.state.openedHere && { state: openedHere }) }),
      [history, go],
    ),
    close: useCallback(
      (change: SearchOf<Name>) => (history.location.state.openedHere ? history.back() : go(change, { replace: true })),
      [history, go],
    ),
  }
}

function useLatestLocation() {
  const router = useRouter()
  const latestLocation = useCallback(() => router.latestLocation, [router])
  const isNavigating = useCallback(() => router.state.isLoading, [router])
  return { history: router.history, latestLocation, isNavigating }
}
