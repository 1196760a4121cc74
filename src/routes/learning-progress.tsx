import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/learning-progress')({
  validateSearch: screens['learning-progress'].search,
  loader: prefetch,
  staticData: screens['learning-progress'],
  component: lazyPage('learning-progress', () => import('./-learning-progress/page.tsx')),
})
