import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/catalog/$id/purchase')({
  validateSearch: screens.purchase.search,
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: prefetch,
  staticData: screens.purchase,
  component: lazyPage('purchase', () => import('./-purchase/page.tsx')),
})
