import { createFileRoute } from '@tanstack/react-router'
import { accountsQuery } from '#src/api/linked-accounts.ts'
import { childrenQuery, sessionsQuery } from '#src/api/profile.ts'
import { configQuery } from '#src/api/system.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'
import { readProfileSearch } from './-profile/search.ts'

export const Route = createFileRoute('/profile')({
  validateSearch: readProfileSearch,
  loader: (args) => {
    const { session, queryClient } = args.context
    const { user, roleGroup } = session.getSnapshot().context
    const providers = queryClient.getQueryData(configQuery().queryKey)?.ACCOUNT.LINK_PROVIDERS ?? []
    return warm(
      args,
      ...(user === null || roleGroup === 'parent' ? [childrenQuery()] : []),
      ...(user !== null && providers.length > 0 ? [accountsQuery()] : []),
      ...(user !== null ? [sessionsQuery()] : []),
    )
  },
  staticData: { name: 'profile', layout: 'default', page: 'profile' },
  component: lazyPage('profile', () => import('./-profile/page.tsx')),
})
