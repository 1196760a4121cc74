import type { AnyRouter } from '@tanstack/react-router'
import type { Config } from '#contract/system.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'

declare global {
  interface Window {
    dataLayer?: object[]
    ym?: (counter: number, method: string, ...args: unknown[]) => void
  }
}

/** One page view per navigation, none for a redirect (S1, D-30): the label of the page, or else the route's name. */
export function trackPageViews(window: Window, router: AnyRouter, config: () => Config | undefined): () => void {
  return router.subscribe('onResolved', ({ hrefChanged, toLocation, fromLocation }) => {
    const tracking = config()?.TRACKING
    if (!tracking?.ENABLED) return
    if (!hrefChanged && fromLocation !== undefined) return
    const rule = deepestRouteMetadata(router.state.matches)
    if (rule === null) return
    const page = rule.page ?? rule.name
    window.dataLayer ??= []
    window.dataLayer.push({ event: 'pageview', page })
    for (const counter of tracking.COUNTER_IDS) window.ym?.(counter, 'hit', toLocation.href, { title: page })
  })
}

/**
 * Loads tag manager, counters and support chat (S1) if the config names them, after the page; their errors are
 * ignored (D-30).
 */
export function loadThirdParty(window: Window, config: () => Config | undefined): void {
  const load = () => loadSources(window, config())
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 5000 })
  else globalThis.setTimeout(load, 2000)
}

function loadSources(window: Window, config: Config | undefined): void {
  // Counters read the whole URL: do not load them where it contains the secret of an email link.
  if (config === undefined || window.location.pathname.startsWith('/not-me')) return
  const { TRACKING } = config
  const sources = [
    TRACKING.TAG_MANAGER_ID &&
      `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(TRACKING.TAG_MANAGER_ID)}`,
    TRACKING.COUNTER_IDS.length > 0 && 'https://mc.yandex.ru/metrika/tag.js',
    TRACKING.CHAT_SCRIPT_URL,
  ].filter((source): source is string => Boolean(source))
  if (!TRACKING.ENABLED) return
  queueCounterCalls(window, TRACKING.COUNTER_IDS)
  for (const source of sources) {
    const script = window.document.createElement('script')
    script.src = source
    script.async = true
    window.document.head.append(script)
  }
}

/** Protocol of the counter: calls wait in `ym.a` until its script has loaded. */
function queueCounterCalls(window: Window, counters: readonly number[]): void {
  if (counters.length === 0 || window.ym !== undefined) return
  const waiting: unknown[][] = []
  window.ym = Object.assign((...call: unknown[]) => void waiting.push(call), { a: waiting })
  for (const counter of counters) window.ym(counter, 'init', { defer: true })
}
