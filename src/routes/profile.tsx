import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/profile')({
  validateSearch: screens.profile.search,
  loader: warm,
  staticData: screens.profile,
  component: lazyPage('profile', () => import('./-profile/page.tsx')),
})
