import type { I18n } from '@lingui/core'
import type { Locale } from '#contract/enumerations.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { titledScreenOf } from './route-guard.ts'
import type { AppRouter } from './router.ts'

/**
 * Sets the document title from the current screen and language, and moves the focus to the content after a
 * navigation.
 */
export function syncDocumentTitle(window: Window, router: AppRouter, i18n: I18n): void {
  const name = () => {
    const screen = titledScreenOf(router.state.matches)
    if (screen !== null) window.document.title = documentTitleOf(screen, i18n.locale as Locale)
  }
  router.subscribe('onResolved', name)
  i18n.on('change', name)
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    // The focused link is gone: screen readers continue at the content of the new page.
    if (pathChanged && fromLocation !== undefined)
      window.document.getElementById('content')?.focus({ preventScroll: true })
  })
}

export function documentTitleOf(name: Screen['name'], locale: Locale): string {
  const product = screens.home.title[locale]
  return name === 'home' ? product : `${screens[name].title[locale]} · ${product}`
}
