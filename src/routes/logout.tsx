import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/logout')({
  validateSearch: screens.logout.search,
  loader: prefetch,
  staticData: screens.logout,
  component: lazyPage('logout', () => import('./-logout/page.tsx')),
})
