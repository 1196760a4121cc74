import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { bannersQuery, footerQuery } from '#src/api/content.ts'
import { unreadNotificationsQuery } from '#src/api/profile.ts'
import { menuQuery } from '#src/api/system.ts'
import { unseenCountsQuery } from '#src/api/unseen.ts'
import { guardRoute } from '#src/app/route-guard.ts'
import type { RouterContext } from '#src/app/router.ts'
import { Layout } from './-layout/layout.tsx'
import { loadPage } from './-query/load-page.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches, location, preload }) => {
    if (!preload) await context.pressPainted()
    const admitted = await guardRoute(context.session, matches, location, context.chosenChild.recall)
    if (!preload && context.thirdParties.needsNewDocument(matches))
      throw redirect({ href: location.href, reloadDocument: true })
    return { admitted }
  },
  loader: (args) =>
    loadPage(args, ({ group, required, optional }) => [
      required(menuQuery()),
      optional(footerQuery()),
      optional(bannersQuery()),
      ...(group === null ? [] : [optional(unreadNotificationsQuery()), optional(unseenCountsQuery())]),
    ]),
  component: Layout,
  // The server renders no boundary around this match.
  wrapInSuspense: false,
})
