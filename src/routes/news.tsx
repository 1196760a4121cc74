import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/news')({
  validateSearch: screens['school-news'].search,
  loaderDeps: ({ search: { item } }) => ({ item }),
  loader: prefetch,
  staticData: screens['school-news'],
  component: lazyPage('school-news', () => import('./-school-news/page.tsx')),
})
