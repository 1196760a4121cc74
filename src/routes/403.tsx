import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/403')({
  validateSearch: screens['403'].search,
  loader: prefetch,
  staticData: screens['403'],
  component: lazyPage('403', () => import('./-403/page.tsx')),
})
