import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/progress')({
  validateSearch: screens.progress.search,
  loaderDeps: ({ search: { child, group } }) => ({ ...(child && { child }), ...(group && { group }) }),
  loader: prefetch,
  staticData: screens.progress,
  component: lazyPage('progress', () => import('./-progress/page.tsx')),
})
