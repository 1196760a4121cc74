import { createRootRouteWithContext } from '@tanstack/react-router'
import { admit, deepestRule } from '#src/admission.ts'
import type { RouterContext } from '#src/router.ts'
import { Layout } from './-frame/layout.tsx'
import { warmFrame } from './-frame/warm.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches, location }) => {
    const admitted = await admit(context.session, matches, location)
    const rule = deepestRule(matches)
    const words = rule === null ? undefined : context.fetchWords(rule.name)
    // Each route's own loader waits for them (`warm`) and fails with them; a redirect leaves them to nobody.
    words?.catch(() => null)
    return { words, admitted }
  },
  loader: warmFrame,
  component: Layout,
})
