import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

/** For some users it is the first screen (S6), which shows their day. */
const pages = {
  own: lazyPage('profile', () => import('./-profile/page.tsx')),
  today: lazyPage('today', () => import('./-parent-home-page/today/page.tsx')),
}

export const Route = createFileRoute('/profile')({
  validateSearch: screens.profile.search,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: async (args) => {
    prefetch(args)
    await Promise.all([pages[args.deps.tab ?? 'own'].preload?.(), args.context.addCatalog('profile')])
  },
  staticData: screens.profile,
  component: () => {
    const { tab = 'own' } = Route.useSearch()
    const Page = pages[tab]
    return <Page />
  },
})
