import type { AnyRouter } from '@tanstack/react-router'
import type { Config } from '#contract/system.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'

declare global {
  interface Window {
    dataLayer?: object[]
    ym?: (counter: number, method: string, ...args: unknown[]) => void
  }
}

/** One page view per navigation, none for a redirect or a scrolled page (S1, D-30): the label of the page, or else the route's name. */
export function trackPageViews(window: Window, router: AnyRouter, config: () => Config | undefined): () => void {
  return router.subscribe('onResolved', ({ hrefChanged, toLocation, fromLocation }) => {
    const tracking = config()?.TRACKING
    if (!tracking?.ENABLED) return
    if (!hrefChanged && fromLocation !== undefined) return
    if (toLocation.state.isScrolled && toLocation.pathname === fromLocation?.pathname) return
    const rule = deepestRouteMetadata(router.state.matches)
    if (rule === null) return
    const page = rule.page ?? rule.name
    window.dataLayer ??= []
    window.dataLayer.push({ event: 'pageview', page })
    if (hasSecret(toLocation.pathname) || tracking.COUNTER_IDS.length === 0) return
    // The first page is viewed before the counters are loaded.
    if (window.ym === undefined) queueCounterCalls(window, tracking.COUNTER_IDS)
    for (const counter of tracking.COUNTER_IDS) window.ym?.(counter, 'hit', toLocation.href, { title: page })
  })
}

/** Counters read the whole URL: the secret of an email link, the code of a sign-in. */
function hasSecret(pathname: string): boolean {
  return pathname.startsWith('/not-me') || pathname.startsWith('/auth/')
}

/** Protocol of the counter: calls wait in `ym.a` until its script has loaded. */
function queueCounterCalls(window: Window, counters: readonly number[]): void {
  const waiting: unknown[][] = []
  window.ym = Object.assign((...call: unknown[]) => void waiting.push(call), { a: waiting })
  for (const counter of counters) window.ym(counter, 'init', { defer: true })
}

/**
 * Loads tag manager, counters and support chat if the config names them, after the page; their errors are
 * ignored.
 */
export function loadThirdParty(window: Window, config: () => Config | undefined): void {
  const load = () => {
    const tracking = config()?.TRACKING
    if (!tracking?.ENABLED) return
    const { TAG_MANAGER_ID, COUNTER_IDS, CHAT_SCRIPT_URL } = tracking
    if (!TAG_MANAGER_ID && COUNTER_IDS.length === 0 && !CHAT_SCRIPT_URL) return
    void import('./third-parties.ts').then(({ loadSources }) => loadSources(window, tracking)).catch(() => undefined)
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 5000 })
  else globalThis.setTimeout(load, 2000)
}
