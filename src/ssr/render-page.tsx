import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { InitialState, RenderedPage, RenderRequest } from '#contract/render-page.ts'
import { fixedClock } from '#src/app/clock.ts'
import { createApp } from '#src/app/create-app.tsx'
import { documentTitleOf } from '#src/app/page-title.ts'
import { deepestRouteMetadata } from '#src/app/route-guard.ts'

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
  const told = JSON.parse(initialState) as InitialState
  const history = createMemoryHistory({ initialEntries: [address] })
  const app = createApp({
    initialState: told,
    recallRoleGroup: () => roleGroup,
    locale: language,
    history,
    clock: fixedClock(told.now),
    fetch: () => new Promise(() => undefined),
  })
  try {
    const element = await app.start()
    // The inline script of the scroll restoration would violate the content security policy.
    app.router.update({ ...app.router.options, scrollRestoration: false })
    for (let tries = 0; tries < maxRedirects; tries += 1) {
      await app.router.load()
      const result = app.router._serverResult
      if (result?.type === 'render') {
        const rule = deepestRouteMetadata(app.router.state.matches)
        const isWhole = app.router.state.matches.every(({ status }) => status === 'success')
        if (rule === null || !isWhole) return null
        return { screen: rule.name, title: documentTitleOf(rule.name, language), markup: renderToString(element) }
      }
      const target = result?.redirect.headers.get('location')
      if (!target) return null
      const { pathname, search } = new URL(target, placeholderOrigin)
      if (pathname !== new URL(address, placeholderOrigin).pathname) return { leadsTo: pathname + search }
      // The same page with a canonical search string: render it; the browser corrects its URL without a round trip.
      history.replace(pathname + search)
    }
    return null
  } finally {
    app.session.stop()
    app.notifications.stop()
    app.queryClient.clear()
  }
}

const placeholderOrigin = 'http://here'
