import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/grade-book/')({
  validateSearch: screens['grade-book'].search,
  loaderDeps: ({ search: { child, book, term } }) => ({ child, book, term }),
  loader: prefetch,
  staticData: screens['grade-book'],
  component: lazyPage('grade-book', () => import('./-grade-book/page.tsx')),
})
