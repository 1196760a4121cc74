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
