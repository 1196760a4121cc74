import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { deepestRule } from './admission.ts'
import { routeTitles } from './i18n/route-titles.ts'
import type { AppRouter } from './router.ts'

const product = msg`Личный кабинет`

/** Names the document after its page, in the language of the page, and hands the focus on after a navigation. */
export function titlePages(window: Window, router: AppRouter, i18n: I18n): void {
  const name = () => {
    const rule = deepestRule(router.state.matches)
    if (rule === null) return
    const title = i18n._(routeTitles[rule.name])
    window.document.title = rule.name === 'home' ? title : `${title} · ${i18n._(product)}`
  }
  router.subscribe('onResolved', name)
  i18n.on('change', name)
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    // A screen reader starts at the new page's content instead of the link that is gone.
    if (pathChanged && fromLocation !== undefined)
      window.document.getElementById('content')?.focus({ preventScroll: true })
  })
}
