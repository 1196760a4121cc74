import { createRootRouteWithContext } from '@tanstack/react-router'
import { admit, deepestRule } from '#src/admission.ts'
import { bannersQuery, footerQuery } from '#src/api/content.ts'
import { configQuery, menuQuery } from '#src/api/system.ts'
import type { RouterContext } from '#src/router.ts'
import { Layout } from './-frame/layout.tsx'
import { warm } from './-frame/warm.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches, location }) => {
    await admit(context.session, matches, location)
    const rule = deepestRule(matches)
    if (rule !== null) await context.fetchWords(rule.name)
  },
  loader: (args) => warm(args, configQuery(), menuQuery(), footerQuery(), bannersQuery()),
  component: Layout,
})
