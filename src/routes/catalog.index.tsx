import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/catalog/')({
  validateSearch: screens.catalog.search,
  loaderDeps: ({ search }) => search,
  loader: warm,
  staticData: screens.catalog,
  component: lazyPage('catalog', () => import('./-catalog/page.tsx')),
})
