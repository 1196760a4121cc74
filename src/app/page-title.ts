import type { I18n } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import type { Locale, PanelTab, ProfileSection } from '#contract/enumerations.ts'
import { panelTitles, profileSectionTitles, type Screen, screens } from '#contract/screens.ts'
import { courseQuery } from '#src/api/catalog.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { titledScreenOf } from './route-guard.ts'
import type { AppRouter } from './router.ts'

/**
 * Sets the document title from the current screen, its data and the language, and moves the focus to the content after a
 * navigation.
 */
export function syncDocumentTitle(window: Window, router: AppRouter, i18n: I18n): void {
  const { queryClient } = router.options.context
  const name = () => {
    const title = titleOfPage(router.state.matches, queryClient, i18n.locale as Locale)
    if (title !== null && title !== window.document.title) window.document.title = title
  }
  // The title changes with the page: not while the next one loads.
  let isResolved = false
  router.subscribe('onBeforeLoad', () => {
    isResolved = false
  })
  router.subscribe('onResolved', () => {
    isResolved = true
    name()
  })
  i18n.on('change', name)
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' && isResolved) name()
  })
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    // The focused link is gone: screen readers continue at the content of the new page.
    if (pathChanged && fromLocation !== undefined)
      window.document.getElementById('content')?.focus({ preventScroll: true })
  })
}

type PageMatches = readonly (Parameters<typeof titledScreenOf>[0][number] & { params?: object })[]

/** The document title of the matched page, with the name of its contract or course once that is known; or null. */
export function titleOfPage(matches: PageMatches, queryClient: QueryClient, locale: Locale): string | null {
  const screen = titledScreenOf(matches)
  if (screen === null) return null
  const { params = {}, search = {} } = matches.at(-1) ?? {}
  const { id = '' }: { id?: string } = params
  const part = nameOfPart(screen, search, locale)
  return documentTitleOf(screen, locale, part ?? nameOfSubject(screen, id, queryClient, locale))
}

function nameOfPart(
  screen: Screen['name'],
  { section, tab = 'overview' }: { section?: ProfileSection; tab?: PanelTab },
  locale: Locale,
): string | undefined {
  if (screen === 'admin') return panelTitles[tab][locale]
  return screen === 'profile' && section !== undefined ? profileSectionTitles[section][locale] : undefined
}

export function documentTitleOf(
  name: Screen['name'],
  locale: Locale,
  title: string = screens[name].title[locale],
): string {
  const product = screens.home.title[locale]
  return name === 'home' ? product : `${title} · ${product}`
}

function nameOfSubject(
  screen: Screen['name'],
  id: string,
  queryClient: QueryClient,
  locale: Locale,
): string | undefined {
  if (screen === 'catalog-course') return queryClient.getQueryData(courseQuery(id).queryKey)?.title
  if (screen !== 'contracts-and-payments-detail') return undefined
  const contract = queryClient.getQueryData(contractsQuery().queryKey)?.find(({ uuid }) => uuid === id)
  return contract && `${screens[screen].title[locale]} ${contract.number}`
}
