import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/profile')({
  validateSearch: screens.profile.search,
  loader: prefetch,
  staticData: screens.profile,
  component: lazyPage('profile', () => import('./-profile/page.tsx')),
})
