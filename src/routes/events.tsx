import { createFileRoute } from '@tanstack/react-router'
import { eventsQuery } from '#src/api/events.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { readSearch } from './-events/search.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/events')({
  validateSearch: readSearch,
  loader: (args) => warm(args, eventsQuery()),
  staticData: { name: 'events', layout: 'default' },
  component: lazyPage('events', () => import('./-events/page.tsx')),
})
