import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/change-schedule')({
  validateSearch: screens['schedule-change'].search,
  loaderDeps: ({ search: { tickets: _, ...search } }) => search,
  loader: prefetch,
  staticData: screens['schedule-change'],
  component: lazyPage('schedule-change', () => import('./-schedule-change/page.tsx')),
})
