import type { AppRouter } from './router.ts'

/**
 * A document whose first paint missed the typeface shows it from the next page on, so that nothing moves while it is
 * read. Without it the fallback stays.
 */
export function applyLateTypeface({ document }: Window, router: Pick<AppRouter, 'subscribe'>): void {
  document.fonts?.load('1em "Golos Text Late"', 'Аа Aa').then(
    () => {
      const unsubscribe = router.subscribe('onBeforeRouteMount', ({ fromLocation, pathChanged }) => {
        // The load before hydration comes from no location.
        if (!fromLocation || !pathChanged) return
        unsubscribe()
        document.documentElement.dataset.typeface = 'late'
      })
    },
    () => undefined,
  )
}
