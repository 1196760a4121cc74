import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Boot } from '#contract/boot.ts'
import type { Painted, ToPaint } from '#contract/painting.ts'
import { deepestRule } from './admission.ts'
import { clockAt } from './clock.ts'
import { createApp } from './create-app.tsx'
import { titleOf } from './page-title.ts'

/** How often an address may be put in order before it is painted. */
const patience = 3

/**
 * Paints the page at an address for one person, in an app of its own that ends with it: nothing is asked, and nothing
 * is shared with the next. What could only be had by asking is painted as on its way.
 */
export async function paint({ address, language, roleGroup, boot, until }: ToPaint): Promise<Painted | null> {
  if (Date.now() > until) return null
  const told = JSON.parse(boot) as Boot
  const history = createMemoryHistory({ initialEntries: [address] })
  const app = createApp({
    boot: told,
    recallRoleGroup: () => roleGroup,
    locale: language,
    history,
    clock: clockAt(told.now),
    fetch: () => new Promise(() => undefined),
  })
  try {
    const element = await app.start()
    // A script in the markup would be against the document's policy; the browser restores the scroll itself.
    app.router.update({ ...app.router.options, scrollRestoration: false })
    for (let tries = 0; tries < patience; tries += 1) {
      await app.router.load()
      const result = app.router._serverResult
      if (result?.type === 'render') {
        const rule = deepestRule(app.router.state.matches)
        const isWhole = app.router.state.matches.every(({ status }) => status === 'success')
        if (rule === null || rule.name === 'ui' || !isWhole) return null
        return { screen: rule.name, title: titleOf(rule.name, language), markup: renderToString(element) }
      }
      const target = result?.redirect.headers.get('location')
      if (!target) return null
      const { pathname, search } = new URL(target, here)
      if (pathname !== new URL(address, here).pathname) return { leadsTo: pathname + search }
      // The same page by another spelling of its search: the browser puts its address right without a round trip.
      history.replace(pathname + search)
    }
    return null
  } finally {
    app.session.stop()
    app.notifications.stop()
    app.queryClient.clear()
  }
}

const here = 'http://here'
