import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/catalog/$id/purchase')({
  validateSearch: screens.purchase.search,
  loaderDeps: ({ search }) => search,
  loader: warm,
  staticData: screens.purchase,
  component: lazyPage('purchase', () => import('./-purchase/page.tsx')),
})
