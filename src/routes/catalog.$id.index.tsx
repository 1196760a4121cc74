import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/catalog/$id/')({
  validateSearch: screens['catalog-course'].search,
  loaderDeps: ({ search }) => search,
  loader: warm,
  staticData: screens['catalog-course'],
  component: lazyPage('catalog-course', () => import('./-catalog-course/page.tsx')),
})
