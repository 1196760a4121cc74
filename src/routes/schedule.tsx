import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/schedule')({
  validateSearch: screens.schedule.search,
  loaderDeps: ({ search: { date, filter } }) => ({
    ...(date !== undefined && { date }),
    ...(filter?.layer !== undefined && { filter: { layer: filter.layer } }),
  }),
  loader: prefetch,
  staticData: screens.schedule,
  component: lazyPage('schedule', () => import('./-schedule/page.tsx')),
})
