import { createRootRouteWithContext } from '@tanstack/react-router'
import { admit } from '#src/admission.ts'
import { bannersQuery, footerQuery } from '#src/api/content.ts'
import { configQuery, menuQuery } from '#src/api/system.ts'
import type { RouterContext } from '#src/router.ts'
import { Layout } from './-frame/layout.tsx'
import { warm } from './-frame/warm.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, matches, location }) => admit(context.session, matches, location),
  loader: (args) => warm(args, configQuery(), menuQuery(), footerQuery(), bannersQuery()),
  component: Layout,
})
