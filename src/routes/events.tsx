import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/events')({
  validateSearch: screens.events.search,
  loader: prefetch,
  staticData: screens.events,
  component: lazyPage('events', () => import('./-events/page.tsx')),
})
