import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/catalog/')({
  validateSearch: screens.catalog.search,
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: prefetch,
  staticData: screens.catalog,
  component: lazyPage('catalog', () => import('./-catalog/page.tsx')),
})
