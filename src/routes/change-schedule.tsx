import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/change-schedule')({
  validateSearch: screens['schedule-change'].search,
  loaderDeps: ({ search }) => search,
  loader: warm,
  staticData: screens['schedule-change'],
  component: lazyPage('schedule-change', () => import('./-schedule-change/page.tsx')),
})
