import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/logout')({
  validateSearch: screens.logout.search,
  loader: warm,
  staticData: screens.logout,
  component: lazyPage('logout', () => import('./-logout/page.tsx')),
})
