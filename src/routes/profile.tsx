import { createFileRoute } from '@tanstack/react-router'
import { childrenQuery } from '#src/api/profile.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/profile')({
  loader: (args) => {
    const { user, roleGroup } = args.context.session.getSnapshot().context
    return warm(args, ...(user === null || roleGroup === 'parent' ? [childrenQuery()] : []))
  },
  staticData: { name: 'profile', layout: 'default', page: 'profile' },
  component: lazyPage('profile', () => import('./-profile/page.tsx')),
})
