import type { AnyRouter } from '@tanstack/react-router'
import { keepsOutThirdParties, type Screen } from '#contract/screens.ts'
import type { Config } from '#contract/system.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'
import type { SessionActor } from '#src/machines/session.ts'

declare global {
  interface Window {
    dataLayer?: object[]
    ym?: (counter: number, method: string, ...args: unknown[]) => void
  }
}

type Dependencies = {
  session: () => SessionActor
  router: () => AnyRouter
  config: () => Config | undefined
}

type Matches = readonly { staticData: Partial<Screen>; search?: object }[]

/** The third parties of a document: counters, tag manager, chat and profile service. */
export type ThirdParties = ReturnType<typeof createThirdParties>

/**
 * Runs the third parties only with the consent of the current user, or without one where the operator has said so; never during
 * an impersonation, and never on a screen that keeps them out. Their errors are ignored.
 */
export function createThirdParties({ session, router, config }: Dependencies) {
  let isLoaded = false
  /** Withdrawn after they were loaded: nothing runs until the next document. */
  let isStopped = false
  let sentUserId: string | null = null
  /** The page that was opened last, until it is reported. */
  let opened: string | null = null
  let end: () => void = () => undefined

  /** Whether the user lets them run, on some screen. */
  function isPermitted(): boolean {
    const snapshot = session().getSnapshot()
    const { user, isImpersonating, roleGroup } = snapshot.context
    const tracking = config()?.TRACKING
    if (!tracking?.ENABLED || snapshot.hasTag('settling') || isImpersonating) return false
    // Their pages show data of families who have not consented.
    if (roleGroup === 'teacher' || roleGroup === 'admin') return false
    return !tracking.NEEDS_CONSENT || user?.consents?.counters === true
  }

  function mayRunOn(matches: Matches): boolean {
    const screen = deepestRouteMetadata(matches)
    if (isStopped || screen === null || keepsOutThirdParties(screen, matches.at(-1)?.search ?? {})) return false
    return isPermitted()
  }

  /**
   * Whether the page needs a document of its own: scripts that were loaded on another page may not run on it, and a script
   * ends only with its document.
   */
  function needsNewDocument(matches: Matches): boolean {
    return isLoaded && !mayRunOn(matches)
  }

  function watch(window: Window & typeof globalThis): void {
    let isIdle = false
    const otherTabs = openChannel(window)
    const matches = () => router().state.matches as Matches

    function follow(): void {
      const tracking = config()?.TRACKING
      if (tracking === undefined) return
      if (!isPermitted()) {
        if (isLoaded && !isStopped) end()
      } else if (router().state.status === 'pending') {
        // The next page may keep them out, and was let into this document before they started.
        return
      } else if (mayRunOn(matches())) {
        if (opened !== null) reportView(window, tracking, opened)
        if (isIdle) start(tracking)
      } else {
        stop()
      }
      opened = null
    }

    // A hidden tab reads the profile again only when it is seen.
    end = () => {
      stop()
      otherTabs?.postMessage('stopped')
    }
    otherTabs?.addEventListener('message', () => stop())

    function start(tracking: Config['TRACKING']): void {
      const { user } = session().getSnapshot().context
      const service = tracking.PROFILE_SERVICE_URL
      const isNew = !isLoaded && hasSources(tracking)
      const receiver = user !== null && service !== null && sentUserId !== user.id ? { user, service } : null
      if (!isNew && receiver === null) return
      isLoaded ||= isNew
      sentUserId = receiver?.user.id ?? sentUserId
      withSources(({ loadSources, sendToProfileService }) => {
        if (isStopped) return
        if (isNew) loadSources(window, tracking)
        if (receiver !== null) sendToProfileService(window, receiver.service, receiver.user)
      })
    }

    function stop(): void {
      const tracking = config()?.TRACKING
      if (tracking === undefined || !isLoaded || isStopped) return
      isStopped = true
      withSources(({ stopSources }) => stopSources(window, tracking))
    }

    router().subscribe('onResolved', ({ hrefChanged, toLocation, fromLocation }) => {
      if (!hrefChanged && fromLocation !== undefined) return
      const isScrolled = toLocation.state.isScrolled && toLocation.pathname === fromLocation?.pathname
      const screen = deepestRouteMetadata(matches())
      if (!isScrolled && screen !== null) opened = screen.page ?? screen.name
      follow()
    })
    session().subscribe(follow)
    const begin = () => {
      isIdle = true
      follow()
    }
    if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: 5000 })
    else globalThis.setTimeout(begin, 2000)
  }

  return {
    needsNewDocument,
    watch,
    /** Stops them in all tabs of this browser: the person has withdrawn the consent. */
    end: () => end(),
  }
}

function hasSources({ TAG_MANAGER_ID, COUNTER_IDS, CHAT_SCRIPT_URL }: Config['TRACKING']): boolean {
  return TAG_MANAGER_ID !== null || COUNTER_IDS.length > 0 || CHAT_SCRIPT_URL !== null
}

type Sources = typeof import('./third-parties.ts')

function withSources(use: (sources: Sources) => void): void {
  void import('./third-parties.ts').then(use).catch(() => undefined)
}

/**
 * One page view per navigation, none for a redirect or a scrolled page (S1, D-30): the label of the page, or else the route's
 * name. Addresses and titles have the label in place of path, search and heading, which name people, contracts and courses.
 */
function reportView(window: Window, { COUNTER_IDS }: Config['TRACKING'], page: string): void {
  const origin = `${window.location.origin}/`
  const address = origin + page
  window.dataLayer ??= []
  window.dataLayer.push({ event: 'pageview', page, page_title: page, page_location: address, page_referrer: origin })
  if (COUNTER_IDS.length === 0) return
  // The first page is viewed before the counters are loaded.
  if (window.ym === undefined) queueCounterCalls(window, COUNTER_IDS)
  for (const counter of COUNTER_IDS) window.ym?.(counter, 'hit', address, { title: page, referer: origin })
}

/** Nothing but the reported views: these would read addresses, texts and presses of the page. */
const counterOptions = {
  defer: true,
  clickmap: false,
  trackLinks: false,
  trackHash: false,
  accurateTrackBounce: false,
  webvisor: false,
}

/** Protocol of the counter: calls wait in `ym.a` until its script has loaded. */
function queueCounterCalls(window: Window, counters: readonly number[]): void {
  const waiting: unknown[][] = []
  window.ym = Object.assign((...call: unknown[]) => void waiting.push(call), { a: waiting })
  for (const counter of counters) window.ym(counter, 'init', counterOptions)
}

/** Null where cookies are blocked: Firefox throws then. */
function openChannel(window: Window & typeof globalThis): BroadcastChannel | null {
  try {
    return new window.BroadcastChannel('third-parties')
  } catch {
    return null
  }
}
