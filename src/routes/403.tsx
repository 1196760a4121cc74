import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/lazy-page.ts'
import { warm } from './-frame/warm.ts'

export const Route = createFileRoute('/403')({
  validateSearch: screens['403'].search,
  loader: warm,
  staticData: screens['403'],
  component: lazyPage('403', () => import('./-403/page.tsx')),
})
