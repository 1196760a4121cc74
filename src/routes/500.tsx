import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/500')({
  validateSearch: screens['500'].search,
  loader: prefetch,
  staticData: screens['500'],
  component: lazyPage('500', () => import('./-500/page.tsx')),
})
