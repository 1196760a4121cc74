import { createRootRouteWithContext } from '@tanstack/react-router'
import { guardRoute } from '#src/app/route-guard.ts'
import type { RouterContext } from '#src/app/router.ts'
import { prefetchLayout } from './-shell/query/prefetch.ts'
import { Layout } from './-shell/shell/layout.tsx'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches, location, preload }) => {
    if (!preload) await context.pressPainted()
    const admitted = await guardRoute(context.session, matches, location, context.chosenChild.recall)
    return { admitted }
  },
  loader: prefetchLayout,
  component: Layout,
})
