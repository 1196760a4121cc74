import { createFileRoute } from '@tanstack/react-router'
import { eventsQuery } from '#src/api/events.ts'
import { screenRoute } from '#src/app/screen-route.ts'
import { loadPage } from './-query/load-page.ts'

export const Route = createFileRoute('/events')({
  ...screenRoute('events', () => import('./-events/page.tsx')),
  loader: (args) => loadPage(args, ({ required }) => required(eventsQuery())),
})
