import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { InitialState, RenderedPage, RenderRequest } from '#contract/render-page.ts'
import { fixedClock } from '#src/app/clock.ts'
import { createApp } from '#src/app/create-app.tsx'
import { titleOfPage } from '#src/app/page-title.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'
import type { AppRouter } from '#src/app/router.ts'

/** Redirects to a canonical search string that are followed before rendering is given up. */
const maxRedirects = 3

/**
 * Renders the page of a URL for one user, in an application of its own. It makes no requests: a query whose answer is
 * not in the initial state renders as pending. Null when the page cannot be rendered completely.
 */
export async function renderPage({
  address,
  language,
  roleGroup,
  initialState,
  deadline,
}: RenderRequest): Promise<RenderedPage | null> {
  if (Date.now() > deadline) return null
  const state = JSON.parse(initialState) as InitialState
  const app = createApp({
    initialState: state,
    recallRoleGroup: () => roleGroup,
    locale: language,
    history: createMemoryHistory({ initialEntries: [address] }),
    clock: fixedClock(state.now),
    fetch: () => new Promise(() => undefined),
  })
  try {
    const element = await app.start()
    // The inline script of the scroll restoration would violate the content security policy.
    app.router.update({ ...app.router.options, scrollRestoration: false })
    for (let tries = 0; tries < maxRedirects; tries += 1) {
      const redirect = await loadOnServer(app.router)
      if (redirect === null) {
        const { matches } = app.router.state
        const screen = deepestRouteMetadata(matches)
        const title = titleOfPage(matches, app.queryClient, language)
        if (screen === null || title === null || !matches.every(({ status }) => status === 'success')) return null
        return { screen: screen.name, title, markup: renderToString(element) }
      }
      const { pathname, search } = new URL(redirect, placeholderOrigin)
      if (pathname !== new URL(address, placeholderOrigin).pathname) return { leadsTo: pathname + search }
      // The same page with a canonical search string: render it; the browser corrects its URL without a round trip.
      app.router.history.replace(pathname + search)
    }
    return null
  } finally {
    app.session.stop()
    app.notifications.stop()
    app.queryClient.clear()
  }
}

const placeholderOrigin = 'http://here'

/**
 * Loads the current location. Returns the address of a redirect, or null if the page can be rendered. The only use of
 * this private field: decision 054 says why the public functions do not fit.
 */
export async function loadOnServer(router: AppRouter): Promise<string | null> {
  await router.load()
  const result = router._serverResult
  return result?.type === 'redirect' ? result.redirect.headers.get('location') : null
}
