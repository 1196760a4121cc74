import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/progress')({
  validateSearch: screens.progress.search,
  loaderDeps: ({ search: { child, group } }) => ({ ...(child && { child }), ...(group && { group }) }),
  loader: warm,
  staticData: screens.progress,
  component: lazyPage('progress', () => import('./-progress/page.tsx')),
})
