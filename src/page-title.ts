import type { I18n } from '@lingui/core'
import type { Locale } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import { deepestRule, type RouteRule } from './admission.ts'
import type { AppRouter } from './router.ts'

/** Names the document after its page, in the language of the page, and hands the focus on after a navigation. */
export function titlePages(window: Window, router: AppRouter, i18n: I18n): void {
  const name = () => {
    const rule = deepestRule(router.state.matches)
    if (rule === null) return
    window.document.title = titleOf(rule.name, i18n.locale as Locale)
  }
  router.subscribe('onResolved', name)
  i18n.on('change', name)
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    // A screen reader starts at the new page's content instead of the link that is gone.
    if (pathChanged && fromLocation !== undefined)
      window.document.getElementById('content')?.focus({ preventScroll: true })
  })
}

export function titleOf(name: RouteRule['name'], locale: Locale): string {
  const product = screens.home.title[locale]
  return name === 'home' || name === 'ui' ? product : `${screens[name].title[locale]} · ${product}`
}
