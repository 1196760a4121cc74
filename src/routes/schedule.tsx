import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/schedule')({
  validateSearch: screens.schedule.search,
  loaderDeps: ({ search: { date, filter } }) => ({
    ...(date !== undefined && { date }),
    ...(filter?.layer !== undefined && { filter: { layer: filter.layer } }),
  }),
  loader: warm,
  staticData: screens.schedule,
  component: lazyPage('schedule', () => import('./-schedule/page.tsx')),
})
