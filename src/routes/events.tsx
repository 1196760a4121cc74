import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/events')({
  validateSearch: screens.events.search,
  loader: warm,
  staticData: screens.events,
  component: lazyPage('events', () => import('./-events/page.tsx')),
})
