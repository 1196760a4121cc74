import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/change-schedule')({
  loader: warm,
  staticData: { name: 'schedule-change', layout: 'default' },
  component: lazyPage('schedule-change', () => import('./-schedule-change/page.tsx')),
})
