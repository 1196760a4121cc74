import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/2035')({
  validateSearch: screens['2035'].search,
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: prefetch,
  staticData: screens['2035'],
  component: lazyPage('2035', () => import('./-2035/page.tsx')),
})
