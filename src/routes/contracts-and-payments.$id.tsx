import { createFileRoute } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { lazyPage } from '#src/app/lazy-page.ts'
import { prefetch } from './-shell/query/prefetch.ts'

export const Route = createFileRoute('/contracts-and-payments/$id')({
  validateSearch: screens['contracts-and-payments-detail'].search,
  loader: prefetch,
  staticData: screens['contracts-and-payments-detail'],
  component: lazyPage('contracts-and-payments-detail', () => import('./-contracts-and-payments-detail/page.tsx')),
})
