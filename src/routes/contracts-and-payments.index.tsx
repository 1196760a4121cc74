import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/contracts-and-payments/')({
  validateSearch: screens['contracts-and-payments'].search,
  loader: prefetch,
  staticData: screens['contracts-and-payments'],
  component: lazyPage('contracts-and-payments', () => import('./-contracts-and-payments/page.tsx')),
})
